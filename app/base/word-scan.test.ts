import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WordScan } from './word-scan.ts';

const STARTS = ['no', 'not ', 'err', 'in use', "can't", 'x509', 'n/a'];
const PARTS = ['rror', 'fail', '***', '\n---', '[x]', 'r'];
const scan = new WordScan(
  [
    { bits: 1, at: 'start', words: STARTS },
    { bits: 2, at: 'anywhere', words: PARTS },
    { bits: 4, at: 'start', words: ['not a', 'err'] },
  ],
  8,
);
const escaped = (words: readonly string[]) =>
  words.map((word) => word.replace(/[[\]*\\]/g, String.raw`\$&`)).join('|');
const START = new RegExp(`\\b(?:${escaped(STARTS)})`, 'i');
const PART = new RegExp(escaped(PARTS), 'i');
const OTHER = /\b(?:not a|err)/i;

const pieces = fc.constantFrom(
  ...STARTS,
  ...PARTS,
  'not a',
  '_',
  ' ',
  '-',
  'É',
  'ſ',
  'K',
  '3',
  'NO',
  'Err',
  '[X]',
);
const texts = fc
  .array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 12 })
  .map((all) => all.join(''));

function byPatterns(text: string): number {
  const beyond = [...text].some((sign) => sign.charCodeAt(0) > 127) ? 8 : 0;
  return (START.test(text) ? 1 : 0) | (PART.test(text) ? 2 : 0) | (OTHER.test(text) ? 4 : 0) | beyond;
}

describe('a scan for words', () => {
  test('finds what patterns of the same words find', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(scan.find(text, text.length)).toBe(byPatterns(text));
      }),
    );
  });

  test('looks no further than it is asked to', () => {
    fc.assert(
      fc.property(texts, fc.nat(20), (text, length) => {
        expect(scan.find(text, length)).toBe(byPatterns(text.slice(0, length)));
      }),
    );
  });

  test('stops once it has enough, and not before', () => {
    fc.assert(
      fc.property(texts, fc.nat(15), (text, enough) => {
        const all = byPatterns(text);
        const found = scan.find(text, text.length, enough);
        expect(found & ~all).toBe(0);
        expect((found & enough) !== 0).toBe((all & enough) !== 0);
      }),
    );
  });
});
