import { expect, it } from 'vitest';
import { foundSecrets } from './found-secrets.ts';

it('lists a secret once, with the number of its places', () => {
  const hit = { path: 'raw: a', kind: 'JSON Web Token', shown: 'ey…' } as const;
  const secrets = foundSecrets([
    { ...hit, seq: 4, number: 2, secret: 'two' },
    { ...hit, seq: 5, number: 1, secret: 'one' },
    { ...hit, seq: 9, number: 2, secret: 'two' },
  ]);
  expect(secrets.map(({ secret, places, first }) => [secret, places, first])).toEqual([
    ['one', 1, 'row 5, raw: a'],
    ['two', 2, 'row 4, raw: a'],
  ]);
});
