import { describe, expect, it } from 'vitest';
import type { KnownRecord } from '../frame/record.ts';
import { detectBinary, detectFormat, type ForeignFormatName } from '../recording/import/formats.ts';
import { importFile } from '../recording/import/import-file.ts';
import { NO_HEADER } from '../recording/recording-reader.ts';
import { otlpTextOf } from '../recording/spans/otlp-protobuf.ts';
import { otlpBytes } from '../recording/testing/otlp-bytes.ts';
import { ReportBuilder } from './build-report.ts';
import { exportRecording } from './export/convert.ts';
import { SAMPLE_RECORDS } from './testing/sample-recording.ts';

function reported(records: readonly KnownRecord[]) {
  const builder = new ReportBuilder();
  records.forEach((record, index) => {
    builder.take(record, index + 1);
  });
  return builder.finish('any', 'any', []).sessions;
}

function opened(text: string, format: ForeignFormatName) {
  expect(detectFormat(text, 'trace.json')).toBe(format);
  const file = importFile(format, text, { fileName: 'trace.json' });
  return { ...file, sessions: reported(file.records) };
}

const shown = (sessions: ReturnType<typeof reported>) =>
  sessions.flatMap(({ errors }) => errors.map(({ tier, name, target }) => `${tier} ${name} ${target ?? ''}`));
const rules = (sessions: ReturnType<typeof reported>) =>
  sessions.flatMap(({ findings }) => findings.map(({ rule }) => rule));

const attributes = (values: object) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

type Made = {
  readonly id: string;
  readonly parent?: string;
  readonly kind?: number;
  readonly status?: object;
  readonly events?: object[];
  readonly values: object;
  readonly name?: string;
};

let at = 0;
const span = ({ id, parent = '', kind = 3, status = {}, events, values, name = 'a span' }: Made) => {
  at += 10;
  return {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: id,
    parentSpanId: parent,
    name,
    kind,
    startTimeUnixNano: `17951688000${String(at).padStart(3, '0')}000000`,
    endTimeUnixNano: `17951688000${String(at + 5).padStart(3, '0')}000000`,
    attributes: attributes(values),
    status,
    events,
  };
};
const toolCall = (tool: string, more: object = {}) => ({
  'mcp.method.name': 'tools/call',
  'gen_ai.tool.name': tool,
  ...more,
});
const request = (spans: readonly object[], service = 'agent') => ({
  resourceSpans: [
    {
      resource: { attributes: attributes({ 'service.name': service }) },
      scopeSpans: [{ scope: { name: 'any' }, spans }],
    },
  ],
});
const error = (message: string) => ({ code: 2, message });

it('keeps the span that a call came from, as its request named it', () => {
  const own = span({ id: 'b7ad6b7169203331', parent: '00f067aa0ba902b7', values: toolCall('weigh') });
  const text = JSON.stringify(request([own, span({ id: 'b7ad6b7169203332', values: toolCall('lift') })]));
  const frames = importFile('otlp', text, { fileName: 'a' }).records.filter(({ type }) => type === 'frame');
  const found = frames.map(
    (one) => /"traceparent":"([^"]+)"/.exec(JSON.stringify(one).replaceAll('\\', ''))?.[1],
  );
  expect(found.filter(Boolean)).toEqual(['00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01']);
});

describe('the export of Tierscope', () => {
  const text = [...exportRecording('otlp', { header: NO_HEADER, records: SAMPLE_RECORDS })].join('');

  it('reads back with the same tiers, codes and targets', () => {
    const before = shown(reported(SAMPLE_RECORDS)).filter((one) => !one.includes('stdout'));
    const { sessions, problems } = opened(text, 'otlp');
    expect(problems).toEqual([]);
    const tiers = (list: readonly string[]) => list.map((one) => one.split(' ')[0]).sort();
    expect(tiers(shown(sessions))).toEqual(['client', 'protocol', 'protocol', 'tool', 'transport']);
    expect(shown(sessions)).toEqual(
      expect.arrayContaining(before.filter((one) => /-32602|E_GONE/.test(one))),
    );
    expect(rules(sessions)).toEqual([]);
    expect(sessions[0]?.server).toBe(null);
  });

  it('reads back from protobuf as from JSON', () => {
    const { resourceSpans } = JSON.parse(text);
    const bytes = otlpBytes(resourceSpans);
    expect(detectBinary(bytes)).toBe('otlp');
    const { records } = opened(otlpTextOf(bytes) ?? '', 'otlp');
    expect(records).toEqual(opened(text, 'otlp').records);
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length);
    const twice = new Uint8Array([...length, ...bytes, ...length, ...bytes]);
    expect(detectBinary(twice)).toBe('otlp');
    expect(otlpTextOf(twice)?.trimEnd().split('\n')).toHaveLength(2);
    expect(detectBinary(new TextEncoder().encode('\n{"jsonrpc":"2.0"}\n'))).toBe(undefined);
    expect(detectBinary(new TextEncoder().encode(text))).toBe(undefined);
  });

  it('gives what is whole of a file that was cut off anywhere', () => {
    for (let length = 20; length < text.length; length += 97)
      expect(() => importFile('otlp', text.slice(0, length), { fileName: 'a' })).not.toThrow();
    const { records, problems } = importFile('otlp', text.slice(0, -200), { fileName: 'a' });
    expect(records.length).toBeGreaterThan(10);
    expect(problems.map(({ message }) => message)).toEqual([
      'The file is damaged or cut off here, and a span was lost.',
    ]);
    const bytes = otlpBytes(JSON.parse(text).resourceSpans);
    for (let length = 0; length < bytes.length; length += 13)
      expect(() => otlpTextOf(bytes.subarray(0, length))).not.toThrow();
  });
});

