import { toBase64 } from '../../wire/line-text.ts';
import glyphs from './marker-glyphs.json' with { type: 'json' };

/** Letters of 5 by 7 dots: seven rows, each a base-32 digit. */
const GLYPHS: Readonly<Record<string, string>> = glyphs;
const GLYPH_WIDTH = 5;
const GLYPH_HEIGHT = 7;
/** Dots around the word and between its letters. */
const GAP = 2;
/** Pixels per side of a dot. */
const SCALE = 4;

/** A black word on white as a base64 PNG. Letters without a glyph stay blank. */
export function markerImage(word: string): string {
  const columns = word.length * (GLYPH_WIDTH + GAP) + GAP;
  const width = columns * SCALE;
  const height = (GLYPH_HEIGHT + 2 * GAP) * SCALE;
  // One filter byte per row, then one bit per pixel: 1 is white.
  const rowBytes = 1 + Math.ceil(width / 8);
  const pixels = new Uint8Array(rowBytes * height).fill(0xff);
  for (let y = 0; y < height; y += 1) {
    pixels[y * rowBytes] = 0;
    for (let x = 0; x < width; x += 1) {
      if (!isInk(word, Math.floor(x / SCALE) - GAP, Math.floor(y / SCALE) - GAP)) continue;
      const at = y * rowBytes + 1 + (x >> 3);
      pixels[at] = (pixels[at] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  return toBase64(png(width, height, pixels));
}

function isInk(word: string, x: number, y: number): boolean {
  const column = x % (GLYPH_WIDTH + GAP);
  if (x < 0 || y < 0 || y >= GLYPH_HEIGHT || column >= GLYPH_WIDTH) return false;
  const glyph = GLYPHS[word[Math.floor(x / (GLYPH_WIDTH + GAP))] ?? ''];
  const row = Number.parseInt(glyph?.[y] ?? '0', 32);
  return ((row >> (GLYPH_WIDTH - 1 - column)) & 1) === 1;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A PNG with one grayscale bit per pixel (PNG specification, third edition). */
function png(width: number, height: number, rows: Uint8Array): Uint8Array {
  const header = [...bytes32(width), ...bytes32(height), 1, 0, 0, 0, 0];
  return Uint8Array.from([
    ...SIGNATURE,
    ...chunk('IHDR', header),
    ...chunk('IDAT', stored(rows)),
    ...chunk('IEND', []),
  ]);
}

function chunk(type: string, data: readonly number[]): readonly number[] {
  const body = [...[...type].map((char) => char.charCodeAt(0)), ...data];
  return [...bytes32(data.length), ...body, ...bytes32(crc32(body))];
}

/** A zlib stream (RFC 1950) with one uncompressed block (RFC 1951, 3.2.4): up to 65,535 bytes. */
function stored(data: Uint8Array): readonly number[] {
  const { length } = data;
  const size = [length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff];
  return [0x78, 0x01, 0x01, ...size, ...data, ...bytes32(adler32(data))];
}

function bytes32(value: number): readonly number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

function crc32(data: readonly number[]): number {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function adler32(data: Uint8Array): number {
  let [low, high] = [1, 0];
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return ((high << 16) | low) >>> 0;
}
