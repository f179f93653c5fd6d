import { type FocusEvent, type KeyboardEvent, type MouseEvent, useMemo } from 'react';
import { create } from 'zustand';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { rowPlace, rowsInFront, useSessionNames } from '../log/front-rows.ts';
import type { RowSource } from '../log/row-source.ts';
import type { SessionLog } from '../log/session-log.ts';
import { selectedKey, selectInFront } from '../screen/screen-actions.ts';
import { type RowKey, useScreen } from '../screen/screen-store.ts';

/** The rows that a user selected together: of one session, or of several in the merged log. */
type Selection = {
  readonly rows: ReadonlyMap<string, ReadonlySet<number>>;
  /** The row from which a range reaches; null before one was selected with others. */
  readonly anchor: RowKey | null;
};

const NOTHING: Selection = { rows: new Map(), anchor: null };
const NONE: ReadonlySet<number> = new Set();

/** How several rows are selected, for a place that has none. */
export const SELECTION_HINT = 'click with Ctrl or Shift, or press J';

export const useSelection = create<Selection>(() => NOTHING);

/** The selected rows of a session, by seq. */
export function useSelectedRows(session: string): ReadonlySet<number> {
  return useSelection(({ rows }) => rows.get(session) ?? NONE);
}

export function selectedRows(session: string): ReadonlySet<number> {
  return useSelection.getState().rows.get(session) ?? NONE;
}

/** True if several rows are selected: one alone is no more than the current one. */
export function hasSeveralSelected(): boolean {
  let count = 0;
  for (const seqs of useSelection.getState().rows.values()) count += seqs.size;
  return count > 1;
}

export function clearSelection(): void {
  useSelection.setState(NOTHING);
}

type Keys = { readonly ctrlKey: boolean; readonly metaKey: boolean; readonly shiftKey: boolean };

/** A click on a row: with Ctrl (Cmd) it is selected too or no more, with Shift all rows up to it are. */
export function clickRow(key: RowKey, keys: Keys): void {
  if (keys.shiftKey) selectTo(key);
  else if (keys.ctrlKey || keys.metaKey) toggleSelected(key);
  else clearSelection();
  selectInFront(key.session, key.seq);
}

/** Selects every visible row from the anchor to this one. */
function selectTo(key: RowKey): void {
  const source = rowsInFront();
  if (source === undefined) return;
  const anchor = anchorFor(key) ?? key;
  const [first = 0, last = 0] = [anchor, key].map((one) => positionOf(source, one)).sort((a, b) => a - b);
  const rows = new Map<string, Set<number>>();
  for (let position = first; position <= last; position += 1) {
    const row = rowAt(source, position);
    if (row !== undefined) add(rows, row);
  }
  useSelection.setState({ rows, anchor });
}

/** Extends the selection from the current row by a step, or takes the last row back. */
export function extendSelection(step: 1 | -1): void {
  const selected = selectedKey();
  if (selected === null) return;
  const source = rowsInFront();
  if (source === undefined) return;
  const next = rowAt(source, positionOf(source, selected) + step);
  if (next === undefined) return;
  selectTo(next);
  selectInFront(next.session, next.seq);
}

function toggleSelected(key: RowKey): void {
  const anchor = anchorFor(key);
  const { merged } = useScreen.getState();
  const before = [...useSelection.getState().rows].filter(([session]) => merged || session === key.session);
  const rows = new Map(before.map(([session, seqs]) => [session, new Set(seqs)]));
  // The first row that is added to the current one takes that one in.
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

/** The row that a range to `key` starts from: one of the same log. */
function anchorFor(key: RowKey): RowKey | null {
  const { merged } = useScreen.getState();
  const { anchor } = useSelection.getState();
  if (anchor !== null && (merged || anchor.session === key.session)) return anchor;
  const selected = selectedKey();
  return merged || selected?.session === key.session ? selected : null;
}

/** The visible position of a row; if the filter hides it, of the first one after it. */
function positionOf(rows: RowSource, { session, seq }: RowKey): number {
  const place = rowPlace(rows, session, seq);
  return place === null ? rows.length : rows.positionFrom(place.session, place.index);
}

function rowAt(rows: RowSource, position: number): RowKey | undefined {
  const row = rows.at(position);
  if (row === undefined) return undefined;
  const { info, log } = row.session;
  return { session: info.session, seq: log.mirror.table.columns.seq.at(row.index) };
}

/** The keys that select rows in the log; true if the press was one of them. Escape also clears the selection. */
export function selectByKeys(event: KeyboardEvent): boolean {
  if (event.key === 'Escape') clearSelection();
  const isStep = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  if (!event.shiftKey || !isStep || event.ctrlKey || event.metaKey || event.altKey) return false;
  event.preventDefault();
  extendSelection(event.key === 'ArrowDown' ? 1 : -1);
  return true;
}

/** A click gives the keys to the log, not to the row: rows take turns in their elements. */
export function keepFocusOnLog(event: FocusEvent<HTMLElement>): void {
  if (event.target !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
}

/** A click with Shift selects rows; the browser would select their text. */
export function keepFromSelectingText(event: MouseEvent<HTMLElement>): void {
  if (!event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.focus();
}

/** The selected rows of one session. */
export type SelectionPart = {
  readonly info: SessionInfo;
  /** What the session is called beside the others. */
  readonly name: string;
  readonly seqs: ReadonlySet<number>;
};

/** The selected rows by session: in the merged log of every open one, else of the session in front. */
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

/** Which rows of a session's log are meant. */
export type LogPart = 'whole' | 'filtered' | 'rows' | 'selected';

const NONE_SEQRANGES: ReadonlySet<number> = new Set();

type ShownRows = {
  readonly mirror: { readonly table: { readonly columns: { readonly seq: { at(index: number): number } } } };
  readonly visible: Pick<SessionLog['visible'], 'length' | 'indexAt'>;
};

/** The seqs of a part of a log as ranges, first and last included; undefined for the whole of it. */
export function partRanges(
  log: ShownRows,
  part: LogPart,
  current: number | null,
  selected: ReadonlySet<number> = NONE_SEQRANGES,
): [number, number][] | undefined {
  if (part === 'whole') return undefined;
  if (part === 'rows') return seqRanges(selected);
  if (part === 'selected') return current === null ? [] : [[current, current]];
  const ranges: [number, number][] = [];
  const { visible, mirror } = log;
  let before = -2;
  for (let position = 0; position < visible.length; position += 1) {
    const index = visible.indexAt(position);
    const seq = mirror.table.columns.seq.at(index);
    const last = ranges.at(-1);
    if (last !== undefined && index === before + 1) last[1] = seq;
    else ranges.push([seq, seq]);
    before = index;
  }
  return ranges;
}

/**
 * The ranges of a part whose requests are sent again. Of a session that `grows` the whole ends here: what
 * comes after a dry run is not sent with it.
 */
export function sendRanges(
  log: Pick<SessionLog, 'mirror' | 'visible'>,
  part: LogPart,
  current: number | null,
  selected: ReadonlySet<number>,
  grows: boolean,
): [number, number][] | undefined {
  const { table } = log.mirror;
  if (part === 'whole' && grows)
    return [[0, table.length === 0 ? 0 : table.columns.seq.at(table.length - 1)]];
  return partRanges(log, part, current, selected);
}

/** Seqs as ranges in their order, first and last included. */
export function seqRanges(seqs: ReadonlySet<number>): [number, number][] {
  const ranges: [number, number][] = [];
  for (const seq of [...seqs].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && seq === last[1] + 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
}
