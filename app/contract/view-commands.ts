import { z } from 'zod';
import type { RowBlock } from '../frame/row-table.ts';
import { TIERS } from '../frame/tier.ts';
import type { TimeSpan } from '../frame/view/overview.ts';
import { SORTS } from '../frame/view/sorted-rows.ts';
import type { MatchPlace, PlaceInView, RowKey, ViewItem, ViewState } from '../frame/view/view-page.ts';
import type { ActivityParts } from '../session/server-activity.ts';
import { command, count, session } from './command.ts';

/** The screen's id for a view: a host's window has several pages, each with its own. */
const view = z.string().min(1).max(64);
const row = z.strictObject({ session, seq: count });
/** A row by its seq, or by its index in the log: -1 is before the first one. */
const place = z.union([row, z.strictObject({ session, index: z.number().int().min(-1) })]);
const step = z.union([z.literal(1), z.literal(-1)]);

/** What a screen wants to see; see `ViewOrder`. */
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
  search: z.string().min(1).max(64).nullable(),
});

/** The positions whose rows are included in a page: `count` from `first` on, or the last ones with `atEnd`. */
const window = z.strictObject({
  first: count,
  count: count.max(2000),
  atEnd: z.boolean(),
  /** In a replayed log, the index of the last row that has happened; null for all rows. */
  playhead: z.number().int().min(-1).nullable(),
});

export const RULER_PARTS = 512;

/** Commands by which a screen shows logs: the host filters and sorts, a screen holds the visible rows. */
export const VIEW_COMMANDS = {
  /** Changes what is shown; returns the known part at once. */
  showView: command({ view, order, window }).gives<ViewPage>(),
  /**
   * Waits for the next page that differs from `revision`; null if the screen asks again meanwhile. Fails if the view is
   * no longer known.
   */
  nextView: command({ view, window, revision: count }).gives<ViewPage | null>(),
  /** The place of a row; with `list`, opens the group that it is folded into. */
  viewPlace: command({ view, row: place, list: z.boolean() }).gives<PlaceInView>(),
  /** The row at a position, or the first one from a time on; clamped to the ends. Null without rows. */
  viewKey: command({
    view,
    at: z.union([z.strictObject({ position: count }), z.strictObject({ time: z.number() })]),
  }).gives<PlacedKey | null>(),
  /** The row `by` positions from another one, or from its place; null without rows. */
  viewStep: command({ view, from: row, by: z.number().int() }).gives<PlacedKey | null>(),
  /** The next shown row of a kind, wrapping around; null if there is none. */
  viewNext: command({
    view,
    what: z.enum(['error', 'bookmark', 'frame', 'match']),
    from: place.nullable(),
    step,
  }).gives<PlacedKey | null>(),
  /** Opens or closes a row's group; returns the seq of the group's row. */
  viewFold: command({ view, row, open: z.union([z.boolean(), z.literal('toggle')]) }).gives<number>(),
  /** The listed rows from one to another, as ranges of seqs per session. */
  viewBetween: command({ view, one: row, other: row }).gives<readonly SeqRanges[]>(),
  viewShown: command({ view, session }).gives<SeqRanges>(),
  /** Rows in the order of a merged log. */
  viewOrdered: command({ view, rows: z.array(row).max(5000) }).gives<readonly RowKey[]>(),
  /** Which match a row is, from 1; 0 if it is none. */
  viewMatch: command({ view, row: row.nullable() }).gives<MatchPlace>(),
  /** Rows by their seqs; missing ones are left out. */
  readRowsOf: command({ session, seqs: z.array(count).max(2000) }).gives<{ readonly rows: RowBlock }>(),
  /** The newest rows before `before` (0: the whole log) that pass a filter, in order. */
  findRows: command({
    session,
    filter: z.string().max(2000),
    /** The exact target of a row; undefined for any. */
    target: z.string().max(10_000).optional(),
    before: count,
    limit: count.max(2000),
  }).gives<{
    readonly rows: RowBlock;
    readonly more: number;
  }>(),
  /** The sidebar's view of a log; null if `revision` is current. */
  readActivity: command({ session, revision: count }).gives<ActivityParts | null>(),
  readTimes: command({
    sessions: z.array(session).max(500),
    merged: z.boolean(),
    /** The counted span, in places of the strip; null for all of it. */
    span: z.strictObject({ from: z.number(), to: z.number() }).nullable(),
    columns: count.min(1).max(10_000),
    folded: z.boolean(),
  }).gives<LogTimes>(),
  /** The times of rows from one on, in milliseconds, for rows in time order. */
  readRowTimes: command({ session, from: count, limit: count.max(20_000) }).gives<{
    readonly times: Uint8Array;
    readonly total: number;
  }>(),
  /** The index of the last row at or before a time; -1 for none. */
  rowAtTime: command({ session, at: z.number() }).gives<number>(),
} as const;

export type ViewPage = ViewState & {
  /** Changes with each different page. */
  readonly revision: number;
  /** How many positions are at or before the playhead. */
  readonly happened: number;
  readonly first: number;
  readonly before: number;
  readonly items: readonly ViewItem[];
  readonly rows: RowBlock;
  /** The places of errors, see `LogView.marks`; undefined if unchanged. */
  readonly marks?: Uint8Array;
  /** The durations of answered calls in the shown session. */
  readonly latency: { readonly count: number; readonly p50: number; readonly p95: number };
};

export type PlacedKey = RowKey & PlaceInView;

export type SeqRanges = { readonly session: string; readonly ranges: readonly (readonly [number, number])[] };

export type LogTimes = {
  /** The time span of the rows, and its parts without rows. */
  readonly whole: TimeSpan;
  readonly idle: readonly TimeSpan[];
  /** For each column a count per tier, as 32-bit numbers in the order of `STRIP_TIERS`. */
  readonly counts: Uint8Array;
  readonly bookmarks: readonly number[];
};
