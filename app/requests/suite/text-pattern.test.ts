import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { matchesPattern, patternOf } from './text-pattern.ts';

describe('a pattern', () => {
  it('keeps the words of a text and leaves open what varies', () => {
    expect(patternOf('No flight "LX 7" on 2026-11-24, see line 12')).toBe('No flight * on *, see line *');
    expect(patternOf('token <redacted:3> is\n  no key')).toBe('token * is no key');
  });

  it('matches the same text with other values, and no other text', () => {
    const pattern = patternOf('Unknown id 7 in "a"');
    expect(matchesPattern(pattern, 'Unknown id 12345 in "another"')).toBe(true);
    expect(matchesPattern(pattern, 'Unknown name 7 in "a"')).toBe(false);
    expect(matchesPattern(pattern, 'Sorry: unknown id 7 in "a"')).toBe(false);
    expect(matchesPattern('no more', 'no  more')).toBe(true);
    expect(matchesPattern('a*a', 'a')).toBe(false);
  });
});

const word = fc.oneof(
  fc.string(),
  fc.constantFrom('"', "'", '`', ' ', '<n>', '<value>', '*', '2026-11-24', '\n', '<redacted:1>', '12'),
  fc.string({ unit: 'binary' }),
);
const anyText = fc
  .tuple(fc.array(word, { maxLength: 40 }), fc.constantFrom(1, 1, 60))
  .map(([words, times]) => words.join('').repeat(times));

test('any text matches its own pattern', () => {
  fc.assert(fc.property(anyText, (text) => matchesPattern(patternOf(text), text)));
});

test('a text without what varies is its own pattern, up to white space', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,6}$/), (text) => {
      expect(patternOf(text)).toBe(text);
      expect(matchesPattern(text, `${text} x`)).toBe(false);
    }),
  );
});
