import type { RowBlock } from '../row-table.ts';
import type { IndexSet } from './index-set.ts';
import type { RowPlace } from './row-source.ts';
import type { RowSort } from './sorted-rows.ts';
import type { ViewFilter } from './view-filter.ts';

export type ViewOrder = {
  /** One, or those of the merged log in the order of their tabs. */
  readonly sessions: readonly string[];
  readonly merged: boolean;
  readonly filter: ViewFilter;
  /** A row for each call with what belongs to it, or for each frame. */
  readonly rows: 'calls' | 'frames';
  /** Another order than that of time; null for that one. */
  readonly sort: RowSort | null;
};

/** A row as it is named everywhere: by its session and its seq. */
export type RowKey = { readonly session: string; readonly seq: number };

export type ViewItem = {
  /** The place of its session among those of the order. */
  readonly log: number;
  /** The places of the row and of the request that it stands for in the block of the page; -1 for none. */
  readonly row: number;
  readonly request: number;
  /** The index of the row in its log, and of the row at which its group stands. */
  readonly index: number;
  readonly key: number;
  readonly inside: boolean;
  /** True for a row of an opened group that the filter hides. */
  readonly dim: boolean;
  /** How many rows are folded into it, and whether they are shown below it. */
  readonly folded: number;
  readonly open: boolean;
  /** How many equal calls it stands for. */
  readonly repeats: number;
  /** The number among the rows that the filter shows, from 1. */
  readonly number: number;
  /** The milliseconds by which it is placed: of its session, or of the wall clock in a merged log. */
  readonly at: number;
  /** What the user noted on it. */
  readonly note: string;
  /** True if its record holds what is searched for. */
  readonly match: boolean;
};

/** How a view stands, without its rows. */
export type ViewState = {
  /** Positions, rows that the filter shows, and rows in all. */
  readonly length: number;
  readonly passing: number;
  readonly total: number;
  readonly upToDate: boolean;
  /** Grows whenever the rows that were there are others. */
  readonly generation: number;
  /** How many rows of each log come in the order of time. */
  readonly timed: readonly number[];
};

/** The rows at some positions, from `first` on. */
export type ViewRows = {
  readonly first: number;
  /** The time of the row before them. */
  readonly before: number;
  readonly items: readonly ViewItem[];
  readonly block: RowBlock;
};

export type RowAt = RowKey | RowPlace;

export type PlaceInView = {
  /** Its index in its log, and the milliseconds since the log began; -1 and 0 for none. */
  readonly index: number;
  readonly at: number;
  /** Its position or that of what it is folded into; -1 if the filter hides it or the log has none. */
  readonly position: number;
  /** The same; else the first position after it. */
  readonly from: number;
};

/** The seqs of the rows of a session that hold what is searched for; undefined if it is not searched. */
export type Matches = (session: string) => IndexSet | undefined;

export type MatchPlace = {
  /** How many matches there are, and which of them a row is, counted from 1; 0 for none. */
  readonly count: number;
  readonly at: number;
  /** How many of them the filter hides; left out if that would take too long. */
  readonly hidden?: number;
};
