import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { characterTest, propertyTests } from './pattern-run.ts';

function native(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${source})$`, flags);
  } catch {
    return undefined;
  }
}

const PARTS = [
  ...['a', 'b', 'z', '0', '9', '_', '-', '-', '^', ' ', '.', '*', '(', '\\]', '\\\\', '\\-', '\\^', '\\/'],
  ...['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\b', '\\n', '\\t', '\\r', '\\v', '\\f', '\\0', '\\cJ'],
  ...[
    '\\x41',
    '\\u0061',
    '\\u{1F600}',
    '\\uD83D\\uDE00',
    '\\p{L}',
    '\\P{Lu}',
    '😀',
    'é',
    '\\e',
    '\\x',
    '\\u',
    '\\c',
  ],
];
const SAMPLES = [...'abzAJ019_-^ .*(]\\/pPLeuxcEé\n\t\r\v\f\b\0\u2028\u00a0\ufeff'].map((one) =>
  one.charCodeAt(0),
);

describe('the test of one character', () => {
  test('says what the engine says of a class, in both grammars', () => {
    const parts = fc.array(fc.constantFrom(...PARTS), { maxLength: 6 });
    const flags = fc.constantFrom('u', '');
    fc.assert(
      fc.property(parts, fc.boolean(), flags, (inside, negated, flag) => {
        const source = `[${negated ? '^' : ''}${inside.join('')}]`;
        const engine = native(source, flag);
        fc.pre(engine !== undefined && /^\[(?:\\[\s\S]|[^\]\\])*\]$/.test(source));
        const fits = characterTest(source, flag === 'u');
        const codes = flag === 'u' ? [...SAMPLES, 0x1f600, 0x4e00] : [...SAMPLES, 0xd83d, 0xde00];
        // A class that cannot be read is not checked.
        fc.pre(fits !== undefined);
        for (const code of codes) {
          expect([source, code, fits?.(code)]).toEqual([
            source,
            code,
            engine?.test(String.fromCodePoint(code)),
          ]);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  test.each(PARTS.filter((part) => part.startsWith('\\') || part === '.'))(
    'says what the engine says of %s',
    (part) => {
      for (const flag of ['u', '']) {
        const engine = native(part, flag);
        const fits = engine === undefined ? undefined : characterTest(part, flag === 'u');
        // Outside a class, `\b` is not a character, and a property or code point is several without the flag.
        if (fits === undefined || part === '\\b') continue;
        for (const code of SAMPLES) expect(fits(code)).toBe(engine?.test(String.fromCharCode(code)));
      }
    },
  );

  test('leaves out octal escapes and a class of very many properties', () => {
    const many = ['L', 'N', 'P', 'S', 'Z', 'Cc', 'Cf', 'Co', 'Cs'].map((name) => `\\p{${name}}`);
    expect(characterTest('[\\1]', false)).toBeUndefined();
    expect(characterTest(`[${many.join('')}]`, true)).toBeUndefined();
    expect(characterTest(`[${'\\p{L}'.repeat(1000)}]`, true)?.(0x61)).toBe(true);
  });

  test('knows the properties of Unicode by their names, and nothing else', () => {
    expect(propertyTests('Script=Greek')?.inside(0x3b1)).toBe(true);
    expect(propertyTests('Script=Greek')?.outside(0x3b1)).toBe(false);
    for (const name of ['No_Such', 'L}|(a+)+$', '', 'toString']) expect(propertyTests(name)).toBeUndefined();
  });
});
