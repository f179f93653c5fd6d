import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../base/testing/runs.ts';
import type { KnownRecord } from '../record.ts';
import { redactRecords } from './redactor.ts';

const letters = (min: number, max: number) =>
  fc.string({
    unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'),
    minLength: min,
    maxLength: max,
  });

/** A digit in the middle makes it recognizable as a secret. */
const random = (min: number, max: number) => letters(min, max).map((text) => `${text}7${text}`);

const shaped = fc.oneof(
  random(12, 20).map((text) => `ghp_${text}`),
  random(12, 20).map((text) => `sk-ant-${text}`),
  fc.tuple(letters(10, 20), letters(10, 20), letters(10, 20)).map(([a, b, c]) => `eyJ${a}.${b}.${c}`),
  fc.tuple(letters(3, 10), letters(3, 10)).map(([name, host]) => `${name}@${host}.example`),
  letters(4, 12).map((name) => `/home/${name}`),
  letters(4, 12).map((name) => `/Users/${name}`),
  letters(4, 12).map((name) => `C:\\Users\\${name}`),
);

const anyText = fc.string({ unit: 'binary', minLength: 6, maxLength: 30 }).map((text) => `Q9${text}z9!`);
const named = fc.oneof(random(4, 12), anyText);
const key = fc.constantFrom(
  'password',
  'api_key',
  'X-Api-Key',
  'clientSecret',
  'access_token',
  'Authorization',
  'DB_PASSWORD',
);

type Case = { readonly secret: string; readonly records: readonly KnownRecord[] };

const json = (value: unknown) => JSON.stringify(value);

const placed = fc.oneof(
  fc
    .tuple(key, named)
    .map(([name, secret]) => ({ secret, value: { deep: [{ [name]: secret, other: 1 }] } as object })),
  fc.tuple(key, named).map(([name, secret]) => ({
    secret,
    value: { text: json({ body: json({ [name]: secret }) }) } as object,
  })),
  shaped.map((secret) => ({ secret, value: { text: `see "${secret}" there`, list: [secret] } as object })),
  shaped.map((secret) => ({ secret, value: { text: json({ note: `(${secret})` }) } as object })),
  random(4, 12).map((secret) => ({
    secret,
    value: { line: `run --token ${secret} now`, url: `?api_key=${secret}&a=1` } as object,
  })),
  random(8, 12).map((secret) => ({ secret, value: { header: `Authorization: Bearer ${secret}` } as object })),
);

const cases: fc.Arbitrary<Case> = fc
  .tuple(placed, fc.json(), fc.boolean())
  .map(([{ secret, value }, noise, pretty]) => {
    const params = JSON.stringify(value, null, pretty ? 1 : 0).replaceAll('\n', ' ');
    const raw = `{"jsonrpc":"2.0", "id":12345678901234567890,"method":"x","noise":${noise},"params":${params}}`;
    return {
      secret,
      records: [
        { type: 'frame', seq: 1, at: 0, session: 's1', direction: 'client-to-server', raw },
        { type: 'stderr', seq: 2, at: 1, session: 's1', text: `got ${json(value)}` },
      ],
    };
  });

/** Every string in a text, including JSON within strings. */
function stringsOf(text: string, depth = 0): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [text];
  }
  const found: string[] = [];
  const visit = (part: unknown): void => {
    if (typeof part === 'string') found.push(part, ...(depth < 5 ? stringsOf(part, depth + 1) : []));
    else if (typeof part === 'object' && part !== null) Object.values(part).forEach(visit);
  };
  visit(value);
  return found;
}

/** Secret names so short that a random key may equal one. */
const SHORT_NAME = /pw|pat|sig|jwt|otp|key|hmac|code|auth|pass/i;

/** JSON whose random strings cannot be an address, an assignment or a path, which would be secrets. */
const harmlessJson = fc
  .json()
  .filter((text) => !/[@:=/]/.test(text.replaceAll('":', '')) && !SHORT_NAME.test(text));

const harmlessText = fc.string({ unit: 'binary' }).filter((text) => !/[@:=/]/.test(text));

const rawOf = (record: KnownRecord | undefined) => (record?.type === 'frame' ? (record.raw ?? '') : '');

describe('redaction', () => {
  it('lets no known secret through a frame', () => {
    fc.assert(
      fc.property(cases, ({ secret, records }) => {
        const [first] = [...redactRecords(records)];
        for (const text of stringsOf(rawOf(first))) expect(text.includes(secret)).toBe(false);
      }),
      { numRuns: runs(500) },
    );
  });

  it('changes nothing when it is done again', () => {
    fc.assert(
      fc.property(cases, ({ records }) => {
        const once = [...redactRecords(records)];
        expect([...redactRecords(once)]).toEqual(once);
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps every byte that is no secret', () => {
    fc.assert(
      fc.property(
        harmlessJson,
        harmlessJson,
        random(12, 20),
        fc.constantFrom('', ' ', '  '),
        (before, after, tail, space) => {
          const secret = `ghp_${tail}`;
          const raw = `{${space}"a":${before},${space}"text":"x ${secret} y","text":"${secret}","b":${after}}${space}`;
          const record: KnownRecord = {
            type: 'frame',
            seq: 1,
            at: 0,
            session: 's1',
            direction: 'server-to-client',
            raw,
          };
          const [clean] = [...redactRecords([record])];
          expect(rawOf(clean)).toBe(raw.replaceAll(secret, '<redacted:1>'));
        },
      ),
    );
  });

  it('gives a record without secrets back as it is', () => {
    fc.assert(
      fc.property(fc.oneof(harmlessJson, harmlessText), (raw) => {
        const record: KnownRecord = {
          type: 'frame',
          seq: 1,
          at: 0,
          session: 's1',
          direction: 'server-to-client',
          raw,
        };
        expect([...redactRecords([record])][0]).toBe(record);
      }),
    );
  });
});
