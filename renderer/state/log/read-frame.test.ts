import { expect, test } from 'vitest';
import { type FrameRecord, shownFrame } from '../../../app/frame/record.ts';
import { toBase64 } from '../../../app/wire/line-text.ts';
import { isLongAndUnparsed, readInTurn, readingOf } from './use-record.ts';

function answer(text: string): FrameRecord {
  const raw = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text } });
  return { type: 'frame', session: 's1', seq: 1, at: 0, direction: 'server-to-client', raw };
}

test('a long line is read over turns of its own, with a turn before and one after, and then no more', async () => {
  const record = answer('a'.repeat(600_000));
  expect(isLongAndUnparsed(record)).toBe(true);
  const turns: string[] = [];
  const look = setInterval(() => turns.push(isLongAndUnparsed(record) ? 'not read' : 'read'));
  const read = await readInTurn(record);
  clearInterval(look);
  expect(turns.slice(0, 2)).toEqual(['not read', 'not read']);
  expect(turns.at(-1)).toBe('read');
  expect(isLongAndUnparsed(record)).toBe(false);
  expect(readingOf(record)).toBe(read);
});

test('a short line is read at once', async () => {
  const record = answer('a');
  expect(isLongAndUnparsed(record)).toBe(false);
  let turned = false;
  setTimeout(() => {
    turned = true;
  });
  expect((await readInTurn(record)).envelope).toMatchObject({ kind: 'result', result: { text: 'a' } });
  expect(turned).toBe(false);
});

test('a long line that is not UTF-8 is decoded over turns, as it would be at once', async () => {
  const bytes = new Uint8Array(2_000_000).fill(0x61);
  bytes.set([0xff], 1_000_000);
  const record: FrameRecord = { ...answer(''), raw: undefined, rawBase64: toBase64(bytes) };
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  });
  await readInTurn(record);
  clearInterval(count);
  expect(turns).toBeGreaterThan(2);
  expect(shownFrame(record)).toBe(new TextDecoder().decode(bytes));
});
