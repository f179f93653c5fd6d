import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeHeader, encodeRecord } from './encode-record.ts';
import { FORMAT_VERSION, readLine, upgraded, upgradesFrom } from './read-line.ts';
import { anyRecord, sampleHeader } from './testing/any-record.ts';

const frame = { type: 'frame', seq: 3, at: 1.5, session: 's1', direction: 'server-to-client', raw: '{}' };

describe('a line of a recording', () => {
  it('gives back any record that was encoded', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const line = encodeRecord(record);
        expect(line).not.toContain('\n');
        expect(readLine(line)).toEqual({ kind: 'record', record });
      }),
    );
  });

  it('gives back a header', () => {
    expect(readLine(encodeHeader(sampleHeader))).toEqual({
      kind: 'header',
      header: sampleHeader,
      upgrades: [],
    });
  });

  it('keeps raw text as it was on the wire: key order, duplicate keys, big integers', () => {
    const raw = '{"id":9007199254740993,"b":1,"a":1,"a":2, "jsonrpc":"2.0"}\r';
    const read = readLine(encodeRecord({ ...frame, type: 'frame', direction: 'server-to-client', raw }));
    expect(read).toMatchObject({ kind: 'record', record: { raw } });
  });

  it('keeps unknown fields and unknown record types', () => {
    expect(readLine(JSON.stringify({ ...frame, mood: 'calm' }))).toMatchObject({ record: { mood: 'calm' } });
    const end = { type: 'end', seq: 9, at: 2, why: 'quit' };
    expect(readLine(JSON.stringify(end))).toEqual({ kind: 'record', record: end });
    const future = { type: 'screenshot', seq: 4, at: 2 };
    expect(readLine(JSON.stringify(future))).toEqual({ kind: 'unknown', type: 'screenshot', value: future });
    expect(readLine('{"type":"toString"}')).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    ['', /is not JSON/],
    ['[1]', /is not a JSON object/],
    ['{"seq":1}', /has no type/],
    [JSON.stringify({ ...frame, seq: -1 }), /frame record is damaged.*seq/],
    [JSON.stringify({ ...frame, seq: 1.5 }), /frame record is damaged.*seq/],
    [JSON.stringify({ ...frame, direction: 'up' }), /frame record is damaged.*direction/],
    [JSON.stringify({ ...frame, at: null }), /frame record is damaged.*at/],
    [JSON.stringify({ ...frame, rawBase64: 'AAAA' }), /either raw or rawBase64/],
    [JSON.stringify({ ...frame, raw: undefined, rawBase64: 'A=A' }), /rawBase64: not base64/],
    ['{"type":"frame","seq":1,"at":1e999,"session":"s","direction":"server-to-client","raw":""}', /at:/],
    ['{"type":"stderr","seq":1,"at":0,"session":"s1"}', /stderr record is damaged.*text/],
    ['{"type":"header","format":"har","version":1}', /another format/],
    ['{"type":"header","format":"tierscope","version":1}', /header is damaged: startedAt/],
  ])('says what is wrong with %s', (line, message) => {
    expect(readLine(line)).toEqual({ kind: 'problem', message: expect.stringMatching(message) });
  });

  it('refuses a newer version with a sentence that names both', () => {
    const newer = JSON.stringify({ type: 'header', format: 'tierscope', version: 3 });
    expect(readLine(newer)).toEqual({
      kind: 'refused',
      message:
        'This recording has format version 3, but this Tierscope reads up to version 1: open it with a newer Tierscope.',
    });
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        expect(readLine(text).kind).toBeTypeOf('string');
      }),
    );
  });

  it('never throws on a record with any values in its fields', () => {
    const type = fc.constantFrom(
      'header',
      'session',
      'frame',
      'stderr',
      'process',
      'client',
      'mark',
      'dropped',
    );
    const fields = fc.record(
      { type, seq: fc.jsonValue(), at: fc.jsonValue(), session: fc.jsonValue(), raw: fc.jsonValue() },
      { requiredKeys: ['type'] },
    );
    fc.assert(fc.property(fields, (value) => void readLine(JSON.stringify(value))));
  });
});

const steps = [
  (line: object) => ({ ...line, second: true }),
  (line: object) => ({ ...line, third: 'second' in line }),
];

describe('the upgrade of a recording', () => {
  it('takes each step from the file’s version on, in order', () => {
    const all = upgradesFrom(1, steps);
    const last = upgradesFrom(2, steps);
    expect(all.ok && upgraded({}, all.value)).toEqual({ second: true, third: true });
    expect(last.ok && upgraded({}, last.value)).toEqual({ third: false });
  });

  it('takes no step for the current version', () => {
    expect(upgradesFrom(FORMAT_VERSION)).toEqual({ ok: true, value: [] });
    expect(FORMAT_VERSION).toBe(1);
  });

  it('refuses a version that is newer, or that never was', () => {
    expect(upgradesFrom(4, steps)).toEqual({
      ok: false,
      error: expect.stringContaining('version 4, but this Tierscope reads up to version 3'),
    });
    for (const version of [0, -1, 1.5, Number.NaN]) expect(upgradesFrom(version).ok).toBe(false);
  });
});
