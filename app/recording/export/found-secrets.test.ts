import { expect, it } from 'vitest';
import type { KnownRecord } from '../../frame/record.ts';
import { findSecrets } from './recording-content.ts';

const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
const line = (seq: number, text: string): KnownRecord => ({
  type: 'stderr',
  seq,
  at: seq,
  session: 's1',
  text,
});

it('lists a secret once, with all its places counted and the first of them named', () => {
  const records = Array.from({ length: 60 }, (_, index) => line(index + 1, `token ${TOKEN}`));
  const found = findSecrets([...records, line(99, 'mail me@example.com')], {});
  expect(found).toMatchObject({ total: 2, places: 61, records: 61 });
  expect(found.secrets.map(({ secret, places }) => [secret, places])).toEqual([
    [TOKEN, 60],
    ['me@example.com', 1],
  ]);
  expect(found.secrets[0]?.listed).toHaveLength(50);
  expect(found.secrets[1]?.listed).toEqual([{ seq: 99, path: 'text' }]);
  expect(found.secrets[0]?.shown).not.toContain(TOKEN);
});

it('lists what was added, and not what stays', () => {
  const records = [line(1, `the cat knows ${TOKEN}`)];
  expect(findSecrets(records, { keep: [TOKEN], add: ['cat'] }).secrets.map(({ secret }) => secret)).toEqual([
    'cat',
  ]);
});
