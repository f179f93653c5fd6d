import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOfVisible, visibleText } from './visible-bytes.ts';

const utf8 = new TextEncoder();

describe('bytes as visible text', () => {
  test.each([
    [[0xef, 0xbb, 0xbf, 0x7b], '⟨BOM⟩{'],
    [[0x7b, 0x0d], '{⟨CR⟩'],
    [[0x00, 0x61], '⟨NUL⟩a'],
    [[0xff, 0x61, 0xc3], '⟨FF⟩a⟨C3⟩'],
    [[0xed, 0xa0, 0x80], '⟨ED⟩⟨A0⟩⟨80⟩'],
    [[0xc0, 0x80], '⟨C0⟩⟨80⟩'],
  ])('%j are %s', (bytes, text) => {
    expect(visibleText(Uint8Array.from(bytes))).toBe(text);
    expect([...bytesOfVisible(text)]).toEqual(bytes);
  });

  test('a text that has such a token in it keeps its own characters', () => {
    const bytes = utf8.encode('{"a":"⟨CR⟩ ⟨no⟩"}');
    expect(bytesOfVisible(visibleText(bytes))).toEqual(bytes);
  });

  test('line feeds and tabs stay as they are', () => {
    expect(visibleText(utf8.encode('{\n\t"a": 1\n}'))).toBe('{\n\t"a": 1\n}');
  });

  test('any bytes come back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(bytesOfVisible(visibleText(bytes))).toEqual(bytes);
      }),
    );
  });

  test('any text comes back, tokens included', () => {
    const piece = fc.constantFrom('⟨', '⟩', 'CR', 'FF', '⟨0A⟩', '⟨BOM⟩', 'é', '😀', '\r', '\n', 'a');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const bytes = utf8.encode(pieces.join(''));
        expect(bytesOfVisible(visibleText(bytes))).toEqual(bytes);
      }),
    );
  });
});
