import { expect, test } from 'vitest';
import type { Row } from '../../../app/frame/row.ts';
import { callToCancel, isUnderWay, requestAfter, settlingSeq } from './call-tool.ts';

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

test('a call is settled by the answer that its client took, also if the log has another one by then', () => {
  const end = { requestSeq: 3, result: null, failure: '' };
  const rows = new Map<number, Pick<Row, 'outcome' | 'pair'>>([[3, { outcome: 'protocol error', pair: 4 }]]);
  const rowOf = (seq: number) => rows.get(seq);
  expect(settlingSeq({ ...end, answerSeq: 5 }, rowOf)).toBeUndefined();
  rows.set(5, { outcome: 'protocol error', pair: 3 });
  expect(settlingSeq({ ...end, answerSeq: 5 }, rowOf)).toBe(5);
  expect(settlingSeq(end, rowOf)).toBe(4);
  expect(settlingSeq(end, () => ({ outcome: 'pending', pair: 0 }))).toBeUndefined();
  expect(settlingSeq(end, () => ({ outcome: 'timed out', pair: 0 }))).toBe(3);
});
