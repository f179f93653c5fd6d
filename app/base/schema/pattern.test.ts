import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { checkSchema } from './check-schema.ts';
import { readPattern, testPattern } from './pattern.ts';

const chr = (number: number) => String.fromCharCode(0x4e00 + number);

const verdict = (source: string, text: string) => testPattern(readPattern(source), text);

function native(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // Try the legacy grammar next.
    }
  }
  return undefined;
}

/**
 * Whether an expression matches at a position of a text. V8 also looks between the halves of a surrogate pair, where
 * the language has no position: there it matches `\B` and the end of the text.
 */
function fits(expression: RegExp | undefined, text: string): boolean {
  if (expression === undefined) return false;
  const here = new RegExp(expression.source, `${expression.flags}y`);
  const isHalf = (at: number) => expression.unicode && at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
  for (let at = 0; at <= text.length; at += 1) {
    here.lastIndex = at;
    if (!isHalf(at) && here.test(text)) return true;
  }
  return false;
}

/** zod 4's email pattern: repeated groups and lookaheads. */
const EMAIL =
  "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";

describe('a pattern', () => {
  test.each([
    ['^\\d{4}-\\d{2}$', '2026-11', '2026-1'],
    ['^(foo|bar)?$', '', 'baz'],
    ['b', 'abc', 'ac'],
    ['^\\p{Lu}\\w*$', 'Äa', 'äa'],
    ['^.$', '😀', '\n'],
    ['^[\\w-.]+$', 'a-b', ' '],
    ['\\bcat\\b', 'a cat', 'cats'],
    ['^(?:a|ab)(?:c|bcd)$', 'abcd', 'abcde'],
    ['^\\u{1F600}\\uD83D\\uDE00$', '😀😀', '😀'],
    ['^(?<year>\\d+)$', '1', 'x'],
    [EMAIL, 'ada.l@example.org', 'ada..l@example.org'],
    ['^[^]$', ']', 'ab'],
    ['^(){1000000000}$', '', 'a'],
  ])('%s fits %j and not %j', (source, fits, not) => {
    expect([verdict(source, fits), verdict(source, not)]).toEqual(['matches', 'differs']);
  });

  test.each(['^(a+)+$', '^(a|a)*$', '^(a*)*b$', '^(a|aa)+$', '(x+x+)+y'])(
    '%s comes to an end on a text that stops a backtracking engine',
    (source) => {
      expect(verdict(source, `${'a'.repeat(1500)}${'x'.repeat(1500)}!`)).toBe('differs');
    },
  );

  test.each(['^(a)\\1$', '(?<=a)b', '(?<!a)b', '^(?<n>a)\\k<n>$'])(
    '%s is not checked, and never called wrong',
    (source) => {
      expect(readPattern(source).kind).toBe('unchecked');
      expect(verdict(source, 'b')).toBe('unchecked');
    },
  );

  test.each([
    `${'('.repeat(2000)}a${')'.repeat(2000)}`,
    '((a{100}){100}){100}',
    'a'.repeat(20_000),
    `[${'\\p{L}'.repeat(17)}]`,
  ])('one that is too large is not checked', (source) => {
    expect(readPattern(source).kind).toBe('unchecked');
  });

  test('a look ahead that reads to the end from every place comes to its bound', () => {
    expect(verdict('(?=(a+)+$)b', `${'a'.repeat(1500)}!`)).toBe('unchecked');
  });

  test('one that takes more than its steps is not checked', () => {
    const left = { steps: 1000 };
    expect(testPattern(readPattern('(?=.*x)(?=.*y)z'), 'x'.repeat(3000), left)).toBe('unchecked');
    expect(left.steps).toBeGreaterThan(-10);
  });

  test.each([
    [
      'classes',
      (round: number) => Array.from({ length: 1999 }, (_, at) => `[a${chr(at)}${chr(round)}]`).join(''),
    ],
    ['properties', (round: number) => `[${'\\p{L}\\P{Script=Han}'.repeat(400)}]*${round}`],
    ['groups', (round: number) => `${'('.repeat(4000)}${round}${')'.repeat(4000)}`],
  ])('a schema of two hundred patterns of many %s is read within its bound', (_what, source) => {
    const allOf = Array.from({ length: 200 }, (_, round) => ({ pattern: source(round) }));
    const left = { warnings: 10, steps: 5000 };
    // This limits work, not time: no more patterns are read than their characters allow.
    const { unread } = checkSchema({ allOf }, 'zzz', left);
    expect(unread).toContain('was not checked: it takes too long');
  });

  test('names the pattern that was written if it is none, with properties too', () => {
    expect(readPattern('\\p{L}(')).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('/\\p{L}(/u'),
    });
    expect(readPattern('\\p{Nothing}(')).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('property'),
    });
  });

  test('one that is no regular expression is reported as such', () => {
    for (const source of ['(', '[', 'a**', '+']) expect(readPattern(source).kind).toBe('invalid');
  });

  test('fits what the engine of JavaScript says that it fits', () => {
    const atom = fc.constantFrom(
      ...[
        'a',
        'b',
        '.',
        '\\d',
        '\\w',
        '[ab]',
        '[^a]',
        '\\W',
        '^',
        '$',
        '\\b',
        '\\B',
        '\\-',
        '\\.',
        '\\s',
        '[^\\S]',
        '[\\d-a]',
        '[\\u{1F600}]',
        '\\uD83D\\uDE00',
        '\\p{L}',
        '[\\1]',
        '\\x41',
        '{',
        '1',
        '😀',
      ],
    );
    const piece = fc.letrec<{ all: string; group: string; repeat: string }>((tie) => ({
      all: fc
        .array(fc.oneof(atom, atom, tie('group'), tie('repeat')), { maxLength: 4 })
        .map((list) => list.join('')),
      group: fc
        .tuple(
          fc.constantFrom('(', '(?:', '(?=', '(?!'),
          fc.array(tie('all'), { minLength: 1, maxLength: 3 }),
        )
        .map(([open, options]) => `${open}${options.join('|')})`),
      repeat: fc
        .tuple(
          fc.oneof(atom, tie('group')),
          fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,}', '{0,2}', '{2,3}?'),
        )
        .map(([one, times]) => one + times),
    })).all;
    const text = fc.array(fc.constantFrom('a', 'b', '1', ' ', '-', '.', '\n', '😀', 'é'), { maxLength: 8 });
    fc.assert(
      fc.property(piece, fc.array(text, { minLength: 1, maxLength: 4 }), (source, texts) => {
        const engine = native(source);
        const pattern = readPattern(source);
        expect(pattern.kind === 'invalid').toBe(engine === undefined);
        for (const one of texts.map((list) => list.join(''))) {
          const found = testPattern(pattern, one);
          if (found !== 'unchecked')
            expect([source, one, found === 'matches']).toEqual([source, one, fits(engine, one)]);
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  test('never throws, whatever is called a pattern', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (source, text) => {
        const engine = native(source);
        const found = verdict(source, text);
        if (found !== 'unchecked') expect(found === 'matches').toBe(engine?.test(text));
      }),
    );
  });
});
