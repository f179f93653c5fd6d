import { describe, expect, it } from 'vitest';
import type { Header, KnownRecord } from '../../frame/record.ts';
import { importFile } from '../../recording/import/import-file.ts';
import { exportRecording } from './convert.ts';

const header: Header = {
  type: 'header',
  format: 'tierscope',
  version: 1,
  startedAt: '2026-11-20T10:00:00.000Z',
  app: { name: 'Tierscope', version: '0.1.0' },
};

const message = (rest: object) => JSON.stringify({ jsonrpc: '2.0', ...rest });
const call = (id: number, name: string, params: object = {}) =>
  message({ id, method: 'tools/call', params: { name, ...params } });

let seq = 1;
const frame = (at: number, from: 'client' | 'server', raw: string): KnownRecord => {
  seq += 1;
  const direction = from === 'client' ? 'client-to-server' : 'server-to-client';
  return { type: 'frame', seq, at, session: 's1', direction, raw };
};

const records: KnownRecord[] = [
  { type: 'session', seq: 1, at: 0, session: 's1', label: 'my scales', origin: 'connect', command: 'scales' },
  frame(1, 'client', message({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } })),
  frame(
    3,
    'server',
    message({
      id: 0,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        serverInfo: { name: 'scales', version: '2' },
      },
    }),
  ),
  frame(
    10,
    'client',
    call(1, 'weigh', {
      _meta: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
    }),
  ),
  frame(
    30.5,
    'server',
    message({ id: 1, result: { content: [{ type: 'text', text: 'no | `weight`' }], isError: true } }),
  ),
  frame(40, 'client', call(2, 'lift')),
  frame(41, 'server', message({ id: 2, error: { code: -32602, message: 'Unknown tool: lift' } })),
  frame(50, 'client', message({ id: 'x', method: 'resources/read', params: { uri: 'file:///a' } })),
  frame(51, 'server', 'Listening on 3000'),
];

const text = (name: Parameters<typeof exportRecording>[0]) =>
  [...exportRecording(name, { header, records })].join('');

describe('OTLP', () => {
  const spans = () => {
    const [resource] = JSON.parse(text('otlp')).resourceSpans;
    return resource.scopeSpans[0].spans.map((span: { attributes: { key: string; value: object }[] }) => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
  };

  it('names an isError result tool_error and continues the caller’s trace', () => {
    expect(spans()[1]).toMatchObject({
      name: 'tools/call weigh',
      kind: 3,
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      parentSpanId: '00f067aa0ba902b7',
      startTimeUnixNano: '1795168800010000000',
      endTimeUnixNano: '1795168800030500000',
      status: { code: 2, message: 'no | `weight`' },
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'weigh',
        'gen_ai.operation.name': 'execute_tool',
        'error.type': 'tool_error',
        'jsonrpc.request.id': '1',
        'mcp.protocol.version': '2025-11-25',
        'mcp.session.id': 's1 2026-11-20T10:00:00.000Z',
        'network.transport': 'pipe',
      },
    });
    expect(spans()[1].attributes).not.toHaveProperty('rpc.response.status_code');
  });

  it('gives a protocol error its code twice, and an open call no error', () => {
    expect(spans()[2].attributes).toMatchObject({
      'error.type': '-32602',
      'rpc.response.status_code': '-32602',
    });
    expect(spans()[2].status).toEqual({ code: 2, message: 'Unknown tool: lift' });
    expect(spans()[3]).toMatchObject({
      name: 'resources/read',
      status: {},
      attributes: {
        'mcp.resource.uri': 'file:///a',
        'jsonrpc.request.id': 'x',
        'tierscope.outcome': 'pending',
      },
    });
  });

  it('gives every span an id of its own, the same each time', () => {
    const ids = spans().map(({ spanId }: { spanId: string }) => spanId);
    expect(new Set(ids).size).toBe(4);
    expect(ids.every((id: string) => /^[0-9a-f]{16}$/.test(id))).toBe(true);
    expect(text('otlp')).toBe(text('otlp'));
  });
});

