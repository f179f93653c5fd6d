import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allSteps } from '../base/steps.ts';
import {
  fromBase64,
  lineByteLength,
  lineText,
  lineTextInSteps,
  STEP_BYTES,
  shownBase64InSteps,
  shownLine,
  toBase64,
} from './line-text.ts';

const encoder = new TextEncoder();
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

describe('the text of a line', () => {
  test('keeps every byte, and knows how many there were', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const text = lineText(bytes);
        expect('raw' in text ? encoder.encode(text.raw) : fromBase64(text.rawBase64)).toEqual(bytes);
        expect(lineByteLength(text)).toBe(bytes.length);
        expect(shownLine(text)).toBe(lenient.decode(bytes));
      }),
    );
  });

  test('counts the bytes of any text as an encoder writes them, lone surrogates too', () => {
    const units = fc.array(
      fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd700, max: 0xe0ff })),
    );
    fc.assert(
      fc.property(units, (codes) => {
        const raw = String.fromCharCode(...codes);
        expect(lineByteLength({ raw })).toBe(encoder.encode(raw).length);
      }),
    );
  });

  test('counts a pair of surrogates as four bytes and half a pair as three', () => {
    expect(lineByteLength({ raw: '\u{1F600}' })).toBe(4);
    expect(lineByteLength({ raw: '\uD83D' })).toBe(3);
    expect(lineByteLength({ raw: '\uD83Dx' })).toBe(4);
  });

  test('counts a long text alike, wherever its pieces end', () => {
    for (const unit of ['a', 'é', '漢', '\u{1F600}', '\uD83D', '\uDE00']) {
      for (const before of [0, 1, 65_535]) {
        const raw = 'x'.repeat(before) + unit.repeat(70_000);
        expect(lineByteLength({ raw })).toBe(encoder.encode(raw).length);
      }
    }
  });

  test('of a long line is the same by steps, wherever they end', () => {
    const rest = (...bytes: number[]) => Uint8Array.of(...bytes);
    const parts = [
      encoder.encode('é漢\u{1F600}"'),
      rest(0xff),
      rest(0xf0, 0x9f, 0x98),
      rest(0xef, 0xbb, 0xbf),
    ];
    for (const part of [...parts, rest()]) {
      for (const after of [0, 3]) {
        const bytes = new Uint8Array(STEP_BYTES - 2 + part.length + after).fill(0x78);
        bytes.set(part, STEP_BYTES - 2);
        const text = lineText(bytes);
        const shown = shownLine(text);
        expect(allSteps(lineTextInSteps(bytes))).toEqual({ text, shown });
        expect(allSteps(shownBase64InSteps(toBase64(bytes)))).toBe(shown);
      }
    }
  });

  test('a byte order mark stays, because it is evidence', () => {
    expect(lineText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b))).toEqual({ raw: '\uFEFF{' });
  });

  test('bytes that are not UTF-8 become base64, and show as replacement characters', () => {
    const text = lineText(Uint8Array.of(0x61, 0xff, 0x62));
    expect(text).toEqual({ rawBase64: 'Yf9i' });
    expect(shownLine(text)).toBe('a\uFFFDb');
  });

  test('base64 works beyond the number of arguments that a call can take', () => {
    const bytes = new Uint8Array(300_000).map((_, index) => index * 31);
    const back = fromBase64(toBase64(bytes));
    expect(back.length).toBe(bytes.length);
    expect(back.every((value, index) => value === bytes[index])).toBe(true);
  });
});
