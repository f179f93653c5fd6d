import { partitionPoint } from '../../../app/base/partition-point.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import type { Row } from '../../../app/frame/row.ts';
import type { RowTable } from '../../../app/frame/row-table.ts';
import { FindingsMirror, type FindingsOptions } from './findings-mirror.ts';
import { FoldedRows } from './folded-rows.ts';
import { LogMirror, type MirrorOptions, type RowFollower } from './log-mirror.ts';
import { useLogView } from './log-view.ts';
import type { RowList } from './row-list.ts';
import { TimeBins } from './time-bins.ts';
import { VisibleRows } from './visible-rows.ts';

const STEP = Math.log(1.04);
const SMALLEST_MS = 0.01;

/** How long answered calls took, as quantiles that are true to 4 % and cost one addition a call. */
export class LatencySketch implements RowFollower {
  readonly #buckets: number[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  added(table: RowTable, from: number, end: number): void {
    for (let index = from; index < end; index += 1) {
      const shape = table.columns.shape.at(index);
      const duration = shape === 'result' || shape === 'error' ? table.columns.durationMs.at(index) : -1;
      if (duration < 0) continue;
      const bucket = Math.max(0, Math.ceil(Math.log(Math.max(duration, SMALLEST_MS) / SMALLEST_MS) / STEP));
      this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
      this.#count += 1;
    }
  }

  /** Milliseconds that the share `quantile` (0 to 1) of calls stayed below; NaN if there are none. */
  quantile(quantile: number): number {
    const wanted = Math.ceil(this.#count * quantile);
    let seen = 0;
    for (const [bucket, count] of this.#buckets.entries()) {
      seen += count ?? 0;
      if (seen >= wanted && count !== undefined) return SMALLEST_MS * Math.exp(bucket * STEP);
    }
    return Number.NaN;
  }
}

/** The indexes of the rows whose tier is not ok, in order. */
export class ErrorRows implements RowFollower {
  readonly #indexes: number[] = [];

  get indexes(): readonly number[] {
    return this.#indexes;
  }

  added(table: RowTable, from: number, end: number): void {
    for (let index = from; index < end; index += 1) {
      if (table.columns.tier.at(index) !== 'ok') this.#indexes.push(index);
    }
  }

  changed(row: Row, before: Row, index: number): void {
    if ((row.tier === 'ok') === (before.tier === 'ok')) return;
    const place = this.placeOf(index);
    if (row.tier === 'ok') this.#indexes.splice(place, 1);
    else this.#indexes.splice(place, 0, index);
  }

  /** The place in `indexes` of the first one that is `index` or greater. */
  placeOf(index: number): number {
    return partitionPoint(this.#indexes.length, (place) => (this.#indexes[place] ?? 0) < index);
  }
}

/** When the server wrote to stderr, so that a call can be asked whether it did meanwhile. */
class StderrTimes implements RowFollower {
  readonly #times: number[] = [];

  added(table: RowTable, from: number, end: number): void {
    for (let index = from; index < end; index += 1) {
      if (table.columns.kind.at(index) === 'stderr') this.#times.push(table.columns.at.at(index));
    }
  }

  /** True if a line was written between two times, in milliseconds, both included. */
  between(from: number, to: number): boolean {
    const first = partitionPoint(this.#times.length, (place) => (this.#times[place] ?? 0) < from);
    return (this.#times[first] ?? Number.POSITIVE_INFINITY) <= to;
  }
}

/** The bookmarks: where they stand, what they are about, and what they say. */
export class BookmarkRows implements RowFollower {
  readonly #indexes: number[] = [];
  readonly #notes = new Map<number, string>();
  /** The indexes of what the bookmarks are about, in order: of another row, or their own. */
  #places: readonly number[] = [];

  get indexes(): readonly number[] {
    return this.#indexes;
  }

  get places(): readonly number[] {
    return this.#places;
  }

  /** What the user noted about the row of `seq`; empty for nothing. */
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
    if (row !== undefined && about >= 0)
      this.#notes.set(row.pair, [this.noteOf(row.pair), row.text].filter((text) => text !== '').join(' · '));
    this.#places = [...new Set([...this.#places, about < 0 ? index : about])].sort((a, b) => a - b);
  }
}

type SessionLogOptions = MirrorOptions & { readonly readFindings: FindingsOptions['read'] };

/** One session's rows on the screen, with everything that follows them row by row. */
export class SessionLog {
  readonly mirror: LogMirror;
  readonly findings: FindingsMirror;
  readonly visible: VisibleRows;
  readonly folded: FoldedRows;
  readonly errors = new ErrorRows();
  readonly stderr = new StderrTimes();
  readonly bins = new TimeBins();
  readonly latencies = new LatencySketch();
  readonly bookmarks = new BookmarkRows();

  constructor(options: SessionLogOptions) {
    const { session, readFindings, onChange, onFault } = options;
    this.mirror = new LogMirror(options);
    this.visible = new VisibleRows(this.mirror.table);
    this.folded = new FoldedRows(this.mirror.table, this.visible);
    // Before the filter, which asks it.
    this.mirror.follow(this.stderr);
    this.mirror.follow(this.bookmarks);
    this.mirror.follow(this.visible);
    this.mirror.follow(this.folded);
    this.mirror.follow(this.errors);
    this.mirror.follow(this.bins);
    this.mirror.follow(this.latencies);
    this.mirror.follow({ added: (table, from, end) => this.#remarked(table, from, end) });
    this.findings = new FindingsMirror({
      session,
      read: readFindings,
      onFound: (found) => {
        this.#retier(found);
        onChange();
      },
      onFault,
    });
  }

  /** The rows as the log shows them now: a row for each call, or for each frame. */
  get list(): RowList {
    return useLogView.getState().rows === 'calls' ? this.folded : this.visible;
  }

  /** A filter may ask for rules, and a finding comes after its row. */
  #retier(found: readonly Finding[]): void {
    for (const { seq } of found) this.#filterAgain(seq);
  }

  /** A filter may ask for bookmarks, and a bookmark comes after what it is about. */
  #remarked(table: RowTable, from: number, end: number): void {
    for (let index = from; index < end; index += 1) {
      const about = table.columns.kind.at(index) === 'mark' ? (table.row(index)?.pair ?? 0) : 0;
      if (about > 0) this.#filterAgain(about);
    }
  }

  #filterAgain(seq: number): void {
    const index = this.mirror.table.indexOf(seq);
    const row = this.mirror.table.row(index);
    if (row === undefined) return;
    this.visible.changed(row, row, index);
    this.folded.changed(row, row, index);
  }
}
