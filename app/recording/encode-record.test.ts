import { expect, test } from 'vitest';
import { allSteps } from '../base/steps.ts';
import type { FrameRecord } from '../frame/record.ts';
import { encodeAround, encodedTextInSteps, encodeRecord } from './encode-record.ts';

const decoder = new TextDecoder();

/** A frame's record, encoded in steps. */
function inSteps(record: FrameRecord): string {
  const { raw = '', rawBase64 } = record;
  const text = allSteps(encodedTextInSteps(rawBase64 === undefined ? { raw } : { rawBase64 }));
  return encodeAround(record, text)
    .map((piece) => decoder.decode(piece, { stream: true }))
    .join('');
}

const frame = { type: 'frame', seq: 7, at: 1.5, session: 's1', direction: 'server-to-client' } as const;

test.each(['a', '"', '\n', 'é', '漢', '\u{1F600}', '\uD83D', '\uDE00'])(
  'a long text of %j is encoded as by JSON.stringify, by steps and at once',
  (unit) => {
    for (const before of [0, 1, 4095, 999_999]) {
      const record: FrameRecord = { ...frame, raw: `${'x'.repeat(before)}${unit.repeat(500_000)}y` };
      const text = JSON.stringify(record);
      expect([inSteps(record) === text, encodeRecord(record) === text]).toEqual([true, true]);
    }
  },
);

test('what stands around the text stays, whatever the text', () => {
  for (const record of [
    { ...frame, raw: '' },
    { ...frame, raw: '"raw":""' },
    { ...frame, raw: 'x', truncatedBytes: 9 },
    { ...frame, deliberate: true, rawBase64: 'Yf9i' },
    { ...frame, session: '"raw":""', raw: 'x' },
  ]) {
    expect(inSteps(record)).toBe(JSON.stringify(record));
  }
});
