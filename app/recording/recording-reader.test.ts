import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CUT_TEXT } from '../base/json-value.ts';
import { encodeHeader, encodeRecord } from './encode-record.ts';
import { anyRecords, sampleHeader } from './testing/any-record.ts';
import { readBytes, readText } from './testing/read-bytes.ts';

const header = encodeHeader(sampleHeader);
const stderr = (seq: number) =>
  `{"type":"stderr","seq":${seq},"at":${seq},"session":"s1","text":"line ${seq}"}`;
const seqs = (text: string) => readText(text).records.map((record) => record.seq);

describe('reading a recording', () => {
  it('gives header and records', () => {
    const { records, reader } = readText(`${header}\n${stderr(1)}\n${stderr(2)}\n`);
    expect(records.map((record) => record.seq)).toEqual([1, 2]);
    expect(reader.header).toEqual(sampleHeader);
    expect(reader.problems).toEqual([]);
    expect(reader.refusal).toBe('');
  });

  it('turns a damaged line into a problem with its number and reads the rest', () => {
    const { records, reader } = readText(`${header}\n${stderr(1)}\n{"type":"std\n${stderr(3)}\n`);
    expect(records.map((record) => record.seq)).toEqual([1, 3]);
    expect(reader.problems).toEqual([{ line: 3, message: expect.stringContaining('is not JSON') }]);
  });

  it('reads a record with a member of any depth, cuts the member and says so', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const session = `{"type":"session","seq":1,"at":1,"session":"s1","label":"a","origin":"connect","later":${deep}}`;
    const { records, reader } = readText(`${header}\n${session}\n${stderr(2)}\n`);
    expect(records.map((record) => record.seq)).toEqual([1, 2]);
    expect(records.map(encodeRecord)[0]).toContain(CUT_TEXT);
    expect(reader.problems).toEqual([
      { line: 2, message: expect.stringContaining('deeper than 200 levels') },
    ]);
  });

  it('says that bytes are not UTF-8', () => {
    const bytes = new TextEncoder().encode(`${header}\nX\n${stderr(1)}\n`);
    bytes[bytes.indexOf(0x58, header.length)] = 0xff;
    const { records, reader } = readBytes(bytes);
    expect(records).toHaveLength(1);
    expect(reader.problems).toEqual([{ line: 2, message: 'This line is not UTF-8 text and was left out.' }]);
  });

  it('reads a file with a byte order mark, carriage returns and blank lines', () => {
    expect(seqs(`\uFEFF${header}\r\n\r\n${stderr(1)}\r\n`)).toEqual([1]);
  });

  it('leaves out a record that goes back in the order', () => {
    const { records, reader } = readText(
      `${header}\n${stderr(2)}\n${stderr(2)}\n${stderr(1)}\n${stderr(3)}\n`,
    );
    expect(records.map((record) => record.seq)).toEqual([2, 3]);
    expect(reader.problems.map((problem) => problem.line)).toEqual([3, 4]);
  });

  it('opens without a header and says so', () => {
    const { records, reader } = readText(`${stderr(1)}\n${stderr(2)}\n`);
    expect(records).toHaveLength(2);
    expect(reader.problems).toEqual([{ line: 1, message: expect.stringContaining('header is missing') }]);
  });

  it('passes over unknown record types without a problem', () => {
    const { records, reader } = readText(`${header}\n{"type":"screenshot","seq":1}\n${stderr(2)}\n`);
    expect(records).toHaveLength(1);
    expect(reader.problems).toEqual([]);
  });

  it('refuses a newer version and what is no recording', () => {
    expect(readText('{"type":"header","format":"tierscope","version":2}\n').reader.refusal).toContain(
      'version 2',
    );
    expect(readText('hello\nworld\n').reader.refusal).toContain('not a Tierscope recording');
    expect(readText('{"a":1}').reader.refusal).toContain('not a Tierscope recording');
    expect(readText('{"type":"x"}\n'.repeat(5000)).reader.refusal).toContain('not a Tierscope recording');
  });

  it('lists a thousand problems and counts the rest', () => {
    const { reader } = readText(`${header}\n${'?\n'.repeat(1200)}`);
    expect(reader.problems).toHaveLength(1001);
    expect(reader.problems.at(-1)).toEqual({ line: 0, message: '200 more damaged lines are not listed.' });
  });

  it('opens when cut off at any byte, and loses at most the last line', () => {
    const text = [header, stderr(1), `{"type":"mark","seq":2,"at":2,"label":"é 💥"}`, stderr(3), ''].join(
      '\n',
    );
    const bytes = new TextEncoder().encode(text);
    for (let length = 0; length <= bytes.length; length += 1) {
      const cut = bytes.subarray(0, length);
      const whole = cut.filter((byte) => byte === 0x0a).length;
      const { records, reader } = readBytes(cut);
      expect(reader.refusal).toBe('');
      expect(records.length).toBeGreaterThanOrEqual(Math.max(0, whole - 1));
      const lost = whole + (cut.at(-1) === 0x0a || length === 0 ? 0 : 1) - 1 - records.length;
      if (lost > 0) expect(reader.problems.at(-1)).toMatchObject({ line: whole + 1, message: /cut off/ });
    }
  });

  it('opens when cut within a header that another program wrote', () => {
    const spaced = '{ "type": "header", "format": "tierscope", "version": 1, "app": { "name": "é 💥" } }';
    const bytes = new TextEncoder().encode(spaced);
    for (let length = 0; length <= bytes.length; length += 1)
      expect(readBytes(bytes.subarray(0, length)).reader.refusal).toBe('');
    expect(readText('{"version":1,"format":"tierscope","type":"hea').reader.refusal).toBe('');
  });

  it('gives every whole record of any recording cut anywhere', () => {
    fc.assert(
      fc.property(anyRecords, fc.nat(), (records, where) => {
        const bytes = new TextEncoder().encode([header, ...records.map(encodeRecord), ''].join('\n'));
        const cut = bytes.subarray(0, where % (bytes.length + 1));
        const whole = cut.filter((byte) => byte === 0x0a).length - 1;
        const read = readBytes(cut).records;
        expect(read.length).toBeGreaterThanOrEqual(Math.max(0, whole));
        expect(read).toEqual(records.slice(0, read.length));
      }),
    );
  });

  it('never throws on any bytes', () => {
    const line = fc.oneof(
      fc.uint8Array(),
      anyRecords.map((all) => new TextEncoder().encode(all.map(encodeRecord).join('\n'))),
    );
    fc.assert(
      fc.property(fc.array(line), (parts) => {
        const bytes = Uint8Array.from(parts.flatMap((part) => [...part, 0x0a]));
        expect(readBytes(bytes).reader.line).toBeGreaterThanOrEqual(parts.length);
      }),
    );
  });
});

