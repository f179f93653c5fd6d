import type { Page } from 'playwright/test';

/* The page of a window that the app opens itself. A test creates its locators before the app runs, and keeps using
   them after a restart, so every locator is recreated from the window that is shown now. */

const windows = new WeakMap<Page, { shown: Page | undefined; readonly listeners: Listener[] }>();

type Listener = readonly [method: 'on' | 'once', event: string, handler: (event: never) => void];

/** Creates a locator, on a page or on another locator. */
const MAKES_LOCATOR =
  /^(getBy[A-Z][A-Za-z]*|locator|frameLocator|filter|first|last|nth|and|or|contentFrame|owner)$/;
const PARTS = new Set(['keyboard', 'mouse', 'context']);

/** A page that has no window yet: see {@link showWindow}. */
export function latePage(): Page {
  const listeners: Listener[] = [];
  const page: Page = late<Page>((): Page => {
    const shown = windows.get(page)?.shown;
    if (shown === undefined) throw new Error('No window of the app is open yet.');
    return shown;
  }, listeners);
  windows.set(page, { shown: undefined, listeners });
  return page;
}

/** Makes `page` stand for this window from now on. */
export function showWindow(page: Page, window: Page): void {
  const known = windows.get(page);
  if (known === undefined) throw new Error('This page is a real one: it cannot become another window.');
  if (known.shown === window) return;
  known.shown = window;
  for (const [method, event, handler] of known.listeners)
    window[method](event as 'console', handler as never);
}

/** The actual page, for functions that need the real object. */
export function realPage(page: Page): Page {
  return windows.get(page)?.shown ?? page;
}

function late<Target extends object>(resolve: () => Target, listeners?: Listener[]): Target {
  return new Proxy({} as Target, {
    get(_, name) {
      // An object with such a member would be awaited.
      if (name === 'then') return undefined;
      if (typeof name === 'string') {
        if (PARTS.has(name) && listeners !== undefined) return part(resolve, name);
        if (MAKES_LOCATOR.test(name))
          return (...args: unknown[]) => late(() => called(resolve(), name, args));
        if (listeners !== undefined && (name === 'on' || name === 'once')) {
          return (event: string, handler: Listener[2]) => {
            listeners.push([name, event, handler]);
            const target = shownOrNot(resolve);
            if (target !== undefined) called(target, name, [event, handler]);
          };
        }
      }
      const target = resolve();
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' && name !== 'constructor' ? value.bind(target) : value;
    },
  });
}

function part(resolve: () => object, name: string): unknown {
  const found = late(() => {
    const target = resolve();
    return (name === 'context' ? called(target, name, []) : Reflect.get(target, name, target)) as object;
  });
  return name === 'context' ? () => found : found;
}

function called(target: object, name: string, args: unknown[]): object {
  const method: unknown = Reflect.get(target, name, target);
  if (typeof method !== 'function') throw new Error(`Playwright has no ${name} here.`);
  return method.apply(target, args) as object;
}

function shownOrNot(resolve: () => object): object | undefined {
  try {
    return resolve();
  } catch {
    return undefined;
  }
}
