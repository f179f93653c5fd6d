import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodedLabel, readableHost, readUrl } from './url-parts.ts';

describe('an address of a server', () => {
  test('that is plain opens plainly, without a warning', () => {
    const read = readUrl('https://auth.example.com/connect?state=1#x');
    expect(read).toMatchObject({ opens: 'plainly', warnings: [], host: 'auth.example.com' });
    expect(read.parts.map(({ kind }) => kind)).toEqual(['scheme', 'host', 'path', 'query', 'fragment']);
    expect(read.parts.some(({ suspicious }) => suspicious)).toBe(false);
  });

  test.each([
    ['http://example.com/', 'once', 'not encrypted'],
    ['https://bank.example@evil.example/', 'once', 'leads to evil.example'],
    ['https://xn--80ak6aa92e.com/', 'plainly', 'reads as аррӏе.com'],
    ['https://аррӏе.com/', 'plainly', 'reads as аррӏе.com'],
    ['https://0x7f000001/', 'plainly', 'this machine'],
    ['https://3232235521/', 'plainly', 'a number and not a name'],
    ['https://[::1]:8443/', 'plainly', 'Port 8443'],
    ['https://good.example/go?next=https://evil.example', 'plainly', 'https://evil.example'],
    ['https://good.example/\u202Egnp.exe', 'plainly', 'cannot be seen'],
    ['https:\\\\good.example\\', 'plainly', 'backslashes'],
    ['javascript:alert(1)', 'never', 'never opened'],
    ['file:///etc/passwd', 'never', 'never opened'],
    ['not an address', 'never', 'not a whole address'],
  ])('%s opens %s and is warned of: %s', (written, opens, warning) => {
    const read = readUrl(written);
    expect(read.opens).toBe(opens);
    expect(read.warnings.join(' ')).toContain(warning);
  });

  test('that is very long says so', () => {
    expect(readUrl(`https://good.example/${'a'.repeat(3000)}`).warnings).toEqual([
      'It is 3021 characters long.',
    ]);
  });

  test('that no server takes is shown in part, and never opened', () => {
    const read = readUrl(`https://good.example/${'a'.repeat(1_000_000)}`);
    expect(read.opens).toBe('never');
    expect(read.parts.map(({ text }) => text).join('')).toHaveLength(2001);
    expect(read.warnings).toEqual([
      'It is 1000021 characters long, more than any server takes: it is not opened.',
    ]);
  });

  test('is shown whole: its parts make up what a browser reads', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (written) => {
        const { parts, href } = readUrl(written);
        expect(parts.map(({ text }) => text).join('')).toBe(href);
      }),
    );
  });

  test('opens without leave only as https, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl(), fc.webUrl({ validSchemes: ['http', 'ftp'] })),
        (written) => {
          const { opens, href } = readUrl(written);
          expect(opens !== 'plainly' || href.startsWith('https://')).toBe(true);
        },
      ),
    );
  });
});

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
