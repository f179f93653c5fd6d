import { expect, test } from 'vitest';
import { ok } from '../../app/base/result.ts';
import { emptyRow } from '../../app/exchange/rows.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { loadTools } from './load-tools.ts';

const raw = new Map<number, object>([
  [1, { id: 1, method: 'tools/list' }],
  [2, { id: 1, result: { tools: [{ name: 'old' }] } }],
  [3, { id: 2, method: 'tools/list' }],
  [4, { id: 2, result: { tools: [{ name: 'a', description: 'A' }, { nameless: true }], nextCursor: 'x' } }],
  [5, { id: 3, method: 'tools/list', params: { cursor: 'x' } }],
  [6, { id: 3, result: { tools: [{ name: 'b', inputSchema: { type: 'object' } }] } }],
]);

const source = (lists: readonly number[]) => ({
  lists,
  rowOf: (seq: number) => ({ ...emptyRow({ seq, at: 0, session: 's1' }, 'frame'), pair: seq - 1 }),
  fetch: async (seq: number) => {
    const record: KnownRecord = {
      type: 'frame',
      session: 's1',
      seq,
      at: 0,
      direction: 'server-to-client',
      raw: JSON.stringify({ jsonrpc: '2.0', ...raw.get(seq) }),
    };
    return ok(record);
  },
});

test('a list in pages is put together, and older lists are left alone', async () => {
  const tools = await loadTools(source([2, 4, 6]));
  expect(tools.ok && tools.value.map((tool) => tool.name)).toEqual(['a', 'b']);
});

test('without a list there are no tools', async () => {
  expect(await loadTools(source([]))).toEqual(ok([]));
});
