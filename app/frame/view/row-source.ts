import { partitionPoint } from '../../base/partition-point.ts';
import type { RowTable } from '../row-table.ts';
import type { ListedRow, RowList } from './row-list.ts';
import type { VisibleRows } from './visible-rows.ts';

export type ListedLog = {
  readonly session: string;
  /** Milliseconds added to the times of its rows: 0 for a single log, else the wall-clock start. */
  readonly base: number;
  readonly table: RowTable;
  readonly visible: VisibleRows;
  readonly list: RowList;
};

export type RowPlace = { readonly session: string; readonly index: number };

export type SourceRow = ListedRow & { readonly log: ListedLog };

/** The listed rows of one session, or of several in time order, by position: it holds no copy of a row. */
export type RowSource = {
  readonly logs: readonly ListedLog[];
  readonly length: number;
  /** Increases whenever existing rows are replaced: by a filter or a different choice of sessions. */
  readonly generation: number;
  log(session: string): ListedLog | undefined;
  /** The row at a position; undefined out of range. */
  at(position: number): SourceRow | undefined;
  /** The time in milliseconds that places the row at a position. */
  timeAt(position: number): number;
  /** The position of a row or its group, else the first one after it; the end if its session is not included. */
  positionFrom(session: string, index: number): number;
  /** The position of a row or its group; -1 if the filter hides it. */
  positionOf(session: string, index: number): number;
  /** The number of a row, from 1, among those that the filter shows. */
  numberOf(session: string, index: number): number;
  /** True if a row is listed by itself or for its group. */
  isListed(session: string, index: number): boolean;
  /** How many positions start at or before a row of a session's log. */
  startedBy(session: string, index: number): number;
  /** The first position at or after a time. */
  positionFromTime(time: number): number;
  /** Negative if one row is before the other, shown or not; rows of sessions that are not included are equal. */
  compare(one: RowPlace, other: RowPlace): number;
};

/** How many rows pass the filter, including folded ones. */
export function passingRows({ logs }: Pick<RowSource, 'logs'>): number {
  return logs.reduce((sum, { visible }) => sum + visible.length, 0);
}

/** The rows of one session: every call goes straight to its log. */
export class SessionRows implements RowSource {
  readonly logs: readonly [ListedLog];
  readonly #log: ListedLog;

  constructor(log: ListedLog) {
    this.#log = log;
    this.logs = [log];
  }

  get length(): number {
    return this.#log.list.length;
  }

  get generation(): number {
    const { list, visible } = this.#log;
    return 2 * list.generation + (list === visible ? 0 : 1);
  }

  log(session: string): ListedLog | undefined {
    return session === this.#log.session ? this.#log : undefined;
  }

  at(position: number): SourceRow | undefined {
    const { list } = this.#log;
    const code = list.codeAt(position);
    return code < 0 ? undefined : { log: this.#log, ...list.rowAt(code) };
  }

  timeAt(position: number): number {
    const { list, table } = this.#log;
    const code = list.codeAt(position);
    return table.columns.at.at(code < 0 ? 0 : list.placedBy(code));
  }

  positionFrom(session: string, index: number): number {
    const { list } = this.#log;
    return this.log(session) === undefined || index < 0 ? list.length : list.positionFrom(index);
  }

  positionOf(session: string, index: number): number {
    return this.log(session) !== undefined && index >= 0 ? this.#log.list.positionOf(index) : -1;
  }

  numberOf(session: string, index: number): number {
    return this.log(session) === undefined ? 0 : this.#log.visible.startedBy(index);
  }

  isListed(session: string, index: number): boolean {
    return this.log(session) !== undefined && index >= 0 && this.#log.list.isListed(index);
  }

  positionFromTime(time: number): number {
    return this.#log.list.startedBy(rowFromTime(this.#log.table, time) - 1);
  }

  startedBy(session: string, index: number): number {
    return this.log(session) === undefined ? 0 : this.#log.list.startedBy(index);
  }

  compare(one: RowPlace, other: RowPlace): number {
    const areHere = this.log(one.session) !== undefined && one.session === other.session;
    return areHere ? one.index - other.index : 0;
  }
}

/** How many rows are in time order: bookmarks set in an opened recording come at the end and are excluded. */
export function timedLength(table: RowTable): number {
  let length = table.length;
  while (length > 0 && table.columns.kind.at(length - 1) === 'mark') length -= 1;
  return length === 0 ? table.length : length;
}

/** The index of the first row at or after `at` milliseconds; past the timed rows if there is none. */
export function rowFromTime(table: RowTable, at: number): number {
  return partitionPoint(timedLength(table), (index) => table.columns.at.at(index) < at);
}
