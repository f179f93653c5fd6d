import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { create } from 'zustand';
import { placeOf, rowsInFront } from '../log/front-rows.ts';
import type { RowSource } from '../log/row-source.ts';
import { selectInFront } from '../screen/screen-actions.ts';
import { useScreen } from '../screen/screen-store.ts';
import type { RowKey } from './row-key.ts';

/** The rows that a user picked, beside the one that is selected: of one session, or of several in the merged log. */
export type Picked = {
  readonly rows: ReadonlyMap<string, ReadonlySet<number>>;
  /** The row from which a range reaches; null before one was picked. */
  readonly anchor: RowKey | null;
};

const NOTHING: Picked = { rows: new Map(), anchor: null };
const NONE: ReadonlySet<number> = new Set();

/** How rows are picked, where none are. */
export const PICK_HINT = 'click with Ctrl or Shift, or press J';

export const usePickedStore = create<Picked>(() => NOTHING);

/** The picked rows of a session, by seq. */
export function usePicked(session: string): ReadonlySet<number> {
  return usePickedStore(({ rows }) => rows.get(session) ?? NONE);
}

export function pickedRows(session: string): ReadonlySet<number> {
  return usePickedStore.getState().rows.get(session) ?? NONE;
}

/** True where several rows are picked: one alone is no more than the selected one. */
export function isPicking(): boolean {
  let count = 0;
  for (const seqs of usePickedStore.getState().rows.values()) count += seqs.size;
  return count > 1;
}

export function clearPicked(): void {
  usePickedStore.setState(NOTHING);
}

type Keys = { readonly ctrlKey: boolean; readonly metaKey: boolean; readonly shiftKey: boolean };

/** A click on a row: with Ctrl (Cmd) it is picked too or no more, with Shift all rows up to it are. */
export function clickRow(key: RowKey, keys: Keys): void {
  if (keys.shiftKey) pickTo(key);
  else if (keys.ctrlKey || keys.metaKey) togglePicked(key);
  else clearPicked();
  selectInFront(key.session, key.seq);
}

/** Picks every visible row from the anchor to this one. */
export function pickTo(key: RowKey): void {
  const source = rowsInFront();
  if (source === undefined) return;
  const anchor = anchorFor(key) ?? key;
  const [first = 0, last = 0] = [anchor, key].map((one) => positionOf(source, one)).sort((a, b) => a - b);
  const rows = new Map<string, Set<number>>();
  for (let position = first; position <= last; position += 1) {
    const row = rowAt(source, position);
    if (row !== undefined) add(rows, row);
  }
  usePickedStore.setState({ rows, anchor });
}

/** Picks the rows from the selected one a step further, or takes the last one back. */
export function pickFurther(step: 1 | -1): void {
  const selected = selectedRow();
  if (selected === null) return;
  const source = rowsInFront();
  if (source === undefined) return;
  const next = rowAt(source, positionOf(source, selected) + step);
  if (next === undefined) return;
  pickTo(next);
  selectInFront(next.session, next.seq);
}

function togglePicked(key: RowKey): void {
  const anchor = anchorFor(key);
  const { merged } = useScreen.getState();
  const before = [...usePickedStore.getState().rows].filter(([session]) => merged || session === key.session);
  const rows = new Map(before.map(([session, seqs]) => [session, new Set(seqs)]));
  // The first pick beside a selected row takes that row in.
  if (rows.size === 0 && anchor !== null && !isSame(anchor, key)) add(rows, anchor);
  const seqs = rows.get(key.session);
  if (seqs?.delete(key.seq) !== true) add(rows, key);
  else if (seqs.size === 0) rows.delete(key.session);
  usePickedStore.setState(rows.size === 0 ? NOTHING : { rows, anchor: key });
}

function add(rows: Map<string, Set<number>>, { session, seq }: RowKey): void {
  const seqs = rows.get(session);
  if (seqs === undefined) rows.set(session, new Set([seq]));
  else seqs.add(seq);
}

function isSame(one: RowKey, other: RowKey): boolean {
  return one.session === other.session && one.seq === other.seq;
}

/** The row that a range to `key` starts from: one of the same log. */
function anchorFor(key: RowKey): RowKey | null {
  const { merged } = useScreen.getState();
  const { anchor } = usePickedStore.getState();
  if (anchor !== null && (merged || anchor.session === key.session)) return anchor;
  const selected = selectedRow();
  return merged || selected?.session === key.session ? selected : null;
}

function selectedRow(): RowKey | null {
  const { active, views } = useScreen.getState();
  const seq = active === null ? null : (views[active]?.selected ?? null);
  return active === null || seq === null ? null : { session: active, seq };
}

/** The visible position of a row; if the filter hides it, of the first one after it. */
function positionOf(rows: RowSource, { session, seq }: RowKey): number {
  const place = placeOf(rows, session, seq);
  return place === null ? rows.length : rows.positionFrom(place.session, place.index);
}

function rowAt(rows: RowSource, position: number): RowKey | undefined {
  const row = rows.at(position);
  if (row === undefined) return undefined;
  const { info, log } = row.session;
  return { session: info.session, seq: log.mirror.table.seqAt(row.index) };
}

/** The keys that pick rows in the log; true where the press was one of them. Escape also picks none. */
export function pickByKeys(event: KeyboardEvent): boolean {
  if (event.key === 'Escape') clearPicked();
  const isStep = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  if (!event.shiftKey || !isStep || event.ctrlKey || event.metaKey || event.altKey) return false;
  event.preventDefault();
  pickFurther(event.key === 'ArrowDown' ? 1 : -1);
  return true;
}

/** A click gives the keys to the log, not to the row: rows take turns in their elements. */
export function keepFocusOnLog(event: FocusEvent<HTMLElement>): void {
  if (event.target !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
}

/** A click with Shift picks rows; the browser would mark their text. */
export function keepFromSelectingText(event: MouseEvent<HTMLElement>): void {
  if (!event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.focus();
}
