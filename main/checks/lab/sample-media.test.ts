import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { errorToneWav, TRIANGLE_PNG } from './sample-media.ts';

describe('the sample media', () => {
  it('holds a PNG whose pixels unpack', () => {
    const png = Buffer.from(TRIANGLE_PNG, 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const begin = png.indexOf('IDAT');
    const length = png.readUInt32BE(begin - 4);
    // One filter byte and 24 pixels in each of 24 rows.
    expect(inflateSync(png.subarray(begin + 4, begin + 4 + length))).toHaveLength(24 * 25);
  });

  it('holds a WAV whose sizes agree with its bytes', () => {
    const wav = Buffer.from(errorToneWav(100), 'base64');
    expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 12)).toBe('RIFFWAVE');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    expect(wav.readUInt32LE(40)).toBe(800);
    expect(wav).toHaveLength(844);
  });
});