describe('records of HTTP', () => {
  const lines = [
    '{"type":"header","format":"tierscope","version":1,"startedAt":"2026-11-27T09:00:00Z"}',
    '{"type":"session","seq":1,"at":0,"session":"s1","label":"l","origin":"tap","transport":"streamable-http","url":"http://h/mcp"}',
    '{"type":"http","seq":2,"at":1,"session":"s1","x":1,"event":"request","method":"POST","url":"http://h/mcp","headers":[["Accept","*/*"]],"purpose":"mcp"}',
    '{"type":"frame","seq":3,"at":1,"session":"s1","direction":"client-to-server","raw":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"ping\\"}","http":{"x":1}}',
    '{"type":"http","seq":4,"at":2,"session":"s1","x":1,"event":"response","status":200,"headers":[]}',
    '{"type":"frame","seq":5,"at":3,"session":"s1","direction":"server-to-client","raw":"{}","http":{"x":1,"sse":{"id":"e1","crlf":true,"lines":1}}}',
    '{"type":"http","seq":6,"at":4,"session":"s1","x":1,"event":"chunk","bytes":3}',
    '{"type":"http","seq":7,"at":4,"session":"s1","x":1,"event":"end","how":"complete"}',
  ];

  const read = (texts: readonly string[]) => readText(`${texts.join('\n')}\n`);

  it('are read, and an event of a later version is kept without a problem', () => {
    const { reader, records } = read(lines);
    expect(reader.problems).toEqual([]);
    expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 7]);
    expect(records.map(encodeRecord)).toEqual([1, 2, 3, 4, 5, 7].map((at) => lines[at]));
  });

  it('leave to a reader that does not know them the frames as they were', () => {
    const { reader, records } = read(lines.map((line) => line.replace('"type":"http"', '"type":"of-later"')));
    expect(reader.problems).toEqual([]);
    expect(records.map(({ type }) => type)).toEqual(['session', 'frame', 'frame']);
  });

  it('are damaged, and nothing else, where a field has another type', () => {
    const { reader, records } = read(
      lines.map((line) => line.replace('"status":200', '"status":"x"').replace('"id":"e1"', '"id":1')),
    );
    expect(reader.problems).toHaveLength(1);
    expect(records).toHaveLength(5);
  });
});
