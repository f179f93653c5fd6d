import { describe, expect, it } from 'vitest';
import { SessionTracker } from '../../app/exchange/session-tracker.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { exportedRecords } from './export-records.ts';

const frame = (
  seq: number,
  direction: 'client-to-server' | 'server-to-client',
  message: object,
): KnownRecord => ({
  type: 'frame',
  seq,
  at: seq,
  session: 's1',
  direction,
  raw: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const RECORDS: readonly KnownRecord[] = [
  { type: 'session', seq: 1, at: 0, session: 's1', label: 'one', origin: 'connect' },
  frame(2, 'client-to-server', { id: 1, method: 'tools/list' }),
  { type: 'stderr', seq: 3, at: 3, session: 's1', text: 'noise' },
  frame(4, 'server-to-client', { id: 1, result: {} }),
  frame(5, 'client-to-server', { id: 2, method: 'ping' }),
];

const table = new RowTable();
const tracker = new SessionTracker('s1', table);
for (const record of RECORDS) tracker.ingest(record);
const read = async (first: number, last: number) =>
  RECORDS.filter(({ seq }) => seq >= first && seq <= last).slice(0, 2);
const seqs = async (ranges?: readonly (readonly [number, number])[]) =>
  (await exportedRecords(read, table, ranges)).map(({ seq }) => seq);

describe('the records of an export', () => {
  it('are all of them without ranges, however many pages that takes', async () => {
    expect(await seqs()).toEqual([1, 2, 3, 4, 5]);
  });

  it('are those of the ranges with both halves of each exchange, and the session', async () => {
    expect(await seqs([[4, 4]])).toEqual([1, 2, 4]);
    expect(await seqs([[3, 3]])).toEqual([1, 3]);
    expect(await seqs([])).toEqual([1]);
  });
});
