import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodedLabel, readableHost } from './punycode.ts';

describe('a host name in Punycode', () => {
  test.each([
    ['xn--80ak6aa92e.com', 'аррӏе.com'],
    ['xn--mnchen-3ya.de', 'münchen.de'],
    ['login.xn--fiqs8s', 'login.中国'],
    ['example.com', 'example.com'],
  ])('%s is read as %s', (host, expected) => {
    expect(readableHost(host)).toBe(expected);
  });

  test('is read back as what it was written from', () => {
    const letters = fc.constantFrom(...'aébñдω中文א日üß'.replace('ß', ''));
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 12 }), (chars) => {
        const label = chars.join('').normalize('NFC').toLowerCase();
        fc.pre(URL.canParse(`https://${label}/`));
        const ascii = new URL(`https://${label}/`).hostname;
        expect(readableHost(ascii)).toBe(label);
      }),
    );
  });

  test('that is broken is no crash', () => {
    fc.assert(fc.property(fc.string({ maxLength: 30 }), (text) => void decodedLabel(text)));
  });
});
