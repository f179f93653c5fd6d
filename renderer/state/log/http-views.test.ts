import { expect, test } from 'vitest';
import { answer, HttpScript } from '../../../app/session/testing/http-script.ts';
import { exchangeNumber, httpViews, longestGap } from './http-views.ts';

test('an exchange is gathered from its own records, however others lie between them', () => {
  const script = new HttpScript().handshake();
  const sse = `id: a-1\nretry: 50\ndata:\n\n: keep-alive\n\nid: a-2\ndata: ${JSON.stringify(answer(7))}\n\n`;
  const { records } = script.call(7, { sse }).fine(8);
  const call = records.find((one) => one.type === 'frame' && one.raw?.includes('"id":7') === true);
  const x = exchangeNumber(call);
  const [view, ...others] = httpViews(records, [x]);
  expect(others).toEqual([]);
  expect(view?.request).toMatchObject({ method: 'POST', url: 'http://127.0.0.1:4000/mcp' });
  expect(view?.response?.status).toBe(200);
  expect(view?.end).toMatchObject({ how: 'complete' });
  expect(view?.parts.map(({ sse: fields, isMessage }) => [fields?.id, fields?.retry, isMessage])).toEqual([
    ['a-1', 50, false],
    [undefined, undefined, false],
    ['a-2', undefined, true],
  ]);
});

test('what belongs to no exchange has no number', () => {
  const [session] = new HttpScript().records;
  expect(exchangeNumber(session)).toBe(0);
  expect(exchangeNumber(undefined)).toBe(0);
});

test('the longest gap of a stream is the longest time without any part, its end included', () => {
  const script = new HttpScript().handshake();
  const { records } = script.call(7, { sse: `: hi\n\ndata: ${JSON.stringify(answer(7))}\n\n`, openMs: 5000 });
  const call = records.find((one) => one.type === 'frame' && one.raw?.includes('"id":7') === true);
  const [view] = httpViews(records, [exchangeNumber(call)]);
  expect(view && longestGap(view)).toEqual({ ms: 5010, before: 'before the end' });
  const open = view && { ...view, end: undefined };
  expect(open && longestGap(open)).toEqual({ ms: 10, before: 'before part 1' });
});
