import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KnownRecord } from '../../../app/frame/record.ts';
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

  test('has what came for a subscription while it is open', () => {
    const tag = (id: number) => ({ 'io.modelcontextprotocol/subscriptionId': id });
    const update = (uri: string, id: number) =>
      note('notifications/resources/updated', { uri, _meta: tag(id) });
    const events = exchangeEvents(
      [
        frame(10, 1000, { jsonrpc: '2.0', id: 14, method: 'subscriptions/listen' }),
        frame(11, 1100, note('notifications/subscriptions/acknowledged', { _meta: tag(14) })),
        frame(12, 1200, update('note://one', 14)),
        frame(13, 1300, update('note://two', 15)),
      ],
      { ...key, answerSeq: 0, endedAt: undefined, progressToken: undefined },
    );
    expect(events.map(({ kind, text }) => [kind, text])).toEqual([
      ['request', 'request sent'],
      ['news', 'notifications/subscriptions/acknowledged'],
      ['news', 'notifications/resources/updated note://one'],
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

  test('takes a stack trace for the call that its first line names, whenever it was written', () => {
    const events = exchangeEvents(
      [
        stderr(22, 9000, 'id=14 rejected'),
        stderr(23, 9001, '    at check (a.js:1:2)'),
        frame(24, 9001, note('notifications/message', { level: 'info', data: 'x' })),
        stderr(25, 9002, '    at call (b.js:3:4)'),
        stderr(26, 9003, 'another thing'),
      ],
      key,
    );
    expect(events.map(({ seq, why }) => [seq, why])).toEqual([
      [22, 'names the request id'],
      [23, 'names the request id'],
      [25, 'names the request id'],
    ]);
  });

  test('attributes each line of a trace as its surest line', () => {
    const trace = ['Error: boom', '    at book-flight (a.js:1:2)', '    at call (b.js:3:4)'];
    const records = trace.map((text, at) => stderr(21 + at, 1100 + at, text));
    expect(exchangeEvents(records, key).map(({ why }) => why)).toEqual(trace.map(() => 'names the target'));
  });

  test('leaves a line to the call that it names', () => {
    const again = { jsonrpc: '2.0', id: 15, method: 'tools/call', params: { name: 'book-flight' } };
    const events = exchangeEvents(
      [
        stderr(11, 1100, 'request id=13 book-flight: slow'),
        stderr(12, 1101, '    at slow (a.js:1:2)'),
        stderr(13, 1102, 'book-flights was renamed'),
        stderr(14, 1103, 'book-flight: seats'),
        { ...frame(21, 1550, again), direction: 'client-to-server' },
        stderr(22, 1560, 'book-flight: done'),
        stderr(23, 4000, 'book-flight: second call'),
        stderr(24, 4000, 'requestId: 14 closed'),
        { type: 'process', session: 's1', seq: 25, at: 5000, event: 'spawned' },
        stderr(26, 5001, 'requestId: 14 of the next process run'),
      ],
      key,
    );
    expect(events.filter(({ kind }) => kind === 'stderr').map(({ seq, why }) => [seq, why])).toEqual([
      [13, 'written while the call was open'],
      [14, 'names the target'],
      [22, 'names the target'],
      [24, 'names the request id'],
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
