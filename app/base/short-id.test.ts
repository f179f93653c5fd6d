import { expect, test } from 'vitest';
import { shortId } from './short-id.ts';

test('a short id is the same for the same text, and seven letters and digits long', () => {
  expect(shortId('protocol|-32602|tools/call')).toBe(shortId('protocol|-32602|tools/call'));
  for (const text of ['', 'a', 'ä'.repeat(500)]) expect(shortId(text)).toMatch(/^[0-9a-z]{7}$/);
});

test('many texts that differ little have ids of their own', () => {
  const ids = new Set(Array.from({ length: 20_000 }, (_, at) => shortId(`tool||tools/call|t${at}|No seat`)));
  expect(ids.size).toBeGreaterThan(19_998);
});
