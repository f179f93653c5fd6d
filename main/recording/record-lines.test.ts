import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../app/base/testing/runs.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { RecordingReader } from '../../app/recording/recording-reader.ts';
import { RecordLines, type RecordPlace } from './load-recording.ts';

type Read = { readonly record: KnownRecord; readonly place: RecordPlace };

const HEADER = '{"type":"header","format":"tierscope","version":1,"startedAt":"2026-11-21T09:30:00.000Z"}';
const frame = (seq: number, raw: string) =>
  JSON.stringify({ type: 'frame', seq, at: seq, session: 's1', direction: 'server-to-client', raw });

const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(50), fc.string({ unit: 'binary' })).map(([seq, raw]) => frame(seq, raw)),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', ' ', '{"type":"end","seq":99,"at":1}', '{"type":"later","seq":1}', 'no'),
  },
  { weight: 1, arbitrary: fc.nat(50).map((seq) => `\uFEFF${frame(seq, 'é')}\r`) },
);
const bytes = fc.oneof(
  { weight: 8, arbitrary: line.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.nat(50).map((seq) => Buffer.from(frame(seq, 'é'), 'latin1')) },
);

/** The records of a file that arrives in pieces of these sizes. */
function read(file: Buffer, sizes: readonly number[]): unknown {
  const found: Read[] = [];
  const reader = new RecordingReader();
  const lines = new RecordLines(reader, (record, place) => found.push({ record, place }));
  let from = 0;
  for (let piece = 0; from < file.length; piece += 1) {
    const to = from + (sizes[piece % sizes.length] ?? 1);
    lines.push(file.subarray(from, to));
    from = to;
  }
  lines.end();
  reader.end();
  return { found, problems: reader.problems, header: reader.header, refusal: reader.refusal };
}

/** The same, with each line decoded and parsed separately. */
function readOneByOne(file: Buffer): unknown {
  const found: Read[] = [];
  const reader = new RecordingReader();
  let offset = 0;
  while (offset < file.length) {
    const end = file.indexOf(0x0a, offset);
    const line = file.subarray(offset, end < 0 ? file.length : end);
    const record = reader.read({ bytes: line, truncatedBytes: 0 }, end >= 0);
    if (record !== undefined) {
      found.push({ record, place: { offset, length: line.length, line: reader.line } });
    }
    offset += line.length + 1;
  }
  reader.end();
  return { found, problems: reader.problems, header: reader.header, refusal: reader.refusal };
}

test('lines that are decoded together read as they do one by one, however the file comes in pieces', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(bytes), fc.boolean(), fc.boolean(), sizes, (lines, headed, whole, pieces) => {
      const parts = [...(headed ? [Buffer.from(HEADER)] : []), ...lines];
      const feed = Buffer.from('\n');
      const joined = Buffer.concat(parts.flatMap((part) => [part, feed]));
      const file = whole ? joined : joined.subarray(0, Math.max(0, joined.length - 2));
      expect(read(file, pieces)).toEqual(readOneByOne(file));
    }),
    { numRuns: runs(400) },
  );
});
