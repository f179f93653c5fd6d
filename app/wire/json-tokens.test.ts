import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRpcId } from './envelope.ts';
import { type JsonTokenKind, JsonTokens, stringEnd } from './json-tokens.ts';

type Token = { readonly kind: JsonTokenKind; readonly text: string };

function tokensOf(text: string): Token[] {
  const tokens = new JsonTokens(text);
  const list: Token[] = [];
  while (tokens.next()) list.push({ kind: tokens.kind, text: tokens.text });
  return list;
}

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '"',
  '\\',
  '\\"',
  '1',
  '-',
  '.5e3',
  'true',
  ' ',
  '\n',
  '\t',
  'é',
  '\u0000',
];
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...PIECES)).map((list) => list.join('')),
);

describe('the tokens of a text', () => {
  test('are its brackets, strings, scalars and white space', () => {
    expect(tokensOf('{"a\\"": [1.5e3 ,tru]}').map(({ text }) => text)).toEqual([
      ...['{', '"a\\""', ':', ' ', '[', '1.5e3', ' ', ',', 'tru', ']', '}'],
    ]);
  });

  test('are together the text, whatever it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = tokensOf(text);
        expect(tokens.map((token) => token.text).join('')).toBe(text);
        expect(tokens.every((token) => token.text !== '')).toBe(true);
      }),
    );
  });

  test('without the white space parse to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const tokens = new JsonTokens(text);
        let solid = '';
        while (tokens.nextSolid()) {
          solid += tokens.text;
          if (tokens.kind === 'string' || tokens.kind === 'scalar') JSON.parse(tokens.text);
        }
        expect(solid).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('say of a string without its end that it is not whole', () => {
    const tokens = new JsonTokens('["a\\"');
    while (tokens.next());
    expect([tokens.kind, tokens.whole, tokens.end]).toEqual(['string', false, 5]);
    expect(stringEnd('"a', 0)).toBe(-1);
  });

  test('close a block where its brackets do', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify([value]);
        const tokens = new JsonTokens(`${text}]}, 1`);
        tokens.next();
        expect([tokens.closeBlock(), tokens.end]).toEqual([true, text.length]);
      }),
    );
    const open = new JsonTokens('[{"a":"]"}');
    open.next();
    expect([open.closeBlock(), open.end]).toEqual([false, 10]);
  });

  test('of a line of 9 MB and of a million levels are read', () => {
    const long = `{"result":${JSON.stringify('x\\"'.repeat(3_000_000))},"id":9007199254740993}`;
    expect(readRpcId(9007199254740992, long)?.text).toBe('9007199254740993');
    const deep = new JsonTokens('['.repeat(1_000_000));
    deep.next();
    expect(deep.closeBlock()).toBe(false);
  });
});
