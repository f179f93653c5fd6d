import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../base/testing/runs.ts';
import type { FrameRecord, Header, KnownRecord } from '../../frame/record.ts';
import { detectFormat } from '../../recording/import/formats.ts';
import { importFile } from '../../recording/import/import-file.ts';
import { readLine } from '../../recording/read-line.ts';
import { exportRecording } from './convert.ts';

const header: Header = {
  type: 'header',
  format: 'tierscope',
  version: 1,
  startedAt: '2026-11-20T10:00:00.000Z',
};

const space = fc.constantFrom('', ' ', '\r', '  ');
const json = fc.tuple(space, fc.json(), space).map(([before, text, after]) => before + text + after);
const ragged = fc.constantFrom(
  '{"jsonrpc":"2.0","id":12345678901234567890,"id":1,"result":{"a":1.50}}',
  '{ "jsonrpc" : "2.0", "method":"ping" , "id": 1 }\r',
  '\uFEFF{"jsonrpc":"2.0"}',
  'Server listening on 3000',
);
const raw = fc
  .oneof(json, ragged, fc.string())
  .filter((text) => !text.includes('\n') && text.trim() !== '' && !/\p{Cs}/u.test(text));
const session = fc.constantFrom('s1', 's2');
const direction = fc.constantFrom('client-to-server' as const, 'server-to-client' as const);
const at = fc.integer({ min: 0, max: 5_000_000 }).map((micros) => micros / 1000);
const place = { session, at };
const body = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('frame' as const), direction, raw, ...place }) },
  fc.record({ type: fc.constant('stderr' as const), text: fc.string({ unit: 'binary' }), ...place }),
  fc.record({ type: fc.constant('mark' as const), label: fc.string(), at }),
);
const recording = fc.array(body, { maxLength: 30 }).map((bodies): KnownRecord[] => {
  const ordered = [...bodies].sort((left, right) => left.at - right.at);
  return ordered.map((item, index) => ({ ...item, seq: index + 1 }));
});

const frames = (records: readonly KnownRecord[]) =>
  records.flatMap((record) => (record.type === 'frame' ? [record] : []));

describe('export and import again', () => {
  it('gives the same records for a recording of Tierscope', () => {
    fc.assert(
      fc.property(recording, (records) => {
        const lines = [...exportRecording('tierscope', { header, records })].map((line) => readLine(line));
        expect(lines).toEqual([
          { kind: 'header', header, upgrades: [] },
          ...records.map((record) => ({ kind: 'record', record })),
        ]);
      }),
    );
  });

  it('gives the same frames, stderr lines and times for mcpsnoop', () => {
    fc.assert(
      fc.property(recording, (records) => {
        const text = [...exportRecording('mcpsnoop', { header, records })].join('');
        if (frames(records).length > 0) expect(detectFormat(text, '')).toBe('mcpsnoop');
        const back = importFile('mcpsnoop', text, { fileName: 'x' });
        expect(back.problems).toEqual([]);
        const read = back.records.filter(({ type }) => type === 'frame' || type === 'stderr');
        const kept = records.filter(({ type }) => type === 'frame' || type === 'stderr');
        expect(read.map(content)).toEqual(kept.map(content));
        const first = kept[0]?.at ?? 0;
        const base = Math.floor(first);
        read.forEach((record, index) => {
          expect(record.at + base).toBeCloseTo(kept[index]?.at ?? -1, 2);
        });
      }),
    );
  });

  it('gives the same lines for plain JSON-RPC, those that are no messages as lines of nobody', () => {
    fc.assert(
      fc.property(recording, (records) => {
        const text = [...exportRecording('json-rpc', { header, records })].join('');
        const back = importFile('json-rpc', text, { fileName: 'x' });
        const expected = frames(records).map(({ raw: line }) => line);
        const first = expected[0];
        // A byte order mark at the start belongs to the file, not to its first line.
        if (first?.startsWith('\uFEFF')) expected[0] = first.slice(1);
        const lines = back.records.flatMap((record) =>
          record.type === 'frame' ? [record.raw] : record.type === 'mark' ? [record.label] : [],
        );
        expect(lines).toEqual(expected);
      }),
    );
  });
});

const member = fc.dictionary(fc.constantFrom('a', 'text', 'é "quoted"', '\u2028'), fc.jsonValue(), {
  maxKeys: 4,
});
const called = fc.record({
  method: fc.constantFrom('tools/call', 'resources/read', 'ping', 'vendor/other'),
  params: fc.option(
    member.map((rest) => ({ name: 'weigh', ...rest })),
    { nil: undefined },
  ),
  answer: fc.option(
    fc.oneof(
      member.map((result) => ({ result: { content: [], ...result } })),
      fc.record({ code: fc.integer(), message: fc.string() }).map((error) => ({ error })),
    ),
    { nil: undefined },
  ),
  tookMs: fc.integer({ min: 0, max: 500 }),
});

describe('export and import again of calls only', () => {
  it('gives the same calls with their answers, directions and times for HAR', () => {
    fc.assert(
      fc.property(fc.array(called, { minLength: 1, maxLength: 12 }), (calls) => {
        const records = calls.flatMap((call, index) => framesOf(call, index));
        const text = [...exportRecording('har', { header, records })].join('');
        expect(detectFormat(text, '')).toBe('har');
        const back = importFile('har', text, { fileName: 'x' });
        expect(back.problems).toEqual([]);
        const read = frames(back.records);
        expect(read.map(callContent)).toEqual(records.map(callContent));
        const begun = read[0]?.at ?? 0;
        expect(read.map(({ at: time }) => Math.round(time - begun))).toEqual(
          records.map(({ at: time }) => time),
        );
      }),
      { numRuns: runs(50) },
    );
  });
});

/** Each call starts a second after the previous one. */
function framesOf({ method, params, answer, tookMs }: ReturnedCall, index: number): FrameRecord[] {
  const ids = { jsonrpc: '2.0', id: index + 1 };
  const place = { type: 'frame', session: 's1' } as const;
  const line = (message: object) => JSON.stringify({ ...ids, ...message });
  const at = index * 1000;
  const request: FrameRecord = {
    ...place,
    seq: index * 2 + 1,
    at,
    direction: 'client-to-server',
    raw: line({ method, ...(params === undefined ? {} : { params }) }),
  };
  if (answer === undefined) return [request];
  const seq = index * 2 + 2;
  return [request, { ...place, seq, at: at + tookMs, direction: 'server-to-client', raw: line(answer) }];
}

type ReturnedCall = typeof called extends fc.Arbitrary<infer Call> ? Call : never;

/** Everything but the id, which HAR cannot hold. */
function callContent({ direction, raw: line }: FrameRecord): unknown {
  const { id: _, ...message } = JSON.parse(line ?? '');
  return [direction, message];
}

function content(record: KnownRecord): unknown {
  if (record.type === 'frame') return [record.session, record.direction, record.raw];
  return record.type === 'stderr' ? [record.session, record.text] : record.type;
}
