import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KnownRecord } from '../../app/frame/record.ts';
import { type ExchangeKey, exchangeEvents } from './exchange-events.ts';

const key: ExchangeKey = {
  requestSeq: 10,
  answerSeq: 20,
  id: '14',
  target: 'book-flight',
  startedAt: 1000,
  endedAt: 1500,
  progressToken: 14,
};

const frame = (seq: number, at: number, value: unknown): KnownRecord => ({
  type: 'frame',
  session: 's1',
  seq,
  at,
  direction: 'server-to-client',
  raw: JSON.stringify(value),
});
const stderr = (seq: number, at: number, text: string): KnownRecord => ({
  type: 'stderr',
  session: 's1',
  seq,
  at,
  text,
});
const note = (method: string, params: unknown) => ({ jsonrpc: '2.0', method, params });

describe('exchangeEvents', () => {
  test('puts request, its progress and its answer on one axis and leaves others out', () => {
    const events = exchangeEvents(
      [
        frame(10, 1000, { jsonrpc: '2.0', id: 14, method: 'tools/call' }),
        frame(11, 1100, note('notifications/progress', { progressToken: 14, progress: 1, total: 2 })),
        frame(12, 1100, note('notifications/progress', { progressToken: 15, progress: 1 })),
        frame(13, 1200, { jsonrpc: '2.0', id: 15, result: {} }),
        frame(20, 1500, { jsonrpc: '2.0', id: 14, result: {} }),
      ],
      key,
    );
    expect(events.map(({ seq, kind, offsetMs }) => [seq, kind, offsetMs])).toEqual([
      [10, 'request', 0],
      [11, 'progress', 100],
      [20, 'answer', 500],
    ]);
  });

  test('says how each stderr line was attributed', () => {
    const events = exchangeEvents(
      [
        stderr(11, 1100, 'working'),
        stderr(21, 1600, 'flushed'),
        stderr(22, 9000, 'id=14 rejected: departureDate'),
        stderr(23, 9000, '\u001b[31mbook-flight failed\u001b[0m'),
        stderr(24, 9000, 'id=141 something else'),
      ],
      key,
    );
    expect(events.map((event) => event.why)).toEqual([
      'written while the call was open',
      'written just after',
      'names the request id',
      'names the target',
    ]);
  });

  test('finds the cancel and the client event of the id', () => {
    const client: KnownRecord = {
      type: 'client',
      session: 's1',
      seq: 12,
      at: 1300,
      event: 'timeout',
      id: 14,
      message: 'gave up',
    };
    const events = exchangeEvents(
      [
        client,
        { ...client, seq: 13, id: 15 },
        frame(14, 1300, note('notifications/cancelled', { requestId: 14 })),
      ],
      key,
    );
    expect(events.map((event) => event.kind)).toEqual(['client', 'cancel']);
  });

  test('no line of stderr makes it throw', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, id) => {
        exchangeEvents([stderr(11, 1100, text)], { ...key, id });
      }),
    );
  });
});
