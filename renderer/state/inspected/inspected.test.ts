import { describe, expect, test } from 'vitest';
import { exchangePlace } from '../../../app/frame/exchange-place.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import { LogModel } from '../../../app/session/log-model.ts';
import { RowReader } from '../../../app/session/row-reader.ts';
import { inspect } from './inspected.ts';

const at = (seq: number) => ({ session: 's1', seq, at: seq * 10 });
const line = (
  seq: number,
  direction: 'client-to-server' | 'server-to-client',
  value: unknown,
): KnownRecord => ({
  type: 'frame',
  ...at(seq),
  direction,
  raw: JSON.stringify(value),
});
const request = line(1, 'client-to-server', {
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'read-note' },
});

function inspectSeq(records: readonly KnownRecord[], seq: number) {
  const table = new RowTable();
  const log = new LogModel({ all: [new RowReader(table)] });
  for (const record of records) log.take(record);
  const rowOf = (of: number) => table.row(table.indexOf(of));
  const row = rowOf(seq);
  const record = records.find((one) => 'seq' in one && one.seq === seq);
  if (row === undefined || record === undefined) throw new Error('no such row');
  const place = exchangePlace(row, table);
  const inRange = records.filter((one) => 'seq' in one && one.seq >= place.first && one.seq <= place.last);
  return inspect({
    session: 's1',
    row,
    record,
    place,
    records: inRange,
    rowOf,
    known: records,
    failures: [],
  });
}

describe('inspect', () => {
  const answer = line(3, 'server-to-client', {
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32602, message: 'no' },
  });
  const stderr: KnownRecord = { type: 'stderr', ...at(2), text: 'id=7 rejected' };

  test('either half leads to the whole exchange', () => {
    for (const seq of [1, 3]) {
      const inspected = inspectSeq([request, stderr, answer], seq);
      expect(inspected.request?.row.seq).toBe(1);
      expect(inspected.answer?.row.seq).toBe(3);
      expect(inspected.settling).toMatchObject({ tier: 'protocol', code: '-32602' });
      expect(inspected.events.map((event) => event.kind)).toEqual(['request', 'stderr', 'answer']);
    }
  });

  test('a client event leads to the request that it ended', () => {
    const timeout: KnownRecord = { type: 'client', ...at(2), event: 'timeout', id: 7, message: 'gave up' };
    const inspected = inspectSeq([request, timeout], 2);
    expect(inspected.request?.row.seq).toBe(1);
    expect(inspected.settling.outcome).toBe('timed out');
  });

  test('an answer that the client could not match stands beside the time-out, whichever is selected', () => {
    const foreign = line(2, 'server-to-client', {
      jsonrpc: '2.0',
      id: 'err_1',
      error: { code: -32600, message: 'no' },
    });
    const timeout: KnownRecord = { type: 'client', ...at(3), event: 'timeout', id: 7, message: 'gave up' };
    const start: KnownRecord = { type: 'process', ...at(0), event: 'spawned' };
    for (const [seq, tier, outcome] of [
      [1, 'client', 'timed out'],
      [2, 'protocol', 'orphan'],
      [3, 'client', 'timed out'],
    ] as const) {
      const inspected = inspectSeq([start, request, foreign, timeout], seq);
      expect(inspected.settling).toMatchObject({ tier, outcome });
      expect(inspected.unmatched?.row.seq).toBe(2);
      expect(inspected.events.map(({ kind }) => kind)).toEqual(['request', 'answer', 'client']);
    }
  });

  test('stderr after a call was given up counts as written just after, not as during', () => {
    const timeout: KnownRecord = { type: 'client', ...at(2), event: 'timeout', id: 7, message: 'gave up' };
    const inspected = inspectSeq([request, timeout, { type: 'stderr', ...at(4), text: 'still busy' }], 1);
    expect(inspected.events.at(-1)?.why).toBe('written just after');
  });

  test('frames after the end are left out of what is read', () => {
    const other = line(4, 'client-to-server', { jsonrpc: '2.0', id: 8, method: 'ping' });
    expect(inspectSeq([request, stderr, answer, other], 1).records).toHaveLength(3);
    const late: KnownRecord = { type: 'stderr', ...at(5), text: 'flushed' };
    expect(inspectSeq([request, stderr, answer, other, late], 1).events.at(-1)?.text).toBe('flushed');
  });

  test('a call that was cancelled ends there, with what was written just after', () => {
    const cancelled = line(2, 'client-to-server', {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 7 },
    });
    const others = Array.from(
      { length: 100 },
      (_, index): KnownRecord => ({
        ...{ type: 'stderr', ...at(index + 3), text: 'of another call' },
      }),
    );
    expect(inspectSeq([request, cancelled, ...others], 1).records).toHaveLength(42);
  });

  test('a stderr line stands for itself', () => {
    const inspected = inspectSeq([request, stderr, answer], 2);
    expect(inspected.request).toBeUndefined();
    expect(inspected.events).toEqual([]);
  });

  test('a process event reads the stderr lines before it, and no large frame for their sake', () => {
    const exited: KnownRecord = { type: 'process', ...at(4), event: 'exited', exitCode: 3 };
    const small = inspectSeq([request, stderr, answer, exited], 4);
    expect(small.records.map((record) => 'seq' in record && record.seq)).toEqual([2, 3, 4]);
    const large = line(3, 'server-to-client', {
      jsonrpc: '2.0',
      id: 7,
      result: { text: 'x'.repeat(300_000) },
    });
    expect(inspectSeq([request, stderr, large, exited], 4).records).toHaveLength(1);
  });

  test('what the server sent beside a call stands with it: lines, lost answers, and requests without an answer', () => {
    const start: KnownRecord = { type: 'process', ...at(0), event: 'spawned' };
    const asked = (seq: number, id: string) =>
      line(seq, 'server-to-client', { jsonrpc: '2.0', id, method: 'sampling/createMessage', params: {} });
    const heard = (seq: number, id: unknown) => ({ jsonrpc: '2.0', id, result: { seq } });
    const failed = { jsonrpc: '2.0', error: { code: -32603, message: 'no' } };
    const records = [
      start,
      request,
      { ...line(2, 'server-to-client', {}), raw: 'half a li' },
      line(3, 'server-to-client', heard(3, 'err_1')),
      asked(4, 'a'),
      asked(5, 'b'),
      line(6, 'client-to-server', heard(6, 'b')),
      line(7, 'server-to-client', { ...failed, id: 7 }),
      line(8, 'server-to-client', heard(8, 7)),
      asked(9, 'c'),
      line(10, 'client-to-server', heard(10, 'a')),
    ];
    const { neighbors } = inspectSeq(records, 1);
    expect(neighbors.map(({ seq, kind }) => [seq, kind])).toEqual([
      [2, 'line'],
      [3, 'orphan'],
      [4, 'request'],
      [8, 'answer'],
    ]);
    const well = records.map((one) =>
      'seq' in one && one.seq === 7 ? line(7, 'server-to-client', heard(7, 7)) : one,
    );
    expect(inspectSeq(well, 1).neighbors.map(({ kind }) => kind)).toEqual(['line', 'orphan', 'answer']);
  });
});
