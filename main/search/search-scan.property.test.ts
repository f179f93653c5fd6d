import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../../app/base/testing/runs.ts';
import { isComposed, type TextSearch } from '../../app/frame/query/text-matcher.ts';
import { FORMAT_VERSION } from '../../app/recording/read-line.ts';
import { streamRecords } from '../recording/load-recording.ts';
import { RecordIndex } from '../recording/record-index.ts';
import { SearchScan } from './search-scan.ts';
import { type KnownPlaces, ScanThread } from './search-scanner.ts';

let folder = '';
let file = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'search-scan-'));
  file = join(folder, 'searched.tierscope.jsonl');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEADER = `{"type":"header","format":"tierscope","version":${FORMAT_VERSION},"startedAt":"2026-01-01T00:00:00.000Z"}`;

/** Few characters, so that needles are found: letters equal ignoring case, escaped characters, and longer ones. */
const unit = fc.constantFrom(
  ...[
    'a',
    'K',
    's',
    'S',
    '\u017f',
    '\u212a',
    'é',
    'É',
    '/',
    '"',
    '\\',
    '\n',
    '\u001b',
    '\u001b[1m',
    ' ',
    '😀',
    '\ud83d',
  ],
);
const text = fc.string({ unit, maxLength: 8 });
const json = text.map((value) => JSON.stringify({ method: value }));
const session = fc.constantFrom('s1', 's1', 's2', 'ß');
const direction = fc.constantFrom('client-to-server', 'server-to-client');

const body = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('frame'), direction, raw: fc.oneof(text, json) }) },
  fc.record({ type: fc.constant('stderr'), text }),
  fc.record({
    type: fc.constant('frame'),
    direction,
    rawBase64: text.map((value) => btoa(encodeURI(toWellFormed(value)))),
  }),
  fc.record({
    type: fc.constant('frame'),
    direction,
    raw: text,
    truncatedBytes: fc.integer({ min: -1, max: 2 }),
  }),
  fc.record({ type: fc.constantFrom('process'), event: fc.constantFrom('exited', 'odd'), message: text }),
  fc.record({ type: fc.constant('client'), event: fc.constant('timeout'), message: text }),
  fc.record({ type: fc.constant('mark'), label: fc.oneof(text, fc.constant(5)) }),
  fc.record({ type: fc.constantFrom('weather', 'session', 'end', 'dropped'), reason: text }),
);

function toWellFormed(value: string): string {
  return value.replace(/\p{Cs}/gu, '');
}

/** Spellings of a character that JSON allows but Tierscope does not write. */
const spelled = fc.constantFrom(
  (line: string) => line,
  (line: string) => line.replaceAll('a', '\\u0061'),
  (line: string) =>
    line.replaceAll('K', '\\u004B').replaceAll('é', '\\u00e9').replaceAll('\u017f', '\\u017F'),
  (line: string) => line.replaceAll('/', '\\/'),
  (line: string) => line.replaceAll('":', '" :'),
);
const step = fc.constantFrom(1, 1, 1, 1, 1, 2, 0, -1);
const line = fc.tuple(body, session, step, fc.boolean(), spelled, fc.constantFrom(0, 0, 0, 0, 0, 1, 9, 40));

const lines = fc.tuple(fc.boolean(), fc.array(line, { maxLength: 25 })).map(([isTidy, all]) => {
  let seq = 0;
  return all.map(([rest, of, up, isPlaceFirst, spell, cut]) => {
    seq = Math.max(0, seq + (isTidy ? 1 : up));
    const place = { seq, at: seq / 8, session: of };
    const { type, ...more } = rest;
    const record = isPlaceFirst ? { ...place, type, ...more } : { type, ...place, ...more };
    const whole = spell(JSON.stringify(record));
    return isTidy ? whole : whole.slice(0, whole.length - cut);
  });
});

const plain = fc.oneof(
  fc.string({ unit, minLength: 1, maxLength: 3 }),
  fc.constantFrom('exited a', 'method":"', 't a'),
);
const expression = fc.constantFrom('[aK]', '.', 's.?é|^$', 'd a$');
const matchCase = fc.boolean();
const search = fc.oneof(
  { weight: 4, arbitrary: fc.record({ text: plain, regex: fc.constant(false), matchCase }) },
  fc.record({ text: expression, regex: fc.constant(true), matchCase }),
);

/** The matches found by reading every record. */
async function foundInWhole(of: TextSearch): Promise<number[]> {
  const seqs: number[] = [];
  const taker = {
    found: (found: readonly number[]) => void seqs.push(...found),
    lines: () => undefined,
  };
  await new SearchScan({ search: of, beat: new SharedArrayBuffer(16) }, taker).whole(file, 's1');
  return seqs;
}

/** The places of a session's records, found by reading the whole file. */
async function placesIn(): Promise<KnownPlaces> {
  const index = new RecordIndex();
  const composed: number[] = [];
  await streamRecords(file, {
    onRecord: (record, { offset, length }) => {
      if ('session' in record && record.session !== 's1') return;
      index.push(record.seq, offset, length);
      if (isComposed(record.type)) composed.push(offset);
    },
  });
  return { index, composed };
}

test('finds with an index what reading every record finds, in parts too, or says that it is not sure', async () => {
  let sure = 0;
  let hits = 0;
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(lines, search, share, fc.boolean(), async (some, of, at, endsWhole) => {
      writeFileSync(file, [HEADER, ...some].join('\n') + (endsWhole ? '\n' : ''));
      const whole = await foundInWhole(of);
      const places = await placesIn();
      const seqs: number[] = [];
      let counted = 0;
      const thread = new ScanThread(of, undefined, {
        found: (found, scanned) => {
          seqs.push(...found);
          counted += scanned;
        },
      });
      const middle = Math.floor(places.index.end * at);
      for (const [from, to] of [
        [0, middle],
        [middle, places.index.end],
      ] as const) {
        const part = { file, session: 's1', from, to, composed: places.composed };
        const isSure = await thread.indexed(part, places.index);
        expect(seqs).toEqual(whole.slice(0, seqs.length));
        if (!isSure.ok || !isSure.value) return;
      }
      sure += 1;
      hits += seqs.length;
      expect(seqs).toEqual(whole);
      expect(counted).toBe(places.index.length);
    }),
    { numRuns: runs(500) },
  );
  expect(sure).toBeGreaterThan(runs(300));
  expect(hits).toBeGreaterThan(runs(15));
});
