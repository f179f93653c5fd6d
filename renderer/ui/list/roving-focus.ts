import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';

export const ROVING_ITEM = { 'data-roving': '', tabIndex: -1 } as const;

/** Keys pressed within this time form one text, in milliseconds. */
const TYPING_MS = 700;

export type RovingLetters = 'by-name' | 'j-k';

/**
 * Makes a list of buttons one Tab stop: arrow keys, Home and End move within it, and so do letters: the first of a
 * name, or `j` and `k`. The stop is the last focused item, else the selected one, else the first. Items are marked with
 * `ROVING_ITEM`; spread the returned props on the element around them.
 */
export function useRovingFocus(list: RefObject<HTMLElement | null>, letters: RovingLetters = 'by-name') {
  const last = useRef<HTMLElement>(null);
  const typed = useRef({ text: '', at: 0 });
  // After every render, since the item that was the stop may be gone.
  useLayoutEffect(() => setStop(itemsIn(list.current), last.current));
  const onFocus = (event: FocusEvent) => {
    const item = event.target instanceof HTMLElement ? itemAround(event.target) : null;
    if (item === null) return;
    last.current = item;
    setStop(itemsIn(list.current), item);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? itemAround(event.target) : null;
    if (from === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = itemsIn(list.current);
    const next =
      letters === 'by-name' && event.key.length === 1
        ? byName(items, from, writtenSoFar(typed.current, event))
        : items[movedTo(event.key, items.indexOf(from), items.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  };
  return { onFocus, onKeyDown };
}

export function focusStop(list: HTMLElement): void {
  list.querySelector<HTMLElement>('[data-roving][tabindex="0"]')?.focus();
}

function itemsIn(list: HTMLElement | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>('[data-roving]')];
}

function itemAround(element: HTMLElement): HTMLElement | null {
  return element.closest<HTMLElement>('[data-roving]');
}

function setStop(items: readonly HTMLElement[], wanted: HTMLElement | null): void {
  const chosen = () => items.find((item) => item.getAttribute('aria-pressed') === 'true');
  const stop = wanted !== null && items.includes(wanted) ? wanted : (chosen() ?? items[0]);
  for (const item of items) {
    const tabIndex = item === stop ? 0 : -1;
    if (item.tabIndex !== tabIndex) item.tabIndex = tabIndex;
  }
}

/** The index that a key moves to in a list of `count` items; undefined for any other key. */
export function movedTo(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
    case 'k':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** The letters typed so far; empty if this key does not start a text: Space and Enter press the button. */
function writtenSoFar(typed: { text: string; at: number }, event: KeyboardEvent): string {
  const goesOn = event.timeStamp - typed.at < TYPING_MS;
  // After a click the keys belong to the screen; a user who came by keyboard searches in the list.
  if (!(event.target instanceof Element && event.target.matches(':focus-visible'))) return '';
  if (!/[\p{L}\p{N}_\-./]/u.test(event.key) || (event.key === '/' && !goesOn)) return '';
  typed.text = goesOn ? typed.text + event.key.toLowerCase() : event.key.toLowerCase();
  typed.at = event.timeStamp;
  return typed.text;
}

/** The next item whose text starts like this; the current one if it still matches after further letters. */
function byName(items: readonly HTMLElement[], from: HTMLElement, text: string): HTMLElement | undefined {
  if (text === '') return undefined;
  const at = items.indexOf(from) + (text.length === 1 ? 1 : 0);
  const inTurn = [...items.slice(at), ...items.slice(0, at)];
  return inTurn.find((item) => item.textContent.trim().toLowerCase().startsWith(text));
}

/** Scrolls an item of a list into view when it becomes selected; the ref belongs to its element. */
export function useInSight<Item extends HTMLElement>(chosen: boolean): RefObject<Item | null> {
  const item = useRef<Item>(null);
  useEffect(() => {
    if (chosen) item.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return item;
}

/**
 * Keeps the pressed item of a list visible while its scrolling box shrinks, because a form or answer below it grows. An
 * item that was out of view stays there: the user has scrolled away.
 */
export function useKeepInView(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let height = element.clientHeight;
    const resized = () => {
      const { top } = element.getBoundingClientRect();
      const bottom = top + height;
      height = element.clientHeight;
      const item = element.querySelector('[aria-pressed="true"]');
      const place = item?.getBoundingClientRect();
      if (place !== undefined && place.top >= top && place.bottom <= bottom)
        item?.scrollIntoView({ block: 'nearest' });
    };
    const observer = new ResizeObserver(resized);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
}
