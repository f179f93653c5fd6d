import type { Steps } from '../../base/steps.ts';
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

/** A row with its neighbors, in order: at most `before` before it and `after` after it. */
export function rowsBeside(table: RowTable, seq: number, before: number, after: number): RowBlock {
  const at = table.indexOf(seq);
  if (at < 0) return table.block(0, 0);
  return table.block(Math.max(0, at - before), Math.min(table.length, at + after + 1));
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
