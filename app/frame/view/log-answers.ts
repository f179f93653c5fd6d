import type { Steps } from '../../base/steps.ts';
import type { RowBlock, RowTable } from '../row-table.ts';
import type { LogIndex } from './log-index.ts';
import type { LogView } from './log-view.ts';
import { logTimes } from './overview.ts';
import type { ViewedLog } from './view-filter.ts';
import type { Matches, RowKey } from './view-page.ts';
import type { RowFilter } from './visible-rows.ts';

/** Which positions of a view are asked for: `count` of them from `first` on, or with `atEnd` the last ones. */
type Asked = {
  readonly first: number;
  readonly count: number;
  readonly atEnd: boolean;
  /** The index of the row at which a replay stands; null without one. */
  readonly playhead: number | null;
};

/** How a view stands, with the rows that are asked for and how many positions the playhead has reached. */
export function viewPage(log: LogView, { first, count, atEnd, playhead }: Asked, matches?: Matches) {
  const { state } = log;
  const from = atEnd ? Math.max(0, state.length - count) : first;
  const { block, ...rows } = log.rows(from, from + count, matches);
  const happened = playhead === null ? state.length : log.startedBy(playhead);
  return { ...state, ...rows, rows: block, happened };
}

/** A row with where it stands in a view; null for none. */
export function placedKey(log: LogView, key: RowKey | undefined) {
  return key === undefined ? null : { session: key.session, seq: key.seq, ...log.placeOf(key) };
}

/** How long the calls of a log took, in milliseconds; without a log, of none. */
export function latencyOf(index: Pick<LogIndex, 'latencies'> | undefined) {
  const { latencies } = index ?? {};
  return {
    count: latencies?.count ?? 0,
    p50: latencies?.quantile(0.5) ?? 0,
    p95: latencies?.quantile(0.95) ?? 0,
  };
}

/** Rows by their seqs; those that are not there are left out. */
export function rowsOf(table: RowTable, seqs: readonly number[]): RowBlock {
  const indexes = seqs.map((seq) => table.indexOf(seq)).filter((index) => index >= 0);
  return table.blockAt(Uint32Array.from(indexes));
}

/** Rows beside one, in their order: at most `before` of those before it, and `after` of those after it. */
export function rowsBeside(table: RowTable, seq: number, before: number, after: number): RowBlock {
  const at = table.indexOf(seq);
  if (at < 0) return table.block(0, 0);
  return table.block(Math.max(0, at - before), Math.min(table.length, at + after + 1));
}

type Wanted = Parameters<typeof logTimes>[1] & { readonly merged: boolean };

/** Rows of these logs over time, and when their bookmarks were set; those of a merged log by the wall clock. */
export function timesOf(logs: readonly ViewedLog[], { merged, ...wanted }: Wanted) {
  const timed = logs.map(({ index, startMs }) => ({ index, base: merged ? startMs : 0 }));
  const { whole, idle, counts } = logTimes(timed, wanted);
  const bookmarks = timed.flatMap(({ index: { table, bookmarks }, base }) =>
    bookmarks.indexes.map((index) => base + table.columns.at.at(index)),
  );
  return { whole, idle, counts: new Uint8Array(counts.buffer), bookmarks };
}

/** The times of at most `limit` rows from the index `from` on, in milliseconds, and how many rows have one. */
export function rowTimes({ table, timed }: LogIndex, from: number, limit: number) {
  const end = Math.max(from, Math.min(timed, from + limit));
  const times = Float64Array.from({ length: end - from }, (_, at) => table.columns.at.at(from + at));
  return { times: new Uint8Array(times.buffer), total: timed };
}

/** The newest rows before the seq `before`, with 0 of the whole log, that pass; in their order. */
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
