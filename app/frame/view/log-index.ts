import { partitionPoint } from '../../base/partition-point.ts';
import type { RowBefore, RowTable } from '../row-table.ts';
import { ERROR_TIERS, type ErrorTier, isErrorTier, type Tier } from '../tier.ts';
import { IndexSet } from './index-set.ts';
import { RowFolds } from './row-folds.ts';
import type { RowFollower } from './row-follower.ts';
import { timedLength } from './row-source.ts';
import { RowSpan } from './row-span.ts';

/** Rows taken between two checks of the clock. */
const STEP = 1000;

/** Everything that views of a log read from its rows, computed once for all and updated row by row. */
export class LogIndex {
  readonly table: RowTable;
  readonly folds: RowFolds;
  readonly errors = new ErrorRows();
  readonly stderr = new StderrTimes();
  readonly bookmarks = new BookmarkRows();
  readonly span = new RowSpan();
  readonly latencies = new LatencySketch();
  readonly #followers: RowFollower[];
  readonly #views = new Set<(index: number) => void>();
  #length = 0;

  constructor(table: RowTable) {
    this.table = table;
    this.folds = new RowFolds(table);
    this.#followers = [this.stderr, this.bookmarks, this.errors, this.span, this.latencies];
    const rowAt = table.reader();
    table.listen((index, before) => {
      if (index >= this.#length) return;
      this.folds.changed(rowAt(index), index);
      for (const follower of this.#followers) follower.changed?.(table, index, before);
      for (const view of this.#views) view(index);
    });
  }

  get length(): number {
    return this.#length;
  }

  /** How many rows, from the first on, are in time order. */
  get timed(): number {
    return timedLength(this.table);
  }

  /** The index of the last row at or before a time in milliseconds; -1 for none. */
  rowAtTime(at: number): number {
    return partitionPoint(this.timed, (index) => this.table.columns.at.at(index) <= at) - 1;
  }

  get upToDate(): boolean {
    return this.#length >= this.table.length;
  }

  /** Takes the log's new rows until `isLate`; true once all are taken. */
  advance(isLate: () => boolean): boolean {
    while (!this.upToDate) {
      const end = Math.min(this.table.length, this.#length + STEP);
      const from = this.#length;
      this.folds.takeUpTo(end);
      this.#length = end;
      const marks = this.bookmarks.indexes.length;
      for (const follower of this.#followers) follower.added(this.table, from, end);
      // A filter may test for bookmarks, and a bookmark comes after its row.
      for (const mark of this.bookmarks.indexes.slice(marks)) this.#tellOfPair(mark);
      if (isLate()) return this.upToDate;
    }
    return true;
  }

  #tellOfPair(mark: number): void {
    const about = this.table.indexOf(this.table.columns.pair.at(mark));
    if (about >= 0) for (const view of this.#views) view(about);
  }

  follow(follower: RowFollower): void {
    follower.added(this.table, 0, this.#length);
    this.#followers.push(follower);
  }

  /** Calls `changed` for each change of a taken row, after the groups. */
  watch(changed: (index: number) => void): () => void {
    this.#views.add(changed);
    return () => this.#views.delete(changed);
  }
}

/** The rows in an error tier, together and by tier. */
export class ErrorRows implements RowFollower {
  readonly rows = new IndexSet();
  readonly #byTier = new Map<Tier, IndexSet>(ERROR_TIERS.map((tier) => [tier, new IndexSet()]));

  /** How many of the rows before this index are in a tier. */
  countBefore(tier: ErrorTier, index: number): number {
    return this.#byTier.get(tier)?.rank(index) ?? 0;
  }

  added(table: RowTable, from: number, end: number): void {
    for (let index = from; index < end; index += 1) this.#set(table, index);
  }

  changed(table: RowTable, index: number, before: RowBefore): void {
    this.#byTier.get(before.tier)?.set(index, false);
    this.#set(table, index);
  }

  #set(table: RowTable, index: number): void {
    const tier = table.columns.tier.at(index);
    this.rows.set(index, isErrorTier(tier));
    this.#byTier.get(tier)?.set(index, true);
  }
}

/** The times of stderr lines, to tell whether any came during a call. */
class StderrTimes implements RowFollower {
  readonly #times: number[] = [];

  added(table: RowTable, from: number, end: number): void {
    for (let index = from; index < end; index += 1) {
      if (table.columns.kind.at(index) === 'stderr') this.#times.push(table.columns.at.at(index));
    }
  }

  /** True if a line was written between two times in milliseconds, both inclusive. */
  between(from: number, to: number): boolean {
    const first = partitionPoint(this.#times.length, (place) => (this.#times[place] ?? 0) < from);
    return (this.#times[first] ?? Number.POSITIVE_INFINITY) <= to;
  }
}

/** The bookmarks: their positions, their rows, and their notes. */
export class BookmarkRows implements RowFollower {
  readonly #indexes: number[] = [];
  readonly #notes = new Map<number, string>();
  /** The indexes of the bookmarked rows, or of the bookmarks themselves. */
  readonly places = new IndexSet();

  get indexes(): readonly number[] {
    return this.#indexes;
  }

  /** The user's note on the row with this `seq`; empty if there is none. */
  noteOf(seq: number): string {
    return this.#notes.get(seq) ?? '';
  }

  added(table: RowTable, from: number, end: number): void {
    for (let index = from; index < end; index += 1) {
      if (table.columns.kind.at(index) === 'mark') this.#add(table, index);
    }
  }

  #add(table: RowTable, index: number): void {
    this.#indexes.push(index);
    const row = table.row(index);
    const about = row === undefined || row.pair === 0 ? -1 : table.indexOf(row.pair);
    if (row !== undefined && about >= 0) {
      const notes = [this.noteOf(row.pair), row.text].filter((text) => text !== '');
      this.#notes.set(row.pair, notes.join(' · '));
    }
    this.places.set(about < 0 ? index : about, true);
  }
}

const LATENCY_STEP = Math.log(1.04);
const SMALLEST_MS = 0.01;

/** Durations of answered calls as quantiles, accurate to 4 % at one addition per call. */
export class LatencySketch implements RowFollower {
  readonly #buckets: number[] = [];
  #count = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = 0;

  get count(): number {
    return this.#count;
  }

  added(table: RowTable, from: number, end: number): void {
    for (let index = from; index < end; index += 1) {
      const shape = table.columns.shape.at(index);
      const duration = shape === 'result' || shape === 'error' ? table.columns.durationMs.at(index) : -1;
      if (duration < 0) continue;
      const bucket = Math.ceil(Math.log(Math.max(duration, SMALLEST_MS) / SMALLEST_MS) / LATENCY_STEP);
      this.#least = Math.min(this.#least, duration);
      this.#most = Math.max(this.#most, duration);
      this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
      this.#count += 1;
    }
  }

  /** The milliseconds within which this share (0 to 1) of calls finished, as measured at most; NaN without calls. */
  quantile(quantile: number): number {
    const wanted = Math.ceil(this.#count * quantile);
    let seen = 0;
    for (const [bucket, count] of this.#buckets.entries()) {
      seen += count ?? 0;
      if (seen < wanted || count === undefined) continue;
      return Math.min(this.#most, Math.max(this.#least, SMALLEST_MS * Math.exp(bucket * LATENCY_STEP)));
    }
    return Number.NaN;
  }
}
