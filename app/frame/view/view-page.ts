import type { RowBlock } from '../row-table.ts';
import type { IndexSet } from './index-set.ts';
import type { RowPlace } from './row-source.ts';
import type { RowSort } from './sorted-rows.ts';
import type { ViewFilter } from './view-filter.ts';

export type ViewOrder = {
  /** One session, or those of the merged log in tab order. */
  readonly sessions: readonly string[];
  readonly merged: boolean;
  readonly filter: ViewFilter;
  /** One row for each call and what belongs to it, or for each frame. */
  readonly rows: 'calls' | 'frames';
  /** A sort order; null for time order. */
  readonly sort: RowSort | null;
};

export type RowKey = { readonly session: string; readonly seq: number };

export type ViewItem = {
  /** The index of its session in the order. */
  readonly log: number;
  /** The indexes of the row and of its request in the page's block; -1 for none. */
  readonly row: number;
  readonly request: number;
  /** The row's index in its log, and the index of its group's row. */
  readonly index: number;
  readonly key: number;
  readonly inside: boolean;
  /** True for a row in an opened group that the filter hides. */
  readonly dim: boolean;
  /** How many rows are folded into it, and whether they are shown below it. */
  readonly folded: number;
  readonly open: boolean;
  /** How many equal calls it represents. */
  readonly repeats: number;
  /** Its number among the filtered rows, from 1. */
  readonly number: number;
  /** The time in milliseconds that places it: by session, or by wall clock in a merged log. */
  readonly at: number;
  readonly note: string;
  /** True if its record matches the search. */
  readonly match: boolean;
};

export type ViewState = {
  /** The number of positions, of filtered rows, and of all rows. */
  readonly length: number;
  readonly passing: number;
  readonly total: number;
  readonly upToDate: boolean;
  /** Increases whenever existing rows are replaced. */
  readonly generation: number;
  /** How many rows of each log are in time order. */
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
  /** Its index in its log, and milliseconds since the log's start; -1 and 0 for none. */
  readonly index: number;
  readonly at: number;
  /** Its position or its group's; -1 if the filter hides it or the log does not have it. */
  readonly position: number;
  /** Like `position`, but for a hidden row the first position after it. */
  readonly from: number;
};

/** The seqs of a session's rows that match the search; undefined if there is no search. */
export type Matches = (session: string) => IndexSet | undefined;

export type MatchPlace = {
  /** The number of matches, and which of them a row is, from 1; 0 for none. */
  readonly count: number;
  readonly at: number;
  /** How many matches the filter hides; absent if counting would take too long. */
  readonly hidden?: number;
};
