import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import { argumentsOf, pastCalls } from './past-calls.tsx';

function call(seq: number, target: string, more: Partial<Row> = {}): Row {
  const row = emptyRow({ seq, at: seq * 10, session: 's1' }, 'frame');
  return { ...row, shape: 'request', method: 'tools/call', target, ...more };
}

function sourceOf(rows: readonly Row[], args: { readonly [seq: number]: JsonObject }) {
  const read: number[] = [];
  return {
    read,
    requests: async (method: string, target: string) =>
      rows
        .filter((row) => row.shape === 'request' && row.method === method && row.target === target)
        .reverse(),
    rowOf: async (seq: number) => rows.find((row) => row.seq === seq),
    readArguments: async (seq: number) => {
      read.push(seq);
      return args[seq];
    },
  };
}

describe('pastCalls', () => {
  test('gives the calls of one tool, newest first, each set of arguments once with its newest end', async () => {
    const rows = [
      call(1, 'a', { pair: 2 }),
      call(2, 'a', { shape: 'result', pair: 1, outcome: 'ok' }),
      call(3, 'b'),
      call(4, 'a', { pair: 5 }),
      call(5, 'a', { shape: 'error', pair: 4, tier: 'protocol' }),
      call(6, 'a', { outcome: 'pending' }),
      call(7, 'a', { method: 'prompts/get' }),
    ];
    const source = sourceOf(rows, { 1: { x: 1 }, 3: {}, 4: { x: 1 }, 6: { x: 2 } });
    const calls = await pastCalls(source, 'tools/call', 'a', 20);
    expect(calls.map(({ seq, tier, args }) => [seq, tier, args])).toEqual([
      [6, 'ok', { x: 2 }],
      [4, 'protocol', { x: 1 }],
    ]);
    expect(source.read).not.toContain(3);
  });

  test('stops reading once it has enough', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => call(index + 1, 'a'));
    const source = sourceOf(rows, Object.fromEntries(rows.map(({ seq }) => [seq, { seq }])));
    expect(await pastCalls(source, 'tools/call', 'a', 3)).toHaveLength(3);
    expect(source.read).toEqual([50, 49, 48]);
  });

  test('a request that cannot be read is left out', async () => {
    expect(await pastCalls(sourceOf([call(1, 'a')], {}), 'tools/call', 'a', 3)).toEqual([]);
  });
});

test('a call without arguments has none', () => {
  expect(argumentsOf({ name: 'a' })).toEqual({});
  expect(argumentsOf(undefined)).toEqual({});
});
