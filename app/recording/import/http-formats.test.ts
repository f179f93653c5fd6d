import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownRecord } from '../../frame/record.ts';
import { detectFormat } from './formats.ts';
import { importFile } from './import-file.ts';

const HEADER =
  '{"t":0,"ev":"header","format":"http-exchanges","version":1,"startedAt":"2026-11-26T11:21:22Z"}';
const CALL = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

function exchange(x: number, request: object, rest: readonly object[]): string[] {
  const head = { method: 'POST', target: '/mcp', http: '1.1', headers: [['Host', 'h:1']], ...request };
  return [{ ev: 'request', ...head }, { ev: 'request-body', text: CALL }, { ev: 'request-end' }, ...rest].map(
    (event, at) => JSON.stringify({ t: x * 100 + at, x, ...event }),
  );
}

function imported(lines: readonly string[]) {
  return importFile('http-exchanges', `${[HEADER, ...lines].join('\n')}\n`, { fileName: 'a.jsonl' });
}

const events = (records: readonly KnownRecord[]) =>
  records.map((record) => (record.type === 'http' ? record.event : record.type));

const sse = {
  ev: 'response',
  status: 200,
  headers: [
    ['Content-Type', 'text/event-stream'],
    ['mcp-session-id', 'secret-session'],
  ],
};

describe('raw HTTP exchanges', () => {
  it('become heads, frames and ends, with events put together over reads', () => {
    const data = `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text: 'größer' } })}\n\n`;
    const bytes = new TextEncoder().encode(data);
    const [from, to] = [bytes.slice(0, data.indexOf('ö') + 1), bytes.slice(data.indexOf('ö') + 1)];
    const half = (part: Uint8Array) => ({ ev: 'response-body', base64: btoa(String.fromCharCode(...part)) });
    const { records, problems } = imported(
      exchange(1, {}, [sse, half(from), half(to), { ev: 'response-end' }]),
    );
    expect(problems).toEqual([]);
    expect(events(records)).toEqual(['session', 'request', 'frame', 'response', 'frame', 'end']);
    expect(records[4]).toMatchObject({
      raw: expect.stringContaining('größer'),
      http: { x: 1, sse: { event: 'message' } },
    });
    expect(JSON.stringify(records)).not.toContain('secret-session');
  });

  it('say how a connection failed, and what was no message', () => {
    const page = { ev: 'response', status: 502, headers: [['Content-Type', 'text/html']] };
    const { records } = imported([
      ...exchange(1, {}, [{ ev: 'upstream-error', code: 'ECONNREFUSED', message: 'connect' }]),
      ...exchange(2, {}, [page, { ev: 'response-body', text: '<html>' }, { ev: 'response-aborted' }]),
    ]);
    expect(records).toContainEqual(
      expect.objectContaining({ event: 'failed', phase: 'connect', code: 'ECONNREFUSED' }),
    );
    expect(records).toContainEqual(expect.objectContaining({ event: 'body', text: '<html>' }));
    expect(records).toContainEqual(expect.objectContaining({ event: 'end', how: 'cut' }));
  });

  it('begin a session for each address, and for each initialize after one that was answered', () => {
    const start = (x: number, target: string) => [
      JSON.stringify({ t: x, x, ev: 'request', method: 'POST', target, headers: [['Host', 'h']] }),
      JSON.stringify({ t: x, x, ev: 'request-body', text: '{"jsonrpc":"2.0","id":1,"method":"initialize"}' }),
      JSON.stringify({ t: x, x, ev: 'response', status: 200, headers: [] }),
    ];
    const { records } = imported([...start(1, '/a'), ...start(2, '/b'), ...start(3, '/a')]);
    const labels = records.flatMap((record) => (record.type === 'session' ? [record.label] : []));
    expect(labels).toEqual(['http://h/a', 'http://h/b', 'http://h/a']);
  });

  it('never fail, whatever the lines hold', () => {
    const value = fc.oneof(
      fc.constantFrom('request', 'response', 'response-body', 'response-end', '\0', -1, null, 1e9, [[1]]),
      fc.json(),
    );
    const line = fc.record({
      x: fc.oneof(fc.nat(3), value),
      t: value,
      ev: value,
      headers: value,
      text: value,
      base64: value,
      status: value,
    });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(imported(lines.map((one) => JSON.stringify(one))).header.version).toBe(1);
      }),
    );
    const { problems } = imported(['not json', '{"x":-1,"ev":"request"}']);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('not JSON'),
      'This line was left out: its exchange has no number.',
    ]);
  });
});

describe('a HAR of a browser or a proxy', () => {
  const entry = (more: object, content: object) => ({
    startedDateTime: '2026-06-04T10:00:00.000Z',
    time: 20,
    request: { method: 'POST', url: 'http://h/mcp', headers: [], postData: { text: CALL }, ...more },
    response: { status: 200, headers: [{ name: 'Content-Type', value: 'text/event-stream' }], content },
  });
  const read = (entries: readonly unknown[]) => {
    const text = JSON.stringify({ log: { version: '1.2', creator: { name: 'WebInspector' }, entries } });
    expect(detectFormat(text, 'a.har')).toBe('http-har');
    return importFile('http-har', text, { fileName: 'a.har' });
  };

  it('gives both directions, with event streams unpacked', () => {
    const stream = 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n';
    const { records, notes } = read([
      entry({}, { text: btoa(stream), encoding: 'base64' }),
      entry({ url: 'http://h/logo.png', postData: {} }, {}),
    ]);
    expect(events(records)).toEqual(['session', 'request', 'frame', 'response', 'frame', 'end']);
    expect(notes).toContain('Requests that are no part of MCP were left out.');
  });

  it('shows what the browser kept no body of as cut, and an entry without a request as a problem', () => {
    const { records, problems } = read([entry({}, { size: 400 }), { response: {} }]);
    expect(records).toContainEqual(expect.objectContaining({ event: 'body', truncatedBytes: 400 }));
    expect(problems.map(({ message }) => message)).toEqual([
      'Entry 2 has no request with an address, and was left out.',
    ]);
  });
});