describe('the log', () => {
  const logged = (more: readonly KnownRecord[] = []) =>
    [...exportRecording('log', { header, records: [...records, ...more] })].map((line) => JSON.parse(line));

  it('has one line for each error, as a logger of the server would have written it', () => {
    expect(logged().slice(0, 2)).toEqual([
      {
        time: '2026-11-20T10:00:00.030Z',
        level: 'warn',
        event: 'tool_error',
        method: 'tools/call',
        tool: 'weigh',
        durationMs: 20.5,
        code: null,
        message: 'no | `weight`',
        cause: 'tool-error',
        ...{ seq: 5, session: 's1', server: 'scales' },
      },
      expect.objectContaining({
        time: '2026-11-20T10:00:00.041Z',
        level: 'error',
        event: 'protocol_error',
        ...{ tool: 'lift', durationMs: 1, code: -32602, message: 'Unknown tool: lift' },
      }),
    ]);
  });

  it('names no tool and no duration of what is no call, and keeps the order of time', () => {
    const lines = logged([
      { type: 'client', seq: 90, at: 60, session: 's1', event: 'timeout', id: 'x', message: 'timed out' },
      { type: 'process', seq: 91, at: 70, session: 's1', event: 'exited', exitCode: 1 },
    ]);
    expect(lines.map(({ level, event, tool, durationMs }) => [level, event, tool, durationMs])).toEqual([
      ['warn', 'tool_error', 'weigh', 20.5],
      ['error', 'protocol_error', 'lift', 1],
      ['error', 'transport_error', null, null],
      ['warn', 'client_error', null, 10],
      ['error', 'transport_error', null, null],
    ]);
    expect(lines.map(({ time }) => time)).toEqual(lines.map(({ time }) => time).toSorted());
  });
});

describe('HAR', () => {
  it('maps exchanges as mcpsnoop does', () => {
    const { log } = JSON.parse(text('har'));
    expect(
      log.entries.map((entry: { request: { url: string }; response: { status: number } }) => [
        entry.request.url,
        entry.response.status,
      ]),
    ).toEqual([
      ['mcp://my%20scales/initialize', 200],
      ['mcp://my%20scales/tools/call/weigh', 500],
      ['mcp://my%20scales/tools/call/lift', 500],
      ['mcp://my%20scales/resources/read', 0],
    ]);
    expect(log.entries[1]).toMatchObject({ time: 20.5, timings: { send: 0, wait: 20.5, receive: 0 } });
  });

  it('opens again with both error tiers', () => {
    const back = importFile('har', text('har'), { fileName: 'x.har' });
    expect(back.problems).toEqual([]);
    expect(back.records).toContainEqual(
      expect.objectContaining({
        raw: '{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Unknown tool: lift"}}',
      }),
    );
    expect(back.records[0]).toMatchObject({ type: 'session', label: 'my scales' });
  });
});

describe('the Markdown report', () => {
  it('counts the tiers and shows each error with its messages', () => {
    const report = text('markdown');
    expect(report).toContain('| protocol | 1 |');
    expect(report).toContain('| tool | 1 |');
    expect(report).toContain('### tool error · tools/call weigh · #<!-- -->5');
    expect(report).toContain('### protocol -32602 Invalid params · tools/call lift · #<!-- -->7');
    expect(report).toContain('**do:**');
    expect(report).toContain('no \\| \\`weight\\`');
    expect(report).toContain('"message":"Unknown tool: lift"');
    expect(report).toContain('### transport line on stdout that is not a message · #<!-- -->9');
    expect(report).toContain('- **E11:**');
  });
});

describe('batches', () => {
  it('gives each exchange of a batch its own messages', () => {
    const batch: KnownRecord[] = [
      {
        type: 'frame',
        seq: 1,
        at: 0,
        session: 's1',
        direction: 'client-to-server',
        raw: `[${call(1, 'a')},${call(2, 'b')}]`,
      },
      {
        type: 'frame',
        seq: 2,
        at: 1,
        session: 's1',
        direction: 'server-to-client',
        raw: `[${message({ id: 2, result: { b: 1 } })},${message({ id: 1, result: { a: 1 } })}]`,
      },
    ];
    const { log } = JSON.parse([...exportRecording('har', { header, records: batch })].join(''));
    expect(log.entries.map(({ response }: { response: { content: object } }) => response.content)).toEqual([
      expect.objectContaining({ text: '{"a":1}' }),
      expect.objectContaining({ text: '{"b":1}' }),
    ]);
  });
});
