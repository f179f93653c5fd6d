import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../base/testing/runs.ts';
import { encodeRecord } from './encode-record.ts';
import { FrameLineScanner } from './frame-line.ts';
import { readLine } from './read-line.ts';

const scanned = (line: string) => new FrameLineScanner().scan(line, 0, line.length);

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('', '\\', '"', 'é\u2028', '\ud800'),
);
const members = fc.record({
  type: fc.constant('frame'),
  seq: fc.nat(),
  at: fc.oneof(fc.nat(), fc.double({ noNaN: true, min: 0, max: 1e9 })),
  session: fc.oneof(fc.constantFrom('s1', ''), text),
  direction: fc.constantFrom('client-to-server', 'server-to-client', 'sideways'),
  raw: text,
});
type Members = typeof members extends fc.Arbitrary<infer One> ? One : never;

const typeFirst = (frame: Members) => JSON.stringify(frame);
const seqFirst = ({ seq, at, session, type, direction, raw }: Members) =>
  JSON.stringify({ seq, at, session, type, direction, raw });
const withMore = (frame: Members) => JSON.stringify({ ...frame, deliberate: true });
const written = fc
  .tuple(members, fc.constantFrom(typeFirst, seqFirst, withMore))
  .map(([frame, write]) => write(frame));
/** A line in which something was removed, doubled or inserted. */
const damaged = fc
  .tuple(written, fc.nat(), fc.nat(), fc.constantFrom('', '"', '\\', '}', ' ', '0', '-1', 'e5', ',"raw":"x"'))
  .map(([line, start, cut, by]) => {
    const from = start % (line.length + 1);
    return line.slice(0, from) + by + line.slice(from + (cut % 4));
  });

describe('the scanner of frames', () => {
  test('gives the record that the parser gives, with its members in order, or leaves the line to it', () => {
    fc.assert(
      fc.property(fc.oneof(written, damaged), (line) => {
        const record = scanned(line);
        if (record === undefined) return;
        expect(readLine(line)).toEqual({ kind: 'record', record });
        expect(readLine(encodeRecord(record))).toEqual({ kind: 'record', record });
        expect(Object.keys(record)).toEqual(Object.keys(JSON.parse(line)));
      }),
      { numRuns: runs(2000) },
    );
  });

  test('reads what a live session and an import write, line after line of one text', () => {
    const frames = [
      { type: 'frame', seq: 4, at: 12, session: 's1', direction: 'client-to-server', raw: '{"id":1}' },
      { type: 'frame', seq: 5, at: 12.125, session: 'a "b"', direction: 'server-to-client', raw: '' },
      {
        seq: 6,
        at: 0,
        session: 's1',
        type: 'frame',
        direction: 'server-to-client',
        raw: 'no \\ "JSON"\u0000',
      },
    ];
    const lines = frames.map((frame) => JSON.stringify(frame));
    const scanner = new FrameLineScanner();
    let start = 0;
    const read = lines.map((line) => {
      const record = scanner.scan(lines.join('\n'), start, start + line.length);
      start += line.length + 1;
      return record;
    });
    // A name with an escape is left to the parser.
    expect(read).toEqual([frames[0], undefined, frames[2]]);
  });
});
