import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok } from '../../base/result.ts';
import { runs } from '../../base/testing/runs.ts';
import { detectFormat, FOREIGN_FORMATS, type ForeignFormatName } from './formats.ts';
import { importFile } from './import-file.ts';

const CALL = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'weigh' } };
const ANSWER = { jsonrpc: '2.0', id: 7, result: { content: [], isError: true } };

function opened(expected: ForeignFormatName, text: string, yamlAsJson = '{}') {
  expect(detectFormat(text, 'anything.bin')).toBe(expected);
  const yamlToJson = () => ok({ json: yamlAsJson, problems: [] });
  return importFile(expected, text, { fileName: 'scales.json', yamlToJson });
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const raws = (records: readonly object[]) =>
  records.flatMap((record) => ('raw' in record ? [record.raw] : []));

describe('documents of other tools', () => {
  it('opens the Inspector’s protocol export and unfolds its answers', () => {
    const { records, notes } = opened(
      'inspector-protocol',
      pretty([
        {
          id: 'a',
          timestamp: '2026-09-01T10:00:00.000Z',
          direction: 'request',
          origin: 'client',
          message: CALL,
          response: ANSWER,
          duration: 40,
        },
        {
          id: 'b',
          timestamp: '2026-09-01T10:00:00.010Z',
          direction: 'notification',
          origin: 'server',
          message: { jsonrpc: '2.0', method: 'notifications/progress', params: {} },
        },
        {
          id: 'c',
          timestamp: '2026-09-01T10:00:01.000Z',
          direction: 'request',
          origin: 'client',
          message: { ...CALL, id: 8 },
          clientError: 'Request timed out',
        },
      ]),
    );
    expect(records).toEqual([
      expect.objectContaining({ type: 'session', seq: 0, label: 'scales' }),
      expect.objectContaining({ seq: 1, at: 0, direction: 'client-to-server', raw: JSON.stringify(CALL) }),
      expect.objectContaining({ seq: 2, at: 10, direction: 'server-to-client' }),
      expect.objectContaining({ seq: 3, at: 40, direction: 'server-to-client', raw: JSON.stringify(ANSWER) }),
      expect.objectContaining({ seq: 4, at: 1000 }),
      expect.objectContaining({ type: 'client', event: 'timeout', id: 8, message: 'Request timed out' }),
    ]);
    expect(notes.join(' ')).toContain('folds an answer');
  });

  it('opens the Inspector’s console export as stderr', () => {
    const text = pretty([{ timestamp: '2026-09-01T10:00:00.000Z', message: 'ready\n' }]);
    const { records } = opened('inspector-console', text);
    expect(records.slice(1)).toEqual([expect.objectContaining({ type: 'stderr', text: 'ready' })]);
  });

  it('opens MCPJam from oldest to newest, with a session per server', () => {
    const entry = (second: number, direction: string, payload: object, serverName = 'scales') => ({
      timestamp: `2026-08-22T12:00:0${second}.000Z`,
      source: 'mcp-server',
      serverId: serverName,
      serverName,
      direction,
      method: 'x',
      payload,
    });
    const { records } = opened(
      'mcpjam',
      pretty([
        entry(2, 'SEND', CALL, 'other'),
        entry(1, 'RECEIVE', ANSWER),
        entry(0, 'SEND', CALL),
        { ...entry(0, 'SEND', CALL), source: 'mcp-apps' },
      ]),
    );
    expect(records.map(({ type, seq }) => `${seq} ${type}`)).toEqual([
      '0 session',
      '1 frame',
      '2 frame',
      '3 session',
      '4 frame',
    ]);
    expect(records).toContainEqual(expect.objectContaining({ type: 'session', label: 'other' }));
  });

  it('opens mcp-use and counts the frames that it merged', () => {
    const entry = { id: '1', source: 'mcp', serverId: 'scales', timestamp: '2026-08-22T12:00:00Z' };
    const text = pretty([
      { ...entry, direction: 'receive', timestamp: '2026-08-22T12:00:01Z', message: ANSWER, repeatCount: 3 },
      { ...entry, direction: 'send', message: CALL },
      { ...entry, source: 'widget', direction: 'send', message: CALL },
    ]);
    const { records, notes } = opened('mcp-use', text);
    expect(records.slice(1)).toEqual([
      expect.objectContaining({ direction: 'client-to-server', raw: JSON.stringify(CALL) }),
      expect.objectContaining({ direction: 'server-to-client', raw: JSON.stringify(ANSWER) }),
      expect.objectContaining({ type: 'dropped', count: 2 }),
    ]);
    expect(notes.join(' ')).toContain('widget');
  });

  it('opens a cassette of mcp-recorder and places frames by their latencies', () => {
    const { records } = opened(
      'mcp-recorder',
      pretty({
        version: '1.0',
        metadata: { recorded_at: '2026-02-17T20:25:23.855390+00:00', server_info: { name: 'scales' } },
        interactions: [
          { type: 'jsonrpc_request', request: CALL, response: ANSWER, latency_ms: 7 },
          {
            type: 'notification',
            request: { jsonrpc: '2.0', method: 'notifications/initialized' },
            response: null,
          },
          { type: 'lifecycle', request: null, response: null, latency_ms: 86 },
        ],
      }),
    );
    expect(records).toEqual([
      expect.objectContaining({ type: 'session', label: 'scales' }),
      expect.objectContaining({ at: 0.39, direction: 'client-to-server' }),
      expect.objectContaining({ at: 7.39, direction: 'server-to-client' }),
      expect.objectContaining({ at: 7.39, direction: 'client-to-server' }),
    ]);
  });

  it('opens a cassette of MCP-VCR through the YAML reader that it is given', () => {
    const yaml = 'meta:\n  recorded_at: "2026-05-18T10:15:00.000Z"\n  session_id: "d6"\nmessages: []\n';
    const json = JSON.stringify({
      meta: { recorded_at: '2026-05-18T10:15:00.000Z', session_id: 'd6', server_command: ['python', 's.py'] },
      messages: [
        { t: 0, dir: 'c2s', payload: CALL },
        { t: 20, dir: 's2c', payload: ANSWER },
        { t: 30, dir: 'sideways', payload: ANSWER },
      ],
    });
    const { records, problems } = opened('mcp-vcr', yaml, json);
    expect(records).toEqual([
      expect.objectContaining({ type: 'session', label: 'd6', command: 'python' }),
      expect.objectContaining({ at: 0, raw: JSON.stringify(CALL) }),
      expect.objectContaining({ at: 20, raw: JSON.stringify(ANSWER) }),
    ]);
    expect(problems).toHaveLength(1);
  });

  it('opens the HAR of mcpsnoop and tells the two error tiers apart by their content', () => {
    const entry = (url: string, body: object, status: number) => ({
      startedDateTime: '2026-08-08T15:00:01.701644+03:00',
      time: 400,
      request: { method: 'POST', url, postData: { mimeType: 'application/json', text: '{"name":"weigh"}' } },
      response: { status, content: { text: JSON.stringify(body) } },
    });
    const { records, notes } = opened(
      'har',
      pretty({
        log: {
          version: '1.2',
          creator: { name: 'mcpsnoop', version: 'dev' },
          comment: 'mcpsnoop: capture incomplete, 3 frames were dropped before being recorded.',
          entries: [
            entry('mcp://scales/tools/call/weigh', { content: [], isError: true }, 500),
            entry('mcp://scales/tools/call/weigh', { code: -32602, message: 'no' }, 500),
          ],
        },
      }),
    );
    expect(raws(records)).toEqual([
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weigh"}}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"weigh"}}',
      '{"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":true}}',
      '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no"}}',
    ]);
    expect(notes.join(' ')).toContain('3 frames were dropped');
  });
});

describe('damage', () => {
  const entry = {
    id: 'a',
    timestamp: '2026-09-01T10:00:00Z',
    direction: 'request',
    origin: 'client',
    message: CALL,
  };

  it('leaves out a damaged entry, names its line, and opens the rest', () => {
    const text = `[\n${JSON.stringify(entry)},\n{"id": nonsense},\n${JSON.stringify(entry)}\n]`;
    const { records, problems } = opened('inspector-protocol', text);
    expect(raws(records)).toHaveLength(2);
    expect(problems).toEqual([{ line: 3, message: 'Entry 2 is damaged and was left out.' }]);
  });

  it('opens a document that was cut off as far as it goes', () => {
    const text = pretty([entry, entry]).slice(0, -20);
    const { records, problems } = opened('inspector-protocol', text);
    expect(raws(records)).toHaveLength(1);
    expect(problems).toEqual([{ line: expect.any(Number), message: expect.stringContaining('entry 2') }]);
  });

  it('keeps big integers, duplicate keys and number forms of a document', () => {
    const message = '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping","params":{"a":1.50,"a":1e3}}';
    const text = `[{"id":"a","timestamp":"2026-09-01T10:00:00Z","direction":"request","origin":"client",\n "message": ${message} }]`;
    expect(raws(opened('inspector-protocol', text).records)).toEqual([message]);
  });

  it('never throws, whatever a file holds, and numbers records upwards', () => {
    const names = Object.keys(FOREIGN_FORMATS) as ForeignFormatName[];
    const line = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record({
          ts: fc.oneof(fc.double(), fc.string(), fc.constant('2026-09-01T10:00:00Z')),
          dir: fc.constantFrom('c2s', 's2c', 'in', 'x'),
          direction: fc.constantFrom('c2s', 'meta', 'SEND', 'request'),
          type: fc.constantFrom('frame', 'event', 'header', 'end'),
          kind: fc.constantFrom('request', 'response', 'raw'),
          raw: fc.anything({ maxDepth: 1 }),
          message: fc.anything({ maxDepth: 1 }),
          schemaVersion: fc.constantFrom(1, 2, 3),
          body: fc.anything({ maxDepth: 2 }),
        })
        .map((value) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? 1 : part))),
    );
    const text = fc.oneof(
      fc.array(line).map((lines) => lines.join('\n')),
      fc.array(line).map((lines) => `[${lines.join(',')}]`),
      fc.json().map((json) => `{"log":{"entries":[${json}]},"interactions":[${json}],"metadata":${json}}`),
    );
    fc.assert(
      fc.property(fc.constantFrom(...names), text, (name, content) => {
        detectFormat(content, 'x');
        const yamlToJson = () => ok({ json: content, problems: [] });
        const seqs = importFile(name, content, { fileName: 'x', yamlToJson }).records.map(({ seq }) => seq);
        expect(seqs).toEqual([...new Set(seqs)].sort((left, right) => left - right));
      }),
      { numRuns: runs(500) },
    );
  });
});
