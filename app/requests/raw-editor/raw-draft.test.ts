import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  byteCount,
  bytesOfVisible,
  inForm,
  lineCount,
  type RawForm,
  readDraft,
  visibleText,
  writeDraft,
} from './raw-draft.ts';

const FORMS: readonly RawForm[] = ['text', 'hex', 'base64'];

describe('a raw draft', () => {
  test('any bytes come back from every form', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.constantFrom(...FORMS), (bytes, form) => {
        const read = readDraft(writeDraft(form, bytes));
        expect(read.ok && read.value.bytes).toEqual(bytes);
      }),
    );
  });

  test('changes its form without changing its bytes', () => {
    const hex = inForm({ form: 'text', text: '⟨FF⟩{' }, 'hex');
    expect(hex).toEqual({ ok: true, value: { form: 'hex', text: 'ff 7b' } });
    expect(inForm({ form: 'hex', text: 'fx' }, 'text')).toMatchObject({
      error: '"x" is not a hexadecimal digit.',
    });
  });

  test.each([
    ['hex', '7b 2'],
    ['base64', 'abc'],
    ['base64', 'ab=d'],
    ['base64', 'ab-d'],
  ] as const)('%s that is none is refused: %s', (form, text) => {
    expect(readDraft({ form, text }).ok).toBe(false);
  });

  test('counts its lines and bytes', () => {
    const read = readDraft({ form: 'text', text: '{\n}é' });
    expect(read.ok && [lineCount(read.value), byteCount(read.value)]).toEqual([2, 5]);
  });

  test('holds a huge line as one token', () => {
    const read = readDraft({ form: 'text', text: `{"a":"⟨x × 5000000⟩"}` });
    expect(read.ok && byteCount(read.value)).toBe(5_000_008);
    expect(readDraft({ form: 'text', text: '⟨x × 15000001⟩' })).toMatchObject({ ok: false });
    expect(readDraft({ form: 'text', text: '⟨x × 1⟩⟨x × 1⟩' })).toMatchObject({ ok: false });
    expect(inForm({ form: 'text', text: '⟨x × 1⟩' }, 'hex')).toMatchObject({ ok: false });
  });
});

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
