import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextPacker, textsOf, Utf8Texts } from './utf8-texts.ts';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '\ufeff', 'ä'.repeat(70_000)),
);

function packOf(texts: readonly string[]) {
  const packer = new TextPacker();
  for (const one of texts) packer.push(one);
  return packer.packed;
}

describe('texts as UTF-8', () => {
  it('equal an array of strings after any growth and change', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('push' as const), text }),
      fc.record({
        kind: fc.constant('append' as const),
        texts: fc.array(text, { maxLength: 5 }),
        from: fc.nat(5),
      }),
      fc.record({ kind: fc.constant('set' as const), at: fc.nat(30), text }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const column = new Utf8Texts();
        const plain: string[] = [];
        for (const one of steps) {
          if (one.kind === 'push') {
            column.push(one.text);
            plain.push(one.text);
          } else if (one.kind === 'append') {
            column.append(packOf(one.texts), one.from);
            plain.push(...one.texts.slice(one.from));
          } else if (one.at < plain.length) {
            column.set(one.at, one.text);
            plain[one.at] = one.text;
          }
        }
        const packer = new TextPacker();
        for (const at of plain.keys()) column.write(at, packer);
        expect(plain.map((_, at) => column.at(at))).toEqual(plain);
        expect([...textsOf(packer.packed)]).toEqual(plain);
        const read = column.reader();
        expect(plain.map((_, at) => read(at))).toEqual(plain);
        expect(plain.map((_, at) => read(plain.length - 1 - at)).reverse()).toEqual(plain);
        expect(read(plain.length)).toBe('');
      }),
    );
  });

  it('are empty beyond the end', () => {
    const column = new Utf8Texts();
    column.push('one');
    expect([column.at(1), column.at(99)]).toEqual(['', '']);
  });
});
