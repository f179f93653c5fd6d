import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Header, KnownRecord } from '../../frame/record.ts';
import { detectFormat } from '../import/formats.ts';
import { importFile } from '../import/import-file.ts';
import { readLine } from '../read-line.ts';
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

  it('gives the same lines for plain JSON-RPC', () => {
    fc.assert(
      fc.property(recording, (records) => {
        const text = [...exportRecording('json-rpc', { header, records })].join('');
        const back = importFile('json-rpc', text, { fileName: 'x' });
        const expected = frames(records).map(({ raw: line }) => line);
        const first = expected[0];
        // A byte order mark that begins the whole file is the file's, not the first line's.
        if (first?.startsWith('\uFEFF')) expected[0] = first.slice(1);
        expect(frames(back.records).map(({ raw: line }) => line)).toEqual(expected);
      }),
    );
  });
});

function content(record: KnownRecord): unknown {
  if (record.type === 'frame') return [record.session, record.direction, record.raw];
  return record.type === 'stderr' ? [record.session, record.text] : record.type;
}
