import { giveFocus } from '../../state/screen/focus-targets.ts';

/** The panes of the window in F6 order, each the first match of its selector. */
const PANES: readonly string[] = [
  'header',
  'nav[aria-label="Servers"]',
  'nav[aria-label="Tools, resources and prompts"]',
  '#center',
  'section[aria-label="Server requests"]',
  'aside[aria-label="Inspector"]',
  'search[aria-label="Code lookup"]',
];

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

const last = new WeakMap<Element, HTMLElement>();

/** Moves the focus `step` panes on, wrapping around: to its previous place there, else to the first stop. */
export function focusPane(step: 1 | -1): void {
  const panes = PANES.flatMap((selector) => document.querySelector(selector) ?? []).filter(
    (pane) => stopsIn(pane).length > 0,
  );
  const from = document.activeElement;
  const at = panes.findIndex((pane) => pane.contains(from));
  const present = panes[at];
  if (present !== undefined && from instanceof HTMLElement) last.set(present, from);
  const next = panes[at < 0 && step < 0 ? panes.length - 1 : (at + step + panes.length) % panes.length];
  if (next !== undefined) enter(next);
}

function enter(pane: Element): void {
  const before = last.get(pane);
  const stops = stopsIn(pane);
  if (before !== undefined && stops.includes(before)) before.focus({ focusVisible: true } as FocusOptions);
  else if (pane.id === 'center') enterCenter();
  else stops[0]?.focus({ focusVisible: true } as FocusOptions);
}

function stopsIn(pane: Element): readonly HTMLElement[] {
  return [...pane.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
  );
}

/** Focuses the log, or the view that is in front instead. */
export function enterCenter(): void {
  if (giveFocus('log')) return;
  const view = document.querySelector<HTMLElement>('#center [role="tabpanel"]');
  if (view !== null) view.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/**
 * Gives the focus to the view in front, or to the open dialog, once the element that had it is gone, or disabled in the
 * dialog: a browser would leave it nowhere. Returns a function that ends this.
 */
export function keepFocus(): () => void {
  let held: Element | null = null;
  const hold = ({ target }: FocusEvent) => {
    held = target instanceof Element ? target : null;
  };
  const look = () => {
    if (held === null || (held.isConnected && !held.matches('[role="dialog"] :disabled'))) return;
    held = null;
    // A dialog or menu that closes gives it back by itself, a frame later.
    requestAnimationFrame(() => requestAnimationFrame(giveLostFocus));
  };
  const observer = new MutationObserver(look);
  const watched = { childList: true, subtree: true, attributeFilter: ['disabled'] };
  observer.observe(document.body, watched);
  window.addEventListener('focusin', hold);
  return () => {
    observer.disconnect();
    window.removeEventListener('focusin', hold);
  };
}

function giveLostFocus(): void {
  // A disabled button may keep it until the page is drawn.
  if (document.activeElement?.matches('body, :disabled') !== true) return;
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
  if (dialog === undefined) enterCenter();
  else dialog.focus();
}
