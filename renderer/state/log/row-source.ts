import { partitionPoint } from '../../../app/base/partition-point.ts';
import type { LogState, SessionInfo } from '../../../app/contract/session-info.ts';
import type { RowTable } from '../../../app/frame/row-table.ts';
import type { ListedRow } from './row-list.ts';
import type { SessionLog } from './session-log.ts';

/** The part of a session's log that a source reads; a test gives no more. */
export type SourceLog = Pick<SessionLog, 'mirror' | 'visible' | 'errors' | 'list'>;

/** One session whose rows are shown. */
export type SourceSession<Log extends SourceLog = SessionLog> = {
  readonly info: SessionInfo;
  readonly log: Log;
  /** Milliseconds that are added to the times of its rows: 0 if it stands alone, else its start by the wall clock. */
  readonly base: number;
};

/** When a session started by the wall clock, in milliseconds since 1970; 0 if that is not known. */
export function startOf({ startedAt }: Pick<SessionInfo, 'startedAt'>): number {
  const start = Date.parse(startedAt);
  return Number.isNaN(start) ? 0 : start;
}

/** A row by its session and its index there. */
export type RowPlace = { readonly session: string; readonly index: number };

/** The row at a visible position. */
export type SourceRow<Log extends SourceLog = SessionLog> = ListedRow & {
  readonly session: SourceSession<Log>;
};

/**
 * The visible rows of a log in the order of time, of one session or of several. Rows are named by their
 * position and stay in the columns of their session: a source holds no copy of a row.
 */
export type RowSource<Log extends SourceLog = SessionLog> = {
  /** The view that the screen remembers for it: the session's name, or that of the merged log. */
  readonly view: string;
  /** True if rows of several sessions may stand together, each with the name of its session. */
  readonly merged: boolean;
  readonly sessions: readonly SourceSession<Log>[];
  /** How many positions there are. */
  readonly length: number;
  /** How many rows the filter shows, those that are folded into others included. */
  readonly passing: number;
  /** How many rows the sessions hold. */
  readonly total: number;
  /** How many rows the filter hides. */
  readonly hidden: number;
  readonly dropped: number;
  /** The counts of all tiers over the sessions. */
  readonly counts: LogState['counts'];
  /** True if the filter has read every row. */
  readonly upToDate: boolean;
  /** Grows whenever the rows that were there are others: by a filter, or by the choice of sessions. */
  readonly generation: number;
  session(name: string): SourceSession<Log> | undefined;
  /** The row at a visible position; undefined beyond the ends. */
  at(position: number): SourceRow<Log> | undefined;
  /** The milliseconds by which the row at a visible position is placed. */
  timeAt(position: number): number;
  /** The position of a row or of what it is folded into, else the first one after it; the end without its session. */
  positionFrom(session: string, index: number): number;
  /** The position of a row or of what it is folded into; -1 if the filter hides it. */
  positionOf(session: string, index: number): number;
  /** The number of a row, from 1, among those that the filter shows. */
  numberOf(session: string, index: number): number;
  /** True if a row stands for itself or for its group. */
  isListed(session: string, index: number): boolean;
  /** How many positions stand at a row of a session's log or before it; of a single session's log only. */
  startedBy(session: string, index: number): number;
  /** The first visible position at or after a moment. */
  positionFromTime(time: number): number;
  /** Negative if a row stands before another one, shown or not; rows of sessions without a part are equal. */
  compare(one: RowPlace, other: RowPlace): number;
};

/** The rows of one session: every question goes straight to its log. */
export class SessionRows<Log extends SourceLog = SessionLog> implements RowSource<Log> {
  readonly merged = false;
  readonly sessions: readonly [SourceSession<Log>];
  readonly #session: SourceSession<Log>;
  readonly #log: Log;

  constructor(info: SessionInfo, log: Log) {
    this.#session = { info, log, base: 0 };
    this.#log = log;
    this.sessions = [this.#session];
  }

  get view(): string {
    return this.#session.info.session;
  }

  get length(): number {
    return this.#log.list.length;
  }

  get passing(): number {
    return this.#log.visible.length;
  }

  get total(): number {
    return this.#log.mirror.length;
  }

  get hidden(): number {
    return this.#log.visible.hidden;
  }

  get dropped(): number {
    return this.#log.mirror.state.dropped;
  }

  get counts(): LogState['counts'] {
    return this.#log.mirror.state.counts;
  }

  get upToDate(): boolean {
    return this.#log.visible.upToDate;
  }

  get generation(): number {
    const { list, visible } = this.#log;
    return 2 * list.generation + (list === visible ? 0 : 1);
  }

  session(name: string): SourceSession<Log> | undefined {
    return name === this.view ? this.#session : undefined;
  }

  at(position: number): SourceRow<Log> | undefined {
    const { list } = this.#log;
    const code = list.codeAt(position);
    return code < 0 ? undefined : { session: this.#session, ...list.rowAt(code) };
  }

  timeAt(position: number): number {
    const { list, mirror } = this.#log;
    const code = list.codeAt(position);
    return mirror.table.columns.at.at(code < 0 ? 0 : list.placedBy(code));
  }

  positionFrom(session: string, index: number): number {
    const { list } = this.#log;
    return session !== this.view || index < 0 ? list.length : list.positionFrom(index);
  }

  positionOf(session: string, index: number): number {
    return session === this.view && index >= 0 ? this.#log.list.positionOf(index) : -1;
  }

  numberOf(session: string, index: number): number {
    return session === this.view ? this.#log.visible.startedBy(index) : 0;
  }

  isListed(session: string, index: number): boolean {
    return session === this.view && index >= 0 && this.#log.list.isListed(index);
  }

  positionFromTime(time: number): number {
    const { list, mirror } = this.#log;
    return list.startedBy(rowFromTime(mirror.table, time) - 1);
  }

  startedBy(session: string, index: number): number {
    return session === this.view ? this.#log.list.startedBy(index) : 0;
  }

  compare(one: RowPlace, other: RowPlace): number {
    return one.session === this.view && other.session === this.view ? one.index - other.index : 0;
  }
}

/**
 * How many rows from the first on come in the order of time. Marks that were set in an opened recording
 * stand at its end and name an earlier moment; every search by time leaves them out.
 */
export function timedLength(table: RowTable): number {
  let length = table.length;
  while (length > 0 && table.columns.kind.at(length - 1) === 'mark') length -= 1;
  return length === 0 ? table.length : length;
}

/** The index of the first row at or after `at` milliseconds; past the timed rows if there is none. */
export function rowFromTime(table: RowTable, at: number): number {
  return partitionPoint(timedLength(table), (index) => table.columns.at.at(index) < at);
}
