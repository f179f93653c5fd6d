import { getOrCreate } from '../../base/grouped-by.ts';
import { perKey } from '../../base/per-key.ts';
import { blockOfRows } from '../row-table.ts';
import { ERROR_TIERS, isErrorTier } from '../tier.ts';
import { DrawnRows } from './drawn-rows.ts';
import { FoldedRows } from './folded-rows.ts';
import type { LogIndex } from './log-index.ts';
import { MergedRows } from './merged-rows.ts';
import { type ListedLog, passingRows, type RowSource, SessionRows } from './row-source.ts';
import { seqRanges } from './seq-ranges.ts';
import { type RowSort, SortedRows } from './sorted-rows.ts';
import { type ViewedLog, viewFilter } from './view-filter.ts';
import type {
  Matches,
  PlaceInView,
  RowAt,
  RowKey,
  ViewItem,
  ViewOrder,
  ViewRows,
  ViewState,
} from './view-page.ts';
import { ViewWalk } from './view-walk.ts';
import { VisibleRows } from './visible-rows.ts';

/** Rows filtered between two checks of the clock. */
const FILTER_STEP = 500;

/** Up to this length, a growing sorted log is sorted again; beyond it, new rows stay at the end. */
const SORTED_AFRESH = 20_000;
/** How many rows of a long log may be out of their sorted place. */
const MAX_MOVED = 256;

type OpenLog = ListedLog & {
  readonly viewed: ViewedLog;
  readonly folded: FoldedRows;
  readonly close: () => void;
};

type Sorted = { readonly rows: SortedRows; readonly edits: readonly number[]; readonly generation: number };

/** The rows of one or more sessions as one screen shows them: filtered, folded, merged, sorted. It holds no rows. */
export class LogView {
  readonly #logs = new Map<string, OpenLog>();
  /** The open groups of each log, whether shown or not. */
  readonly #open = perKey((_: LogIndex) => new Set<number>());
  readonly #merged = new MergedRows();
  #order = NOTHING_ORDERED;
  #source: RowSource = NO_ROWS;
  #sorted: Sorted | undefined;
  /** The order that will replace it. */
  #sorting: Sorted | undefined;
  #isMerged = false;
  #filter = '';
  /** What the last generation showed. */
  #shown = '';
  #generation = 0;

