import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FrameRecord } from '../frame/record.ts';
import { READERS } from './testing/every-reader.ts';
import { fuzzBatch } from './testing/fuzz-batch.ts';
import { FuzzSource } from './testing/fuzz-source.ts';

const MESSAGES = [
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'weigh', arguments: { grams: 3 } } },
  { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'no scale' }], isError: true } },
  { jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'Tool weigh not found', data: { reason: 'x' } } },
  { jsonrpc: '2.0', id: 3, result: { tools: [{ name: 'weigh', inputSchema: { type: 'object' } }] } },
  { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 2 } },
];
const FRAMES = MESSAGES.map((message, index): FrameRecord => {
  const direction = 'params' in message && 'id' in message ? 'client-to-server' : 'server-to-client';
  return { type: 'frame', seq: index + 1, at: index, session: 's1', direction, raw: JSON.stringify(message) };
});

test('no reader throws on any line of any seed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      // Timing is left to the soak run: a busy machine must not fail a test.
      const { faults, counts } = fuzzBatch(new FuzzSource(seed, FRAMES).batch(40), READERS, () => 0);
      expect(faults).toEqual([]);
      expect(counts.get('envelope')).toBeGreaterThan(0);
    }),
    { numRuns: 12 },
  );
});

test('no reader trusts a name that every object has, nor that a value can be written out', () => {
  const odd = '{"toString":1,"valueOf":2}';
  const entries = [
    'direction',
    'dir',
    'kind',
    'session_id',
    'event_kind',
    'method',
    'command',
    'argv',
    'reason',
  ].map(
    (key) =>
      `{"ts":1,"seq":2,"server_label":"","type":"event","data":{"supported":[${odd}]},"${key}":${odd}}`,
  );
  const results = ['__proto__', 'constructor', 'hasOwnProperty'].map(
    (name) =>
      `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"${name}":"x failed: y"}}}`,
  );
  const asked = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weigh_item"}}';
  for (const text of results) {
    const lines = [
      { kind: 'wire', text: asked, direction: 'client-to-server' } as const,
      { kind: 'wire', text, direction: 'server-to-client' } as const,
    ];
    expect(fuzzBatch(lines, READERS, () => 0).faults).toEqual([]);
  }
  for (const text of entries) {
    const line = { kind: 'foreign file', text, direction: 'server-to-client' } as const;
    expect(fuzzBatch([line], READERS, () => 0).faults).toEqual([]);
  }
});

test('one seed always makes the same lines', () => {
  expect(new FuzzSource(7, FRAMES).batch(200)).toEqual(new FuzzSource(7, FRAMES).batch(200));
  expect(new FuzzSource(7, FRAMES).batch(200)).not.toEqual(new FuzzSource(8, FRAMES).batch(200));
});

test('a reader that throws is named with its line, and so is one that is slow', () => {
  const lines = [{ kind: 'wire', text: 'a', direction: 'client-to-server' } as const];
  let clock = 0;
  const slow = () => {
    clock += 250;
  };
  const throwing = () => {
    throw new Error('boom');
  };
  const broken = { name: 'broken', kinds: ['wire'], start: () => ({ take: throwing }) } as const;
  const sluggish = { name: 'sluggish', kinds: ['wire'], start: () => ({ take: slow }) } as const;
  const { faults, slowest } = fuzzBatch(lines, [broken, sluggish], () => clock);
  expect(faults).toMatchObject([{ reader: 'broken', line: 'a', what: expect.stringContaining('boom') }]);
  expect(slowest).toEqual({ reader: 'sluggish', line: 'a', ms: 250 });
});

test('a line that was slow because other programs had the processor is not', () => {
  const lines = [{ kind: 'wire', text: 'a', direction: 'client-to-server' } as const];
  const clock = { wall: 0, spent: 0 };
  const preempted = () => {
    clock.wall += 250;
    clock.spent += 3;
  };
  const reader = { name: 'preempted', kinds: ['wire'], start: () => ({ take: preempted }) } as const;
  const { slowest } = fuzzBatch(
    lines,
    [reader],
    () => clock.wall,
    () => clock.spent,
  );
  expect(slowest).toEqual({ reader: 'preempted', line: 'a', ms: 3 });
});
