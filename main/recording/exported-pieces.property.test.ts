import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../../app/base/testing/runs.ts';
import type { Header, KnownRecord } from '../../app/frame/record.ts';
import { redactContent } from '../../app/recording/export/recording-content.ts';
import { RecordingReader } from '../../app/recording/recording-reader.ts';
import { anyRecord } from '../../app/recording/testing/any-record.ts';
import { exportRecording } from '../../app/report/export/convert.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { exportedPieces } from './exported-pieces.ts';

let folder = '';
let file = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'exported-pieces-'));
  file = join(folder, 'exported.tierscope.jsonl');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const header: Header = {
  type: 'header',
  format: 'tierscope',
  version: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
};

const text = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        'é',
        '"',
        '\\',
        '/',
        '\n',
        '\u0007',
        '\u001b[1m',
        '\u2028',
        ' ',
        'plain',
        'ghp_',
        '😀',
        '\ud800',
      ],
      ...[
        'abcdefghijkL1234567890abcd',
        'password',
        '=',
        ': ',
        'hunter2x',
        '{"token":"',
        '"}',
        '-----BEGIN PRIVATE KEY-----',
      ],
      ...['-----END PRIVATE KEY-----', 'MIIEabc', 'ada@b.example', '<redacted:3>'],
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));
const place = {
  session: fc.constantFrom('s1', 's2', 'é'),
  at: fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e7, noNaN: true })),
};
const direction = fc.constantFrom('client-to-server', 'server-to-client');
const body = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('frame'),
      ...place,
      direction,
      raw: fc.oneof(
        text,
        text.map((value) => JSON.stringify({ a: value })),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('stderr'), ...place, text }) },
  fc.record({ type: fc.constant('weather'), forecast: text }),
  fc.record({ type: fc.constant('frame'), ...place, direction, raw: text, note: text }),
  anyRecord,
);
const written = fc.constantFrom(
  (line: string) => line,
  (line: string) => line,
  (line: string) => line,
  (line: string) => line.replaceAll('/', '\\/'),
  (line: string) => line.replaceAll('a', '\\u0061'),
  (line: string) => `${line} `,
  (line: string) => line.slice(0, -3),
  (line: string) => line.replace(/"at":[\d.]+/, '"at":1.50'),
);
const line = fc
  .tuple(body, fc.boolean(), written, fc.constantFrom(1, 1, 1, 1, 0))
  .map(([rest, isPlaceFirst, write, up]) => ({ rest, isPlaceFirst, write, up }));
const contents = fc
  .tuple(fc.array(line, { maxLength: 20 }), fc.boolean(), fc.constantFrom('', '\xff\n', '\n'))
  .map(([lines, isWhole, odd]) => {
    let seq = 0;
    const all = lines.map(({ rest, isPlaceFirst, write, up }) => {
      seq += up;
      const { type, at, session, ...more } = { at: undefined, session: undefined, ...rest };
      const place = { seq, at, session };
      return write(
        JSON.stringify(isPlaceFirst ? { ...place, type, ...more, seq } : { type, ...place, ...more, seq }),
      );
    });
    const bytes = Buffer.from([JSON.stringify(header), ...all].join('\n') + (isWhole ? '\n' : ''));
    return Buffer.concat([bytes, Buffer.from(odd, 'latin1')]);
  });

/** Every record from a reader, line by line. */
function readAll(bytes: Uint8Array, wanted: (record: KnownRecord) => boolean): KnownRecord[] {
  const reader = new RecordingReader();
  const splitter = new LineSplitter(1e9);
  const records: KnownRecord[] = [];
  const take = (record: KnownRecord | undefined): void => {
    if (record !== undefined && wanted(record)) records.push(record);
    else if (record === undefined && reader.unknown !== undefined) records.push(reader.unknown);
  };
  for (const one of splitter.push(bytes)) take(reader.read(one, true));
  const rest = splitter.flush();
  if (rest !== undefined) take(reader.read(rest, false));
  return records;
}

test.each([undefined, 's1'])(
  'an export copies what writing every record would write, also redacted (session %s)',
  (session) => {
    fc.assert(
      fc.property(contents, (bytes) => {
        writeFileSync(file, bytes);
        const isWanted = (record: KnownRecord): boolean =>
          session === undefined ||
          record.type === 'mark' ||
          record.type === 'end' ||
          record.session === session;
        const content = { header, records: readAll(bytes, isWanted) };
        const common = { header, file, choice: { session } };
        const exported = (redaction: object | undefined) =>
          [...copied(exportedPieces('tierscope', { ...common, redaction }))].join('');
        expect(exported(undefined)).toBe([...exportRecording('tierscope', content)].join(''));
        expect(exported({})).toBe([...exportRecording('tierscope', redactContent(content))].join(''));
      }),
      { numRuns: runs(500) },
    );
  },
);

/** The next piece overwrites the bytes. */
function* copied(pieces: Iterable<string | Buffer>): Generator<string> {
  for (const piece of pieces) yield piece.toString();
}
