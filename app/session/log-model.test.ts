import { expect, test } from 'vitest';
import type { KnownRecord } from '../frame/record.ts';
import { RowTable } from '../frame/row-table.ts';
import { LogModel } from './log-model.ts';
import { RowReader } from './row-reader.ts';

function request(seq: number, session: string): KnownRecord {
  const raw = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  return { type: 'frame', seq, at: seq, session, direction: 'client-to-server', raw };
}

function answer(seq: number, session: string): KnownRecord {
  const raw = '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}';
  return { type: 'frame', seq, at: seq, session, direction: 'server-to-client', raw };
}

test('sessions of one recording do not answer each other', () => {
  const rows = new RowTable();
  const log = new LogModel({ all: [new RowReader(rows)] });
  for (const record of [request(1, 'a'), request(2, 'b'), answer(3, 'b')]) log.take(record);
  expect(log.sessionNames).toEqual(['a', 'b']);
  expect(rows.row(0)?.outcome).toBe('pending');
  expect(rows.row(1)?.outcome).toBe('ok');
  expect(log.model('a').book.counts).toMatchObject({ frames: 1, requests: 1, ok: 0, unanswered: 1 });
  expect(log.model('b').book.counts).toMatchObject({ frames: 2, requests: 1, ok: 1, unanswered: 0 });
});

test('the first record of a session tells what it is', () => {
  const log = new LogModel();
  const told = { type: 'session', seq: 1, at: 0, session: 'a', label: 'lab', origin: 'connect' } as const;
  log.take(told);
  expect(log.sessionRecord('a')).toEqual(told);
  expect(log.sessionRecord('b')).toBeUndefined();
});

test('marks, stderr and drops are rows without a tier of error', () => {
  const rows = new RowTable();
  const log = new LogModel({ all: [new RowReader(rows)] });
  log.take({ type: 'mark', seq: 1, at: 0, label: 'before the crash' });
  log.take({ type: 'stderr', seq: 2, at: 1, session: 'a', text: '\u001b[31mred\u001b[0m' });
  log.take({ type: 'dropped', seq: 3, at: 2, session: 'a', count: 4, reason: 'memory' });
  log.take({ type: 'end', seq: 4, at: 3 });
  expect([0, 1, 2].map((index) => [rows.row(index)?.kind, rows.row(index)?.text])).toEqual([
    ['mark', 'before the crash'],
    ['stderr', 'red'],
    ['dropped', '4 dropped: memory'],
  ]);
  expect(rows.length).toBe(3);
  expect(log.sessionNames).toEqual(['a']);
});
