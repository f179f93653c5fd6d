import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { NOISE_RULES, withoutNoise } from './noise-rules.ts';

test.each([
  ['id 3F2504E0-4f89-11d3-9a0c-0305e82c3301 made', 'id <uuid> made'],
  ['at 2026-11-21T10:00:00.123Z', 'at <time>'],
  ['at 2026-11-21 10:00:00,5 +02:00, then', 'at <time>, then'],
  ['created: Sat Nov 21 2026 10:00:00 GMT+0000 (Coordinated Universal Time)', 'created: <time>'],
  ['Sat, 21 Nov 2026 10:00:00 GMT', '<time>'],
  ['{"at":1795255200,"ms":1795255200123.5}', '{"at":<time>,"ms":<time>}'],
  ['done in 12.5 ms after 3 seconds', 'done in <duration> after <duration>'],
  ['{"durationMs":12,"elapsed":"7"}', '{"durationMs":<duration>,"elapsed":<duration>}'],
  ['{"progressToken":"a-1"}', '{"progressToken":<token>}'],
  ['{"id":5,"requestId":"r","name":"n"}', '{"id":<id>,"requestId":<id>,"name":"n"}'],
  [String.raw`{"text":"{\"id\":\"r-1\",\"n\":1}"}`, String.raw`{"text":"{\"id\":<id>,\"n\":1}"}`],
  ['commit 9fceb02d0ae598e95dc970b74767f19372d61af8', 'commit <id>'],
  ['{"pid":4711} pid 4711', '{"pid":<pid>} pid <pid>'],
  ['http://localhost:54321/x and [::1]:80', 'http://localhost:<port>/x and [::1]:<port>'],
  ['listening on port 54321, {"port":1}', 'listening on port <port>, {"port":<port>}'],
  ['/tmp/run-x7/a/b.txt', '<temp>/a/b.txt'],
  ['/private/var/folders/ab/cd_ef/T/run-x7/b', '<temp>/b'],
  [String.raw`C:\\Users\\ada\\AppData\\Local\\Temp\\run-x7\\b`, String.raw`<temp>\\b`],
])('%s becomes %s', (noisy, quiet) => {
  expect(withoutNoise(noisy)).toBe(quiet);
});

test.each([
  'version 2025-11-25 of 2026',
  'an id that is no member: 5',
  '{"size":123456,"year":2026,"code":-32602}',
  '/home/ada/tmp/notes and deadbeef',
  'valid: 0.1234567890',
  'mistook 5 sheep',
])('%s stays as it is', (text) => {
  expect(withoutNoise(text)).toBe(text);
});

describe('each rule', () => {
  it('can be turned off', () => {
    const noisy = 'at 2026-11-21T10:00:00Z on localhost:80';
    expect(withoutNoise(noisy, new Set(['ports']))).toBe('at <time> on localhost:80');
    expect(withoutNoise(noisy, new Set(NOISE_RULES.map(({ name }) => name)))).toBe(noisy);
  });

  it('has a name of its own', () => {
    expect(new Set(NOISE_RULES.map(({ name }) => name)).size).toBe(NOISE_RULES.length);
  });

  it('finds nothing more in what it has made quiet', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (text) => {
        const quiet = withoutNoise(text);
        expect(withoutNoise(quiet)).toBe(quiet);
      }),
    );
  });

  it.each(['a', '1', '/', '"', '\\', '0f', '/tmp/', '"id":', 'C:\\Users\\'])(
    'takes a megabyte of %s in its stride',
    (unit) => {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      expect(withoutNoise(`${text}!`).endsWith('!')).toBe(true);
    },
  );
});
