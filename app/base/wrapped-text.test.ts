import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortened, wrapped } from './wrapped-text.ts';

it('breaks any text into lines of the width, and keeps its words', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{1,30}$/)),
      fc.integer({ min: 4, max: 40 }),
      (words, width) => {
        const lines = wrapped(words.join(' '), width);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
      },
    ),
  );
});

it('shortens only what is too long', () => {
  expect(shortened('abcdef', 6)).toBe('abcdef');
  expect(shortened('abcdefg', 6)).toBe('abcde…');
});

it('keeps the indentation of what fits in a line', () => {
  expect(wrapped('  File "a.py", line 3', 40)).toEqual(['  File "a.py", line 3']);
  expect(wrapped('', 40)).toEqual([]);
});
