import type { Steps } from '../../base/steps.ts';
import { exchangePlace, failureSeq } from '../exchange-place.ts';
import type { RowBlock, RowTable } from '../row-table.ts';
import type { LogIndex } from './log-index.ts';
import type { LogView } from './log-view.ts';
import { logTimes } from './overview.ts';
import type { ViewedLog } from './view-filter.ts';
import type { Matches, RowKey } from './view-page.ts';
import type { RowFilter } from './visible-rows.ts';

/** The requested positions of a view: `count` from `first` on, or the last ones with `atEnd`. */
type Asked = {
  readonly first: number;
  readonly count: number;
  readonly atEnd: boolean;
  /** The index of the row that a replay has reached; null without a replay. */
  readonly playhead: number | null;
};

/** The state of a view with the requested rows, and how many positions the playhead has passed. */
export function viewPage(log: LogView, { first, count, atEnd, playhead }: Asked, matches?: Matches) {
  const { state } = log;
  const from = atEnd ? Math.max(0, state.length - count) : first;
  const { block, ...rows } = log.rows(from, from + count, matches);
  const happened = playhead === null ? state.length : log.startedBy(playhead);
  return { ...state, ...rows, rows: block, happened };
}

/** A row with its position in a view; null for none. */
export function placedKey(log: LogView, key: RowKey | undefined) {
  return key === undefined ? null : { session: key.session, seq: key.seq, ...log.placeOf(key) };
}

/** How long a log's calls took, in milliseconds; zero calls without a log. */
export function latencyOf(index: Pick<LogIndex, 'latencies'> | undefined) {
  const { latencies } = index ?? {};
  return {
    count: latencies?.count ?? 0,
    p50: latencies?.quantile(0.5) ?? 0,
    p95: latencies?.quantile(0.95) ?? 0,
  };
}

/** Rows by their seqs; missing ones are left out. */
export function rowsOf(table: RowTable, seqs: readonly number[]): RowBlock {
  const indexes = seqs.map((seq) => table.indexOf(seq)).filter((index) => index >= 0);
  return table.blockAt(Uint32Array.from(indexes));
}

/**
 * The exchange of the row with this `seq`: its place, its records and how it failed, with the rows of these records and
 * of their pairs. `read` gives records, `failures` those of one record. `beyond` are the row's own record and the
 * answer's, if they are not among `records`. Null for no row.
 */
export async function exchangeAt<Item extends { readonly type: string }, Failure>(
  table: RowTable,
  seq: number,
  read: (first: number, last: number) => Promise<readonly Item[]>,
  failures: (seq: number) => readonly Failure[],
) {
  const row = table.row(table.indexOf(seq));
  if (row === undefined) return null;
  const place = exchangePlace(row, table);
  const records = await read(place.first, place.last);
  const known = records.map((record) => ('seq' in record ? Number(record.seq) : 0));
  const further = [seq, place.answerSeq].filter((one, at, all) => one > 0 && all.indexOf(one) === at);
  const missing = further.filter((one) => !known.includes(one));
  const beyond = (await Promise.all(missing.map((one) => read(one, one)))).flat();
  const shown = [...known, ...further, place.requestSeq];
  const pairs = shown.map((one) => table.row(table.indexOf(one))?.pair ?? 0);
  const rows = rowsOf(
    table,
    [...new Set([...shown, ...pairs])].sort((one, other) => one - other),
  );
  const halves = [seq, place.requestSeq, place.answerSeq].map((one) => table.row(table.indexOf(one)));
  const hasFailed = halves.some((half) => half !== undefined && half.tier !== 'ok');
  return { place, rows, records, beyond, failures: hasFailed ? failures(failureSeq(row, place)) : [] };
}

type Wanted = Parameters<typeof logTimes>[1] & { readonly merged: boolean };

/** Rows of these logs over time and the times of their bookmarks; by wall clock in a merged log. */
export function timesOf(logs: readonly ViewedLog[], { merged, ...wanted }: Wanted) {
  const timed = logs.map(({ index, startMs }) => ({ index, base: merged ? startMs : 0 }));
  const { whole, idle, counts } = logTimes(timed, wanted);
  const bookmarks = timed.flatMap(({ index: { table, bookmarks }, base }) =>
    bookmarks.indexes.map((index) => base + table.columns.at.at(index)),
  );
  return { whole, idle, counts: new Uint8Array(counts.buffer), bookmarks };
}

/** The times of at most `limit` rows from index `from` on, in milliseconds, and how many rows are timed. */
export function rowTimes({ table, timed }: LogIndex, from: number, limit: number) {
  const end = Math.max(from, Math.min(timed, from + limit));
  const times = Float64Array.from({ length: end - from }, (_, at) => table.columns.at.at(from + at));
  return { times: new Uint8Array(times.buffer), total: timed };
}

/** The newest rows before seq `before` (0: the whole log) that pass, in order. */
export function* rowsThatPass(
  { index: { table } }: ViewedLog,
  passes: RowFilter,
  { before, limit }: { readonly before: number; readonly limit: number },
): Steps<{ readonly rows: RowBlock; readonly more: number }> {
  const rowAt = table.reader();
  const indexes: number[] = [];
  let more = 0;
  for (let index = table.length - 1; index >= 0; index -= 1) {
    if (index % 1000 === 0) yield;
    const row = rowAt(index);
    if ((before > 0 && row.seq >= before) || !passes(row)) continue;
    if (indexes.length < limit) indexes.push(index);
    else more += 1;
  }
  return { rows: table.blockAt(Uint32Array.from(indexes.reverse())), more };
}
