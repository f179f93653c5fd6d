import { z } from 'zod';
import type { RowBlock } from '../frame/row-table.ts';
import { TIERS } from '../frame/tier.ts';
import type { TimeSpan } from '../frame/view/overview.ts';
import { SORTS } from '../frame/view/sorted-rows.ts';
import type { MatchPlace, PlaceInView, RowKey, ViewItem, ViewState } from '../frame/view/view-page.ts';
import type { ActivityParts } from '../session/server-activity.ts';
import { command, count, session } from './command.ts';

/** What the screen calls one of its views: a window of a host has several pages, and each its own. */
const view = z.string().min(1).max(64);
const row = z.strictObject({ session, seq: count });
/** A row by its seq, or by its index in the log: -1 stands before the first one. */
const place = z.union([row, z.strictObject({ session, index: z.number().int().min(-1) })]);
const step = z.union([z.literal(1), z.literal(-1)]);

/** What a screen wants to see: `ViewOrder` says it in words. */
const order = z.strictObject({
  sessions: z.array(session).max(500),
  merged: z.boolean(),
  filter: z.strictObject({
    text: z.string().max(10_000),
    tiers: z.array(z.enum(TIERS)).max(TIERS.length),
    span: z.strictObject({ from: z.number(), to: z.number() }).nullable(),
  }),
  rows: z.enum(['calls', 'frames']),
  sort: z.strictObject({ by: z.enum(SORTS), falls: z.boolean() }).nullable(),
  /** The search whose matches are marked. */
  search: z.string().min(1).max(64).nullable(),
});

/** The positions whose rows come with a page: `count` of them from `first` on, or with `atEnd` the last ones. */
const window = z.strictObject({
  first: count,
  count: count.max(2000),
  atEnd: z.boolean(),
  /** The index of the last row that has happened, of a log that is played; null for all of them. */
  playhead: z.number().int().min(-1).nullable(),
});

/** How many parts the ruler of errors has. */
export const RULER_PARTS = 512;

/** The commands by which a screen shows logs: the host filters and sorts, a screen holds the rows in sight. */
export const VIEW_COMMANDS = {
  /** Shows something else from now on; answers at once with what is known of it. */
  showView: command({ view, order, window }).gives<ViewPage>(),
  /** The next page that differs from the one of `revision`; waits for it. Fails if the view is not known any more. */
  nextView: command({ view, window, revision: count }).gives<ViewPage>(),
  /** Where a row stands; with `list`, the group that it is folded into opens. */
  viewPlace: command({ view, row: place, list: z.boolean() }).gives<PlaceInView>(),
  /** The row at a position, or at the first one from a moment on; beyond an end that at the end. Null without rows. */
  viewKey: command({
    view,
    at: z.union([z.strictObject({ position: count }), z.strictObject({ time: z.number() })]),
  }).gives<PlacedKey | null>(),
  /** The row `by` positions from another one, or from where that would stand; null without rows. */
  viewStep: command({ view, from: row, by: z.number().int() }).gives<PlacedKey | null>(),
  /** The next row of a kind that is shown, around the end; null if there is none. */
  viewNext: command({
    view,
    what: z.enum(['error', 'bookmark', 'frame', 'match']),
    from: place.nullable(),
    step,
  }).gives<PlacedKey | null>(),
  /** Opens or closes the group of a row; gives the seq of the row that stands for it. */
  viewFold: command({ view, row, open: z.union([z.boolean(), z.literal('toggle')]) }).gives<number>(),
  /** The listed rows from one to another, as ranges of seqs of each session. */
  viewBetween: command({ view, one: row, other: row }).gives<readonly SeqRanges[]>(),
  viewShown: command({ view, session }).gives<SeqRanges>(),
  /** Rows in the order of a merged log. */
  viewOrdered: command({ view, rows: z.array(row).max(5000) }).gives<readonly RowKey[]>(),
  /** Which match a row is, counted from 1; 0 if it is none. */
  viewMatch: command({ view, row: row.nullable() }).gives<MatchPlace>(),
  /** Rows by their seqs; those that are not there are left out. */
  readRowsOf: command({ session, seqs: z.array(count).max(2000) }).gives<{ readonly rows: RowBlock }>(),
  /** Rows beside one, in their order: at most `before` of those before it, and `after` of those after it. */
  readRowsBeside: command({
    session,
    seq: count,
    before: count.max(2000),
    after: count.max(2000),
  }).gives<{ readonly rows: RowBlock }>(),
  /** Rows that a filter lets pass, the newest first before `before`, or with 0 of the whole log; in their order. */
  findRows: command({
    session,
    filter: z.string().max(2000),
    /** What a row must be about, to the letter; left out for anything. */
    target: z.string().max(10_000).optional(),
    before: count,
    limit: count.max(2000),
  }).gives<{
    readonly rows: RowBlock;
    /** How many pass that are not here. */
    readonly more: number;
  }>(),
  /** What the sidebar shows of a log; null if it is still as of `revision`. */
  readActivity: command({ session, revision: count }).gives<ActivityParts | null>(),
  /** Rows over time, of each session of a log. */
  readTimes: command({
    sessions: z.array(session).max(500),
    merged: z.boolean(),
    /** The span that is counted, in places of the strip; null for all of it. */
    span: z.strictObject({ from: z.number(), to: z.number() }).nullable(),
    columns: count.min(1).max(10_000),
    folded: z.boolean(),
  }).gives<LogTimes>(),
  /** The times of rows from one on, in milliseconds, of those that come in the order of time. */
  readRowTimes: command({ session, from: count, limit: count.max(20_000) }).gives<{
    readonly times: Uint8Array;
    readonly total: number;
  }>(),
  /** The index of the last row at or before a time; -1 for none. */
  rowAtTime: command({ session, at: z.number() }).gives<number>(),
} as const;

export type ViewPage = ViewState & {
  /** Another one for each page that differs. */
  readonly revision: number;
  /** How many positions stand at the playhead or before it. */
  readonly happened: number;
  readonly first: number;
  readonly before: number;
  readonly items: readonly ViewItem[];
  readonly rows: RowBlock;
  /** Where errors stand, see `LogView.marks`; left out if they stand where they stood. */
  readonly marks?: Uint8Array;
  /** How long answered calls took, of the session that is shown. */
  readonly latency: { readonly count: number; readonly p50: number; readonly p95: number };
};

export type PlacedKey = RowKey & PlaceInView;

/** Seqs as ranges, first and last included. */
export type SeqRanges = { readonly session: string; readonly ranges: readonly (readonly [number, number])[] };

export type LogTimes = {
  /** The time that the rows cover, and its stretches without rows. */
  readonly whole: TimeSpan;
  readonly idle: readonly TimeSpan[];
  /** For each column a count of each tier, as 32-bit numbers in the order of `BIN_TIERS`. */
  readonly counts: Uint8Array;
  readonly bookmarks: readonly number[];
};
