/** A PNG of 24×24 pixels: an amber warning triangle. */
export const TRIANGLE_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAABgAAAAYCAMAAADXqc3KAAAACVBMVEX////ZdwY8HgDcyaSSAAAAA3RSTlMA//9EUNYhAAAAQ0lE' +
  'QVR42qXOQQ4AEAwFUdP7H5qFktBPxezqpY1SfoJHACEKQIiC9mgWiQIcSAIT2H/UgQSwdAWf/dQQBQQdAeTKWxXdfAD5GOudtAAA' +
  'AABJRU5ErkJggg==';

const SAMPLE_RATE = 8000;
const HEADER_BYTES = 44;

/** A WAV (8 kHz, mono, 8 bit) with a falling two-tone error sound, as base64. */
export function errorToneWav(milliseconds = 240): string {
  const count = Math.round((SAMPLE_RATE * milliseconds) / 1000);
  const wav = Buffer.alloc(HEADER_BYTES + count);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(HEADER_BYTES - 8 + count, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(1, 22); // one channel
  wav.writeUInt32LE(SAMPLE_RATE, 24);
  wav.writeUInt32LE(SAMPLE_RATE, 28); // bytes a second
  wav.writeUInt16LE(1, 32); // bytes a frame
  wav.writeUInt16LE(8, 34); // bits a sample
  wav.write('data', 36);
  wav.writeUInt32LE(count, 40);
  for (let index = 0; index < count; index += 1) {
    const hertz = index < count / 2 ? 440 : 330;
    const fade = 1 - index / count;
    const level = Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE) * 90 * fade;
    wav.writeUInt8(Math.round(128 + level), HEADER_BYTES + index);
  }
  return wav.toString('base64');
}
