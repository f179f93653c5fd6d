import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Line, LineSplitter } from './line-splitter.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function splitAll(chunks: readonly Uint8Array[], limit: number): { lines: Line[]; rest: Line | undefined } {
  const splitter = new LineSplitter(limit);
  return { lines: chunks.flatMap((chunk) => splitter.push(chunk)), rest: splitter.flush() };
}

/** Splits `bytes` at the given places, in any order. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b);
  return [0, ...sorted].map((start, index) => bytes.subarray(start, sorted[index] ?? bytes.length));
}

/** Bytes with many line feeds. */
const stream = fc.array(fc.oneof(fc.constant(0x0a), fc.integer({ min: 0, max: 255 })), { maxLength: 200 });
const cuts = fc.array(fc.nat(), { maxLength: 12 });

describe('the line splitter', () => {
  test('gives the same lines whatever the chunking', () => {
    fc.assert(
      fc.property(stream, cuts, fc.integer({ min: 0, max: 40 }), (values, places, limit) => {
        const bytes = Uint8Array.from(values);
        expect(splitAll(cut(bytes, places), limit)).toEqual(splitAll([bytes], limit));
      }),
    );
  });

  test('loses no byte: kept bytes, cut bytes and line feeds add up to the stream', () => {
    fc.assert(
      fc.property(stream, cuts, fc.integer({ min: 0, max: 40 }), (values, places, limit) => {
        const { lines, rest } = splitAll(cut(Uint8Array.from(values), places), limit);
        const all = rest === undefined ? lines : [...lines, rest];
        const bytes = all.reduce((sum, line) => sum + line.bytes.length + line.truncatedBytes, 0);
        expect(bytes + lines.length).toBe(values.length);
        expect(all.every((line) => line.bytes.length <= limit)).toBe(true);
        expect(all.every((line) => line.truncatedBytes === 0 || line.bytes.length === limit)).toBe(true);
      }),
    );
  });

  test('splits exactly at each line feed where no limit strikes', () => {
    fc.assert(
      fc.property(stream, cuts, (values, places) => {
        const { lines, rest } = splitAll(cut(Uint8Array.from(values), places), 1000);
        const shown = [...lines.map((line) => line.bytes), rest?.bytes ?? new Uint8Array()];
        expect(shown.map((bytes) => Array.from(bytes).join())).toEqual(
          values
            .map((value) => (value === 0x0a ? '\n' : `${value} `))
            .join('')
            .split('\n')
            .map((line) => line.trim().replaceAll(' ', ',')),
        );
      }),
    );
  });

  test('keeps a carriage return, and gives an empty line for an empty line', () => {
    const { lines } = splitAll([encoder.encode('a\r\n\nb\n')], 100);
    expect(lines.map((line) => decoder.decode(line.bytes))).toEqual(['a\r', '', 'b']);
  });

  test('holds half a line until its end comes, and gives it up when the stream ends', () => {
    const splitter = new LineSplitter(100);
    expect(splitter.push(encoder.encode('{"jsonrpc"'))).toEqual([]);
    expect(splitter.pendingBytes).toBe(10);
    expect(decoder.decode(splitter.flush()?.bytes)).toBe('{"jsonrpc"');
    expect(splitter.pendingBytes).toBe(0);
    expect(splitter.flush()).toBeUndefined();
  });

  test('a line over the limit does not shorten the next one', () => {
    const { lines } = splitAll([encoder.encode('123456789\nabcd\n')], 4);
    expect(lines.map((line) => [decoder.decode(line.bytes), line.truncatedBytes])).toEqual([
      ['1234', 5],
      ['abcd', 0],
    ]);
  });
});
