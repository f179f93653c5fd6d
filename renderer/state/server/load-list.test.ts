import { expect, test } from 'vitest';
import { ok } from '../../../app/base/result.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { emptyRow } from '../../../app/frame/row.ts';
import { loadList } from './load-list.ts';

const raw = new Map<number, object>([
  [1, { id: 1, method: 'tools/list' }],
  [2, { id: 1, result: { tools: [{ name: 'old' }] } }],
  [3, { id: 2, method: 'tools/list' }],
  [4, { id: 2, result: { tools: [{ name: 'a', description: 'A' }, { nameless: true }], nextCursor: 'x' } }],
  [5, { id: 3, method: 'tools/list', params: { cursor: 'x' } }],
  [6, { id: 3, result: { tools: [{ name: 'b', inputSchema: { type: 'object' } }] } }],
]);

const source = (answers: readonly number[]) => ({
  answers,
  rowOf: async (seq: number) => ({ ...emptyRow({ seq, at: 0, session: 's1' }, 'frame'), pair: seq - 1 }),
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
  const list = await loadList(source([2, 4, 6]), 'tools');
  expect(list.ok && list.value).toMatchObject({
    items: [{ name: 'a' }, { nameless: true }, { name: 'b' }],
    pages: 2,
    more: false,
  });
});

test('pages that came before one failed are kept, and the note says that more would follow', async () => {
  const list = await loadList(source([2, 4]), 'tools');
  expect(list.ok && list.value).toMatchObject({ pages: 1, more: true });
});

test('without an answer the list is empty', async () => {
  expect(await loadList(source([]), 'tools')).toEqual(ok({ items: [], pages: 0, more: false }));
});
