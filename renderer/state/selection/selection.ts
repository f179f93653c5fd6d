import { type FocusEvent, type KeyboardEvent, type MouseEvent, useMemo } from 'react';
import { create } from 'zustand';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { seqRanges } from '../../../app/frame/view/seq-ranges.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import { keyBeside, rowsBetween, shownRanges, useSessionNames } from '../log/front-view.ts';
import { sessionLog } from '../log/log-mirrors.ts';
import { selectedKey, selectInFront, useScreen } from '../screen/screen-store.ts';

type Selection = {
  readonly rows: ReadonlyMap<string, ReadonlySet<number>>;
  /** The start of a range; null before several rows were selected. */
  readonly anchor: RowKey | null;
};

const NOTHING: Selection = { rows: new Map(), anchor: null };
const NONE: ReadonlySet<number> = new Set();

/** How to select several rows, where none are. */
export const SELECTION_HINT = 'click with Ctrl or Shift, or press J';

export const useSelection = create<Selection>(() => NOTHING);

export function useSelectedRows(session: string): ReadonlySet<number> {
  return useSelection(({ rows }) => rows.get(session) ?? NONE);
}

export function selectedRows(session: string): ReadonlySet<number> {
  return useSelection.getState().rows.get(session) ?? NONE;
}

/** True if several rows are selected: a single one is just the current row. */
export function hasSeveralSelected(): boolean {
  let count = 0;
  for (const seqs of useSelection.getState().rows.values()) count += seqs.size;
  return count > 1;
}

export function clearSelection(): void {
  useSelection.setState(NOTHING);
}

type Keys = { readonly ctrlKey: boolean; readonly metaKey: boolean; readonly shiftKey: boolean };

/** Handles a click on a row: Ctrl (Cmd) toggles it, Shift selects all rows up to it. */
export function clickRow(key: RowKey, keys: Keys): void {
  if (keys.shiftKey) void selectTo(key);
  else if (keys.ctrlKey || keys.metaKey) toggleSelected(key);
  else clearSelection();
  selectInFront(key.session, key.seq);
}

async function selectTo(key: RowKey): Promise<void> {
  const anchor = anchorFor(key) ?? key;
  const between = await rowsBetween(anchor, key);
  if (between === undefined) return;
  const rows = new Map(between.map(({ session, ranges }) => [session, seqsIn(ranges)]));
  useSelection.setState({ rows, anchor });
}

function seqsIn(ranges: readonly (readonly [number, number])[]): Set<number> {
  const seqs = new Set<number>();
  for (const [first, last] of ranges) for (let seq = first; seq <= last; seq += 1) seqs.add(seq);
  return seqs;
}

/** Extends the selection from the current row by one step, or shrinks it. */
export async function extendSelection(step: 1 | -1): Promise<void> {
  const selected = selectedKey();
  const next = selected === null ? undefined : await keyBeside(selected, step);
  if (next === undefined) return;
  const selecting = selectTo(next);
  selectInFront(next.session, next.seq);
  await selecting;
}

function toggleSelected(key: RowKey): void {
  const anchor = anchorFor(key);
  const { merged } = useScreen.getState();
  const before = [...useSelection.getState().rows].filter(([session]) => merged || session === key.session);
  const rows = new Map(before.map(([session, seqs]) => [session, new Set(seqs)]));
  // The first row added to the current one also selects the current one.
  if (rows.size === 0 && anchor !== null && !isSame(anchor, key)) add(rows, anchor);
  const seqs = rows.get(key.session);
  if (seqs?.delete(key.seq) !== true) add(rows, key);
  else if (seqs.size === 0) rows.delete(key.session);
  useSelection.setState(rows.size === 0 ? NOTHING : { rows, anchor: key });
}

function add(rows: Map<string, Set<number>>, { session, seq }: RowKey): void {
  const seqs = rows.get(session);
  if (seqs === undefined) rows.set(session, new Set([seq]));
  else seqs.add(seq);
}

function isSame(one: RowKey, other: RowKey): boolean {
  return one.session === other.session && one.seq === other.seq;
}

function anchorFor(key: RowKey): RowKey | null {
  const { merged } = useScreen.getState();
  const { anchor } = useSelection.getState();
  if (anchor !== null && (merged || anchor.session === key.session)) return anchor;
  const selected = selectedKey();
  return merged || selected?.session === key.session ? selected : null;
}

/** Handles the keys that select rows in the log; true if it was one of them. Escape clears the selection. */
export function selectByKeys(event: KeyboardEvent): boolean {
  if (event.key === 'Escape') clearSelection();
  const isStep = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  if (!event.shiftKey || !isStep || event.ctrlKey || event.metaKey || event.altKey) return false;
  event.preventDefault();
  void extendSelection(event.key === 'ArrowDown' ? 1 : -1);
  return true;
}

/** A click focuses the log, not the row: rows reuse elements. */
export function keepFocusOnLog(event: FocusEvent<HTMLElement>): void {
  if (event.target !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
}

/** A Shift click selects rows; the browser would select their text. */
export function keepFromSelectingText(event: MouseEvent<HTMLElement>): void {
  if (!event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.focus();
}

export type SelectionPart = {
  readonly info: SessionInfo;
  /** The session's name among the others. */
  readonly name: string;
  readonly seqs: ReadonlySet<number>;
};

/** The selected rows by session: in the merged log those of every open one, else of the active session. */
export function useSelectionParts(): readonly SelectionPart[] {
  const rows = useSelection(({ rows }) => rows);
  const { sessions, active, merged } = useScreen();
  const names = useSessionNames();
  return useMemo(
    () =>
      sessions
        .filter(({ session }) => merged || session === active)
        .flatMap((info) => {
          const seqs = rows.get(info.session);
          const name = names.get(info.session)?.label ?? info.label;
          return seqs === undefined ? [] : [{ info, name, seqs }];
        }),
    [rows, sessions, active, merged, names],
  );
}

export type LogPart = 'whole' | 'filtered' | 'rows' | 'selected';

const NONE_SEQRANGES: ReadonlySet<number> = new Set();

/** The seqs of a part of the active log as inclusive ranges; undefined for the whole log. */
export async function partRanges(
  session: string,
  part: LogPart,
  current: number | null,
  selected: ReadonlySet<number> = NONE_SEQRANGES,
): Promise<[number, number][] | undefined> {
  if (part === 'whole') return undefined;
  if (part === 'rows') return seqRanges(selected);
  if (part === 'selected') return current === null ? [] : [[current, current]];
  return (await shownRanges(session)) ?? [];
}

/** The ranges to re-run; for a session that `grows`, the whole ends here, at the dry run. */
export async function sendRanges(
  session: string,
  part: LogPart,
  current: number | null,
  selected: ReadonlySet<number>,
  grows: boolean,
): Promise<[number, number][] | undefined> {
  if (part !== 'whole' || !grows) return partRanges(session, part, current, selected);
  const { table } = sessionLog(session).mirror;
  return [[0, table.length === 0 ? 0 : table.columns.seq.at(table.length - 1)]];
}