  /** Changes what is shown; `logs` are the logs of the order. A filter text that cannot be parsed filters nothing. */
  take(order: ViewOrder, logs: readonly ViewedLog[]): void {
    const filter = viewFilter(order.filter);
    const shown = filter.ok ? filter : viewFilter({ ...order.filter, text: '' });
    const wanted = shown.ok ? shown.value : null;
    const key = JSON.stringify(order.filter);
    const isOther = key !== this.#filter;
    this.#filter = key;
    for (const [session, { viewed, close }] of [...this.#logs]) {
      if (logs.some((log) => log.session === session && log.index === viewed.index)) continue;
      close();
      this.#logs.delete(session);
    }
    const opened = logs.map((viewed) => {
      const known = this.#logs.get(viewed.session);
      const log = this.#opened(viewed, order, known);
      if (known === undefined || isOther) log.visible.setFilter(wanted?.(viewed) ?? null);
      this.#logs.set(viewed.session, log);
      return log;
    });
    this.#order = order;
    const [own] = opened;
    this.#source = order.merged ? this.#merged : own === undefined ? NO_ROWS : new SessionRows(own);
    this.#isMerged = !order.merged || this.#merged.sync(opened);
    if (order.sort === null) this.#sorted = this.#sorting = undefined;
  }

  close(): void {
    for (const { close } of this.#logs.values()) close();
    this.#logs.clear();
  }

  /** Filters these rows again because more is known about them, for example their findings. */
  looksAgain(session: string, seqs: readonly number[]): void {
    const log = this.#logs.get(session);
    if (log === undefined) return;
    const rowAt = log.table.reader();
    for (const seq of seqs) {
      const index = log.table.indexOf(seq);
      if (index < 0) continue;
      log.visible.changed(rowAt(index), index);
      log.folded.changed(index);
    }
  }

  /** Takes new rows of the logs until `isLate`; true once nothing is left to do. */
  advance(isLate: () => boolean): boolean {
    for (const { viewed, visible } of this.#logs.values()) {
      if (!viewed.index.advance(isLate)) return false;
      while (!visible.upToDate) {
        visible.advance(FILTER_STEP);
        if (isLate()) return false;
      }
    }
    while (this.#order.merged) {
      this.#isMerged = this.#merged.sync(this.#listed);
      if (this.#isMerged) break;
      if (isLate()) return false;
    }
    return this.#inOrder(isLate);
  }

  get state(): ViewState {
    const logs = [...this.#logs.values()];
    return {
      length: this.#rows.length,
      passing: passingRows(this.#source),
      total: logs.reduce((sum, { table }) => sum + table.length, 0),
      upToDate:
        this.#isMerged && logs.every(({ visible, viewed }) => visible.upToDate && viewed.index.upToDate),
      generation: this.#generationNow,
      timed: this.#order.sessions.map((session) => this.#logs.get(session)?.viewed.index.timed ?? 0),
    };
  }

  get errors(): number {
    return this.#listed.reduce((sum, { viewed }) => sum + viewed.index.errors.rows.length, 0);
  }

  /** The rows at positions from `first` up to but not including `end`. */
  rows(first: number, end: number, matches: Matches = () => undefined): ViewRows {
    const rows = new DrawnRows();
    const items: ViewItem[] = [];
    const from = Math.max(0, first);
    for (let position = from; position < end; position += 1) {
      const item = this.#item(position, rows, matches);
      if (item === undefined) break;
      items.push(item);
    }
    const before = from === 0 ? (items[0]?.at ?? 0) : this.#rows.timeAt(from - 1);
    return { first: from, before, items, block: blockOfRows(rows.all) };
  }

  /** The key of the row at a position, clamped to the ends. */
  keyAt(position: number): RowKey | undefined {
    const row = this.#rows.at(Math.min(Math.max(position, 0), this.#rows.length - 1));
    return row && { session: row.log.session, seq: row.log.table.columns.seq.at(row.index) };
  }

  positionAtTime(time: number): number {
    return this.#rows.positionFromTime(time);
  }

  placeOf(row: RowAt): PlaceInView {
    const index = this.#indexOf(row);
    const { session } = row;
    const rows = this.#rows;
    const log = this.#logs.get(session);
    if (log === undefined || index < 0 || index >= log.table.length)
      return { index: -1, at: 0, position: -1, from: rows.length };
    return {
      ...{ index, at: log.table.columns.at.at(index) },
      position: rows.positionOf(session, index),
      from: rows.positionFrom(session, index),
    };
  }

  /** How many positions start at or before a row index, for a single log. */
  startedBy(index: number): number {
    const [session = ''] = this.#order.sessions;
    return this.#rows.startedBy(session, index);
  }

  /** A walk over what is shown now. */
  get walk(): ViewWalk {
    return new ViewWalk(this.#listed, this.#rows);
  }

  /** The next or previous shown error, bookmark or frame from a row, wrapping around. */
  next(what: 'error' | 'bookmark' | 'frame', from: RowAt | null, step: 1 | -1): RowKey | undefined {
    const index = from === null ? -1 : this.#indexOf(from);
    const place = from === null || index < 0 ? null : { session: from.session, index };
    const found = this.walk.next(what, place, step);
    const log = found && this.#logs.get(found.session);
    return log && { session: found.session, seq: log.table.columns.seq.at(found.index) };
  }

  /** Opens, closes or toggles the group of a row; returns the seq of the group's row. */
  fold({ session, seq }: RowKey, open: boolean | 'toggle'): number {
    const log = this.#logs.get(session);
    const index = this.#indexOf({ session, seq });
    if (log === undefined || index < 0 || log.list !== log.folded) return seq;
    const { folds } = log.folded;
    const key = folds.keyAt(index);
    const shownRow = log.table.columns.seq.at(folds.shownOf(key));
    if (folds.sizeOf(key) > 1) log.folded.setOpen(index, open === 'toggle' ? !log.folded.isOpen(key) : open);
    return shownRow;
  }

  /** Makes a row listed by opening the group that it is folded into; false if nothing changes. */
  list(row: RowAt): boolean {
    const log = this.#logs.get(row.session);
    const index = this.#indexOf(row);
    if (log === undefined || index < 0 || !log.visible.has(index) || log.list.isListed(index)) return false;
    log.folded.setOpen(index, true);
    return true;
  }

  between(one: RowKey, other: RowKey): ReadonlyMap<string, [number, number][]> {
    const [first = 0, last = 0] = [one, other].map((key) => this.placeOf(key).from).sort((a, b) => a - b);
    const found = new Map<string, number[]>();
    for (let position = first; position <= last; position += 1) {
      const key = position < this.#rows.length ? this.keyAt(position) : undefined;
      if (key === undefined) break;
      getOrCreate(found, key.session, () => []).push(key.seq);
    }
    return new Map([...found].map(([session, seqs]) => [session, seqRanges(seqs)]));
  }

  shown(session: string): [number, number][] {
    const log = this.#logs.get(session);
    if (log === undefined) return [];
    const ranges: [number, number][] = [];
    let before = -2;
    for (let position = 0; position < log.visible.length; position += 1) {
      const index = log.visible.indexAt(position);
      const seq = log.table.columns.seq.at(index);
      const last = ranges.at(-1);
      if (last !== undefined && index === before + 1) last[1] = seq;
      else ranges.push([seq, seq]);
      before = index;
    }
    return ranges;
  }

  /** For each of `parts` equal parts of the log, the worst error as its index in `ERROR_TIERS` plus 1; 0 for none. */
  *marks(parts: number): Generator<undefined, Uint8Array<ArrayBuffer>> {
    const marks = new Uint8Array(parts);
    const rows = this.#rows;
    const last = Math.max(rows.length - 1, 1);
    for (const { session, table, viewed } of this.#listed) {
      const errors = viewed.index.errors.rows;
      for (let place = 0; place < errors.length; place += 1) {
        if (place % FILTER_STEP === 0) yield;
        const index = errors.at(place);
        const position = rows.positionOf(session, index);
        if (position < 0) continue;
        const part = Math.min(parts - 1, Math.round((position / last) * (parts - 1)));
        const tier = table.columns.tier.at(index);
        const rank = isErrorTier(tier) ? ERROR_TIERS.indexOf(tier) + 1 : 0;
        const held = marks[part] ?? 0;
        if (held === 0 || rank < held) marks[part] = rank;
      }
    }
    return marks;
  }

  get #generationNow(): number {
    const { sessions, merged, rows, sort } = this.#order;
    const shown = JSON.stringify([sessions, merged, rows, sort, this.#filter, this.#source.generation]);
    if (shown !== this.#shown) this.#generation += 1;
    this.#shown = shown;
    return this.#generation;
  }

  get #listed(): OpenLog[] {
    return [...this.#logs.values()];
  }

  get #rows(): RowSource {
    return this.#sorted?.rows ?? this.#source;
  }

  #opened(viewed: ViewedLog, { rows, merged }: ViewOrder, known: OpenLog | undefined): OpenLog {
    const { table, folds } = viewed.index;
    const visible = known?.visible ?? new VisibleRows(table);
    const folded = known?.folded ?? new FoldedRows(folds, visible, this.#open(viewed.index));
    const list = rows === 'calls' ? folded : visible;
    const base = merged ? viewed.startMs : 0;
    const opened = { session: viewed.session, viewed, base, table, visible, folded, list };
    if (known !== undefined) return { ...opened, close: known.close };
    const rowAt = table.reader();
    const unwatch = viewed.index.watch((index) => {
      visible.changed(rowAt(index), index);
      folded.changed(index);
    });
    const close = () => {
      unwatch();
      folded.close();
    };
    return { ...opened, close };
  }

  #indexOf(row: RowAt): number {
    if ('index' in row) return row.index;
    return this.#logs.get(row.session)?.table.indexOf(row.seq) ?? -1;
  }

  /** Updates the user's sort order if it is out of date; true once it is current. */
  #inOrder(isLate: () => boolean): boolean {
    const { sort } = this.#order;
    if (sort === null) return true;
    if (this.#sorted !== undefined && this.#holds(this.#sorted, sort)) return true;
    if (this.#sorting === undefined || !this.#holds(this.#sorting, sort)) {
      const edits = this.#listed.map(({ list }) => list.edits.count);
      const { generation } = this.#source;
      this.#sorting = { rows: new SortedRows(this.#source, sort), edits, generation };
    }
    // A growing log keeps its order until it has the next one.
    if (
      this.#sorted !== undefined &&
      !(this.#isOf(this.#sorted, sort) && Number.isFinite(this.#moved(this.#sorted)))
    )
      this.#sorted = undefined;
    if (!this.#sorting.rows.advance(isLate)) return false;
    this.#sorted = this.#sorting;
    this.#sorting = undefined;
    return true;
  }

  /** True if the order holds; a long log's also holds if only a few rows have moved since. */
  #holds(one: Sorted, wanted: RowSort): boolean {
    const { rows } = one;
    const { length } = this.#source;
    const most = length > SORTED_AFRESH ? MAX_MOVED : 0;
    if (!this.#isOf(one, wanted) || this.#moved(one) > most) return false;
    return most > 0 || !rows.isDone || length === rows.sorted;
  }

  /** The most rows of a log that moved since this order was begun; infinite if that is not known. */
  #moved({ edits }: Sorted): number {
    const counts = this.#listed.map(
      ({ list }, at) => list.edits.since(edits[at] ?? 0)?.length ?? Number.POSITIVE_INFINITY,
    );
    return Math.max(0, ...counts);
  }

  /** True for the wanted order of these rows, perhaps without those that came since. */
  #isOf({ rows, generation }: Sorted, { by, falls }: RowSort): boolean {
    const source = this.#source;
    const isSame = by === rows.sort.by && falls === rows.sort.falls && generation === source.generation;
    return isSame && rows.isOf(source) && !(rows.isDone && source.length < rows.sorted);
  }

  #item(position: number, drawn: DrawnRows, matches: Matches): ViewItem | undefined {
    const place = this.#rows.at(position);
    const log = place && this.#logs.get(place.log.session);
    if (place === undefined || log === undefined) return undefined;
    const { index, key, inside } = place;
    const { folds } = log.folded;
    const isGroup = log.list === log.folded && !inside && folds.keyAt(index) === key;
    const isCall = isGroup && folds.isExchange(key);
    const { bookmarks } = log.viewed.index;
    const seqAt = (at: number) => log.table.columns.seq.at(at);
    const note = bookmarks.noteOf(seqAt(index));
    return {
      log: this.#order.sessions.indexOf(log.session),
      row: drawn.placeOf(log, index),
      request: isCall ? drawn.placeOf(log, key) : -1,
      ...{ index, key, inside, dim: inside && !log.visible.has(index) },
      folded: isGroup ? folds.sizeOf(key) - 1 : 0,
      open: isGroup && log.folded.isOpen(key),
      repeats: isCall ? folds.repeatsOf(key) : 1,
      number: this.#numberAt(position, log.session, index, inside),
      at: this.#rows.timeAt(position),
      match: matches(log.session)?.has(seqAt(index)) === true,
      note: note === '' && isCall ? bookmarks.noteOf(seqAt(key)) : note,
    };
  }

  /** The number of a position among the filtered rows: that of the last row before the next position. */
  #numberAt(position: number, session: string, index: number, inside: boolean): number {
    const rows = this.#rows;
    const next = this.#sorted === undefined ? rows.at(position + 1) : undefined;
    if (this.#sorted !== undefined || inside || next?.inside === true) return rows.numberOf(session, index);
    return next === undefined ? passingRows(rows) : rows.numberOf(next.log.session, next.key) - 1;
  }
}

const NO_ROWS: RowSource = new MergedRows();
const NOTHING_ORDERED: ViewOrder = {
  ...{ sessions: [], merged: false, rows: 'calls', sort: null },
  filter: { text: '', tiers: [], span: null },
};
