import { expect, test } from 'vitest';
import { callToCancel, isUnderWay, requestAfter } from './call-tool.ts';

const row = (seq: number, target: string, pair = 0) => ({ seq, method: 'tools/call', target, pair });
const book = { method: 'tools/call', target: 'book' };
const nothing = () => undefined;

test('a cancel means the newest open call of the tool, or else of its method', () => {
  expect(callToCancel(book, [row(3, 'book'), row(5, 'book'), row(7, 'other')], [], nothing)).toBe(5);
  expect(callToCancel(book, [row(7, 'other')], [], nothing)).toBe(7);
  expect(
    callToCancel(book, [{ seq: 9, method: 'prompts/get', target: 'book' }], [], nothing),
  ).toBeUndefined();
});

test('a call that waits for input is the request that was answered with the server requests', () => {
  const rows = new Map([
    [4, row(4, 'book', 3)],
    [8, row(8, 'book')],
  ]);
  const serverRequests = [
    { seq: 4, via: 'input-required' },
    { seq: 8, via: 'request' },
  ] as const;
  const rowOf = (seq: number) => rows.get(seq);
  expect(callToCancel(book, [], serverRequests, rowOf)).toBe(3);
  expect(callToCancel(book, [row(6, 'book')], serverRequests, rowOf)).toBe(6);
  expect(callToCancel(book, [], serverRequests, nothing)).toBeUndefined();
});

test('a form tells of a call under way by its method and target, also of one that waits for input', () => {
  const rowOf = (seq: number) => (seq === 4 ? row(4, 'book', 3) : undefined);
  expect(isUnderWay(book, [row(3, 'book')], [], nothing)).toBe(true);
  expect(isUnderWay(book, [row(3, 'other')], [], nothing)).toBe(false);
  expect(isUnderWay(book, [], [{ seq: 4, via: 'input-required' }], rowOf)).toBe(true);
  expect(isUnderWay(book, [], [{ seq: 4, via: 'request' }], rowOf)).toBe(false);
});

test('a call finds its own request among those that other windows send at the same time', () => {
  const list = { seq: 4, method: 'tools/list', target: '' };
  expect(requestAfter(3, book, [row(2, 'book'), list, row(5, 'other'), row(6, 'book')])).toBe(6);
  expect(requestAfter(3, book, [row(2, 'book'), list, row(5, 'other')])).toBeUndefined();
});