describe('spans by the conventions for MCP', () => {
  it('are read whatever their values are', () => {
    const hostile = { toString: 1 };
    const made = request([
      { ...span({ id: '01', values: toolCall('ok') }), endTimeUnixNano: hostile },
      { ...span({ id: '02', values: {} }), attributes: [{ key: 'k', value: { intValue: hostile } }] },
    ]);
    expect(opened(JSON.stringify(made), 'otlp').notes).toContain(
      'Some spans have no end: their calls are shown as open.',
    );
  });

  it('have a failure in its words, whatever the method, unless the result reports one', () => {
    const status = error('MCP error -32603: deadline exceeded');
    const read = { 'mcp.method.name': 'resources/read', 'mcp.resource.uri': 'x://y' };
    const result = { 'gen_ai.tool.call.result': '{"isError":true}' };
    const made = request([
      span({ id: '01', values: read, status }),
      span({ id: '02', values: { ...read, ...result }, status: error('deadline exceeded') }),
      span({ id: '03', values: toolCall('slow', result), status: error('deadline exceeded') }),
    ]);
    const file = importFile('otlp', JSON.stringify(made), { fileName: 'a' });
    const answers = file.records.flatMap((one) => (one.type === 'frame' ? (one.raw ?? '') : []));
    expect(answers.filter((raw) => raw.includes('-32603'))).toHaveLength(1);
    expect(answers.filter((raw) => raw.includes('"isError":true') && raw.includes('deadline'))).toHaveLength(
      2,
    );
    expect(file.records.some(({ type }) => type === 'client')).toBe(false);
  });

  it('have the tier that their attributes tell', () => {
    const made = request([
      span({ id: '01', values: toolCall('ok', { 'gen_ai.tool.call.arguments': '{"a":1}' }) }),
      span({ id: '02', values: toolCall('full', { 'error.type': 'tool_error' }), status: error('Full') }),
      span({
        id: '03',
        values: toolCall('nope', { 'error.type': '-32602', 'rpc.response.status_code': '-32602' }),
        status: error('Unknown tool'),
      }),
      span({ id: '04', values: toolCall('slow', { 'error.type': 'timeout' }), status: error('too late') }),
      span({
        id: '05',
        values: toolCall('stop', { 'error.type': 'asyncio.CancelledError' }),
        status: error(''),
      }),
      span({ id: '06', values: { 'mcp.method.name': 'resources/read', 'mcp.resource.uri': 'x://y' } }),
      span({ id: '07', values: { 'http.request.method': 'POST' }, name: 'POST' }),
      span({
        id: '08',
        values: toolCall('gone', { 'error.type': 'ConnectionResetError' }),
        status: error(''),
      }),
    ]);
    const { sessions, notes } = opened(JSON.stringify(made, null, 2), 'otlp');
    expect(shown(sessions)).toEqual([
      expect.stringMatching(/^tool .* full$/),
      expect.stringMatching(/^protocol -32602 .* nope$/),
      expect.stringMatching(/^client timed out.* slow$/),
      expect.stringMatching(/^client cancelled.* stop$/),
      expect.stringMatching(/^transport .* gone$/),
    ]);
    expect(sessions[0]?.counts.ok).toBe(2);
    expect(notes).toContain('1 span about something other than an MCP call: left out.');
    expect(rules(sessions)).toEqual([]);
  });

  it('say openly what they cannot tell', () => {
    const exception = [
      {
        name: 'exception',
        attributes: attributes({ 'exception.type': 'ToolError', 'exception.message': 'No mail' }),
      },
    ];
    const made = request([
      span({ id: '01', kind: 2, values: toolCall('mail'), status: error(''), events: exception }),
      span({
        id: '02',
        kind: 2,
        values: toolCall('mail', { 'error.type': 'TimeoutError' }),
        status: error('slow'),
      }),
      span({
        id: '03',
        values: { 'mcp.method.name': 'tools/list', 'error.type': 'KeyError' },
        status: error('x'),
      }),
    ]);
    const { sessions, notes } = opened(JSON.stringify(made), 'otlp');
    expect(shown(sessions).map((one) => one.split(' ')[0])).toEqual(['tool', 'tool', 'protocol']);
    expect(sessions[0]?.errors[0]?.message).toBe('No mail');
    expect(notes.join(' ')).toContain('3 failed spans with neither a code nor an error type');
    expect(rules(sessions)).toEqual([]);
  });

  it('are one call if client, server and host show the same, also over lines of a collector', () => {
    const lines = [
      request(
        [
          span({
            id: '03',
            parent: '02',
            kind: 2,
            values: toolCall('weigh', { 'error.type': 'tool_error' }),
            status: error('Full'),
          }),
        ],
        'scales',
      ),
      request([
        span({
          id: '01',
          kind: 1,
          values: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'mcp__scales__weigh' },
        }),
        span({ id: '02', parent: '01', values: toolCall('weigh') }),
        span({ id: '04', parent: '03', values: toolCall('other') }),
      ]),
    ];
    const { sessions, notes } = opened(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`, 'otlp');
    expect(sessions.map(({ session, counts }) => [session, counts.requests])).toEqual([['agent', 2]]);
    expect(notes.join(' ')).toContain('2 spans of a call that another span also shows');
    expect(rules(sessions)).toEqual(['T09']);
  });

  it('are a problem where they are green over isError, and only there', () => {
    const result = '{"content":[{"type":"text","text":"Disk full"}],"isError":true}';
    const made = request([
      span({ id: '01', kind: 2, values: toolCall('save', { 'gen_ai.tool.call.result': result }) }),
      span({
        id: '02',
        values: toolCall('save', { 'error.type': 'tool_error', 'gen_ai.tool.call.result': result }),
        status: error(''),
      }),
      span({ id: '03', values: toolCall('save', { 'gen_ai.tool.call.result': '{"content":[]}' }) }),
    ]);
    const { sessions } = opened(JSON.stringify(made), 'otlp');
    expect(shown(sessions)).toHaveLength(2);
    expect(rules(sessions)).toEqual(['T09']);
    const [finding] = sessions[0]?.errors[0]?.findings ?? [];
    expect(finding?.message).toContain('count the call as a success');
  });
});

describe('the spans of tools by other names', () => {
  const times = { start_time: '2026-11-20T10:00:00Z', end_time: '2026-11-20T10:00:01Z' };

  it('of OpenInference, as Phoenix exports them', () => {
    const phoenix = (id: string, more: object, values: object) => ({
      ...{
        id: `U${id}`,
        name: 'weigh',
        context: { trace_id: 'aa', span_id: id },
        span_kind: 'TOOL',
        parent_id: null,
      },
      ...{ ...times, status_code: 'OK', status_message: '', attributes: values, events: [], ...more },
    });
    const green = { 'output.value': '{"isError":true,"content":[{"type":"text","text":"No scale"}]}' };
    const data = [
      phoenix('01', {}, { 'tool.name': 'weigh', 'input.value': '{"kg":3}' }),
      phoenix('02', { status_code: 'ERROR', status_message: 'MCP error -32602: Unknown tool: weigh' }, {}),
      phoenix('03', {}, { output: { value: green['output.value'] } }),
      phoenix('04', { span_kind: 'LLM' }, {}),
    ];
    for (const text of [
      JSON.stringify({ data, next_cursor: null }),
      data.map((one) => JSON.stringify(one)).join('\n'),
    ]) {
      const { sessions, notes } = opened(text, 'phoenix-spans');
      expect(shown(sessions).map((one) => one.split(' ').slice(0, 2).join(' ').trim())).toEqual([
        'protocol -32602',
        'tool error',
      ]);
      expect(rules(sessions)).toEqual(['T09']);
      expect(notes.join(' ')).toContain('3 spans of a tool that may not be an MCP tool');
    }
  });

  it('of Langfuse, as its API gives them', () => {
    const observation = (id: string, more: object) => ({
      ...{ id, traceId: 'aa', parentObservationId: null, type: 'TOOL', name: 'weigh', level: 'DEFAULT' },
      ...{ startTime: times.start_time, endTime: times.end_time, statusMessage: null, metadata: {}, ...more },
    });
    const data = [
      observation('1', {
        input: { kg: 3 },
        output: { isError: true, content: [{ type: 'text', text: 'Full' }] },
      }),
      observation('2', { level: 'ERROR', statusMessage: 'Request timed out' }),
      observation('3', {
        type: 'SPAN',
        level: 'ERROR',
        statusMessage: 'Unknown tool',
        metadata: { attributes: toolCall('lift', { 'rpc.response.status_code': '-32602' }) },
      }),
      observation('4', { type: 'GENERATION' }),
    ];
    for (const text of [
      JSON.stringify({ data, meta: {} }),
      JSON.stringify({ id: 'aa', observations: data }),
    ]) {
      const { sessions } = opened(text, 'langfuse-observations');
      expect(
        shown(sessions)
          .map((one) => one.split(' ')[0])
          .sort(),
      ).toEqual(['client', 'protocol', 'tool']);
      expect(rules(sessions)).toEqual(['T09']);
    }
  });
});
