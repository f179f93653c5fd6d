import { expect, it } from 'vitest';
import type { KnownRecord } from '../../app/frame/record.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { LogModel } from '../../app/session/log-model.ts';
import { RowReader } from '../../app/session/row-reader.ts';
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
  const log = new LogModel({ all: [new RowReader(table)] });
  log.take(frame(2, 'client-to-server', { id: 1, method: 'tools/list' }));
  log.take({ type: 'stderr', ...place(3), text: 'noise' });
  log.take(frame(4, 'server-to-client', { id: 1, result: {} }));
  log.take(frame(15, 'client-to-server', { id: 2, method: 'ping' }));
  const seqs = (...ranges: [number, number][]) => [...wantedSeqs(table, ranges)];
  expect(seqs([4, 4])).toEqual([2, 4]);
  expect(seqs([15, 20], [3, 4])).toEqual([2, 3, 4, 15]);
  expect(seqs([5, 14])).toEqual([]);
  expect(seqs()).toEqual([]);
});
