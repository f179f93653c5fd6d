import { expect, test } from 'vitest';
import { StringPool } from '../frame/growing-column.ts';
import { readRpcId } from '../wire/envelope.ts';
import type { Exchange } from './exchange.ts';
import { ExchangeBook } from './exchange-book.ts';
import { SettledExchanges } from './settled-exchanges.ts';

function settled(book: ExchangeBook, number: number | string): Exchange {
  const id = readRpcId(number, '');
  if (id === undefined) throw new Error('no id');
  const exchange = book.open({
    ...{ sender: 'client-to-server', id, method: 'tools/call', target: `tool ${number}`, requestSeq: 1 },
    ...{
      startedAt: 1.25,
      fromRawMessage: false,
      isRebuilt: false,
      declared: '2026-07-28',
      toolsGeneration: 2,
      repeats: 0,
      params: undefined,
      x: 0,
      lacksSession: false,
    },
  });
  const end = { tier: 'tool', outcome: 'tool error', endedAt: 3.5, codeText: '-1', message: 'no' } as const;
  book.answer(exchange, 2, 'id', end);
  return exchange;
}

test('each call comes back once and as it was, whatever the order of the ids', () => {
  const book = new ExchangeBook('s1');
  const calls = new SettledExchanges('s1', 'client-to-server', new StringPool());
  const ids = [15_000, 8000, 16_000, 0, 3, 'a', '3', 15_001, 2 ** 40, -7, 1.5, 7999];
  const given = ids.map((id) => settled(book, id));
  expect(given.map((exchange) => calls.take(exchange))).toEqual(ids.map(() => true));
  for (const exchange of given) {
    expect(calls.has(exchange.id)).toBe(true);
    expect(calls.restore(exchange.id.key)).toEqual(exchange);
    expect(calls.has(exchange.id)).toBe(false);
    expect(calls.restore(exchange.id.key)).toBeUndefined();
  }
  expect(calls.restore('n:4')).toBeUndefined();
});

test('a call with more to it stays an object', () => {
  const book = new ExchangeBook('s1');
  const calls = new SettledExchanges('s1', 'client-to-server', new StringPool());
  const changes: readonly Partial<Exchange>[] = [
    { match: 'own-id' },
    { params: {} },
    { sharesId: true },
    { likelyAnswerSeq: 4 },
    { cancelledSeq: 4 },
    { givenUpSeq: 4 },
    { outcome: 'late' },
    { answerSeq: 0 },
  ];
  for (const change of changes) expect(calls.take({ ...settled(book, 1), ...change })).toBe(false);
});

test('a book knows the ids of the run before, put away or not', () => {
  const book = new ExchangeBook('s1', 1);
  const [first, second] = [settled(book, 1), settled(book, 2)];
  book.index.startRun(9, undefined);
  expect(book.index.usedBefore('client-to-server', first.id)).toBe(true);
  expect(book.index.usedBefore('client-to-server', second.id)).toBe(true);
  expect(book.index.latest('client-to-server', first.id)).toBeUndefined();
  expect(book.exchanges).toEqual([]);
});
