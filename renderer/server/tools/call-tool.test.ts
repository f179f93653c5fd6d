import { expect, test } from 'vitest';
import type { Row } from '../../../app/frame/row.ts';
import { callToCancel, requestAfter, settlingSeq, waitingCalls } from './call-tool.ts';

const book = { method: 'tools/call', target: 'book' };
const call = (request: number, target: string) => ({ request, method: 'tools/call', target });
const row = (seq: number, target: string) => ({ seq, method: 'tools/call', target });

test('a cancel means the newest open call of the tool, or else of its method', () => {
  expect(callToCancel([call(3, 'book'), call(5, 'book'), call(7, 'other')], book)).toBe(5);
  expect(callToCancel([call(7, 'other')], book)).toBe(7);
  expect(callToCancel([{ request: 9, method: 'prompts/get', target: 'book' }], book)).toBeUndefined();
});

test('a call that waits for input is the request that was answered with the server requests', () => {
  const rows = new Map([
    [4, { ...book, pair: 3 }],
    [8, { ...book, pair: 0 }],
  ]);
  const serverRequests = [
    { seq: 4, via: 'input-required' },
    { seq: 8, via: 'request' },
  ] as const;
  expect(waitingCalls(serverRequests, (seq) => rows.get(seq))).toEqual([call(3, 'book')]);
  expect(waitingCalls(serverRequests, () => undefined)).toEqual([]);
});

test('a call finds its own request among those that other windows send at the same time', () => {
  const list = { seq: 4, method: 'tools/list', target: '' };
  expect(requestAfter(3, book, [row(2, 'book'), list, row(5, 'other'), row(6, 'book')])).toBe(6);
  expect(requestAfter(3, book, [row(2, 'book'), list, row(5, 'other')])).toBeUndefined();
});

test('a call is settled by the answer that its client took, also if the log has another one by then', () => {
  const end = { requestSeq: 3, result: null, failure: '' };
  const rows = new Map<number, Pick<Row, 'kind' | 'outcome' | 'pair'>>([
    [3, { kind: 'frame', outcome: 'protocol error', pair: 4 }],
  ]);
  const rowOf = (seq: number) => rows.get(seq);
  expect(settlingSeq({ ...end, answerSeq: 5 }, rowOf)).toBeUndefined();
  rows.set(5, { kind: 'frame', outcome: 'protocol error', pair: 3 });
  expect(settlingSeq({ ...end, answerSeq: 5 }, rowOf)).toBe(5);
  expect(settlingSeq(end, rowOf)).toBe(4);
  expect(settlingSeq(end, () => ({ kind: 'frame', outcome: 'pending', pair: 0 }))).toBeUndefined();
  expect(settlingSeq(end, () => ({ kind: 'frame', outcome: 'timed out', pair: 0 }))).toBe(3);
  // The exchange that ended without an answer has a row of its own.
  rows.set(6, { kind: 'http', outcome: '', pair: 3 });
  expect(settlingSeq({ ...end, answerSeq: 6 }, rowOf)).toBe(4);
});
