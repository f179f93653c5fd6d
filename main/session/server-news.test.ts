import { expect, test } from 'vitest';
import { readEnvelope } from '../../app/wire/envelope.ts';
import { ServerNews } from './server-news.ts';

function updated(news: ServerNews, uri: string): boolean {
  const method = 'notifications/resources/updated';
  return news.take(readEnvelope(JSON.stringify({ jsonrpc: '2.0', method, params: { uri } })));
}

test('counts the updates of each resource, and forgets those whose last one is longest ago', () => {
  const news = new ServerNews();
  for (let round = 0; round < 2; round += 1) updated(news, 'note://kept');
  for (let number = 0; number < 999; number += 1) updated(news, `note://${number}`);
  updated(news, 'note://kept');
  updated(news, 'note://one-more');
  expect(news.changes.updated['note://kept']).toBe(3);
  expect(news.changes.updated['note://0']).toBeUndefined();
  expect(Object.keys(news.changes.updated)).toHaveLength(1000);
});

test('goes on with the counts of the process before, under any name', () => {
  const before = new ServerNews();
  updated(before, '__proto__');
  const after = new ServerNews(before.changes);
  updated(after, '__proto__');
  expect(Object.entries(after.changes.updated)).toEqual([['__proto__', 2]]);
});

test('gives the same object as long as there is no news', () => {
  const news = new ServerNews();
  updated(news, 'note://one');
  expect(news.changes).toBe(news.changes);
});
