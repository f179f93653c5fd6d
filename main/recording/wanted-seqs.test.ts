import { expect, it } from 'vitest';
import type { KnownRecord } from '../../app/frame/record.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { SessionTracker } from '../../app/session/session-tracker.ts';
import { wantedSeqs } from './wanted-seqs.ts';

const place = (seq: number) => ({ seq, at: seq, session: 's1' });
const frame = (
  seq: number,
  direction: 'client-to-server' | 'server-to-client',
  message: object,
): KnownRecord => ({
  type: 'frame',
  ...place(seq),
  direction,
  raw: JSON.stringify({ jsonrpc: '2.0', ...message }),
});

it('has both halves of each exchange, in order', () => {
  const table = new RowTable();
  const tracker = new SessionTracker('s1', table);
  tracker.ingest(frame(2, 'client-to-server', { id: 1, method: 'tools/list' }));
  tracker.ingest({ type: 'stderr', ...place(3), text: 'noise' });
  tracker.ingest(frame(4, 'server-to-client', { id: 1, result: {} }));
  tracker.ingest(frame(15, 'client-to-server', { id: 2, method: 'ping' }));
  const seqs = (...ranges: [number, number][]) => [...wantedSeqs(table, ranges)];
  expect(seqs([4, 4])).toEqual([2, 4]);
  expect(seqs([15, 20], [3, 4])).toEqual([2, 3, 4, 15]);
  expect(seqs([5, 14])).toEqual([]);
  expect(seqs()).toEqual([]);
});
