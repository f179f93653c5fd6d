import { describe, expect, test } from 'vitest';
import { LineAttribution } from './line-attribution.ts';

const call = { requestSeq: 1, id: '7', target: 'send_mail', startedAt: 0, endedAt: 10 };
const LONG_AFTER = 10_000;

function attributed(line: string, other: Partial<typeof call> = {}) {
  return new LineAttribution({ ...call, ...other }).of(line, LONG_AFTER);
}

describe('a line of the server', () => {
  test.each(['id=7', 'ID: 7 done', '{"id":7}', 'request #7', 'requestId=7', 'request_id: 7', 'id 7'])(
    'names the request id: %s',
    (line) => {
      expect(attributed(line)).toBe('names the request id');
    },
  );

  test.each(['{"id":"a.b*"}', 'id="A.B*"', 'id = "a.b*", refused'])(
    'names an id that is a text: %s',
    (line) => {
      expect(attributed(line, { id: '"a.b*"' })).toBe('names the request id');
    },
  );

  test.each(['id=71', 'id=7-a', 'grid=7', '7'])('names no id: %s', (line) => {
    expect(attributed(line)).toBeUndefined();
  });

  test('names the target as a word of its own, with any characters in it', () => {
    expect(attributed('calling send_mail(…)')).toBe('names the target');
    expect(attributed('resend_mail, send_mail-2, send_mail!')).toBe('names the target');
    expect(attributed('resend_mail')).toBeUndefined();
    expect(attributed('open a+(b.txt', { target: 'a+(b.txt' })).toBe('names the target');
  });

  test('is compared with names of any length, and takes no longer for a long line', () => {
    const long = 'a'.repeat(1_000_000);
    expect(attributed(long, { id: `"${long}"`, target: long })).toBeUndefined();
    expect(attributed(`id${' '.repeat(1_000_000)}`)).toBeUndefined();
  });
});
