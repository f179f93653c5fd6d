import type { ForeignFormatName } from '../import/formats.ts';
import { HOST_LOG_HEADS, HOST_LOG_NAMES, hostLine } from './host-lines.ts';

/** How a format writes a server message, as one line or item. */
type Sample = {
  readonly head?: string;
  readonly entry: (message: string, index: number) => string;
  readonly between?: string;
  readonly tail?: string;
};

const isoTime = (index: number) => `2026-08-08T15:00:${String(index % 60).padStart(2, '0')}.000Z`;
const transcriptLine = (type: string, index: number, block: string) =>
  `{"type":"${type}","sessionId":"s","timestamp":"${isoTime(index)}","message":{"role":"${type}","content":[${block}]}}\n`;
const items = { head: '[', between: ',', tail: ']' };

/** Host logs, which quote a message like any other text. */
const HOST_SAMPLES = Object.fromEntries(
  HOST_LOG_NAMES.map((name): [string, Sample] => {
    const isArray = name === 'claude-code-array';
    const end = isArray ? '' : '\n';
    const entry: Sample['entry'] = (message, index) => `${hostLine(name, message, isoTime(index))}${end}`;
    return [name, { ...(isArray ? items : { head: HOST_LOG_HEADS[name] ?? '' }), entry }];
  }),
) as Record<(typeof HOST_LOG_NAMES)[number], Sample>;

/** A file of each supported format, as its tool would write any messages. */
const SAMPLES: Readonly<Record<ForeignFormatName, Sample>> = {
  ...HOST_SAMPLES,
  'inspector-protocol': {
    ...items,
    entry: (message, index) =>
      `{"id":"${index}","timestamp":"${isoTime(index)}","direction":"response","origin":"server","message":${message}}`,
  },
  'inspector-console': {
    ...items,
    entry: (message, index) => `{"timestamp":"${isoTime(index)}","message":${JSON.stringify(message)}}`,
  },
  mcpjam: {
    ...items,
    entry: (message, index) =>
      `{"timestamp":"${isoTime(index)}","serverId":"s","direction":"RECEIVE","payload":${message}}`,
  },
  'mcp-use': {
    ...items,
    entry: (message, index) =>
      `{"source":"server","serverId":"s","direction":"receive","timestamp":"${isoTime(index)}","message":${message}}`,
  },
  'mcp-recorder': {
    head: `{"metadata":{"recorded_at":"${isoTime(0)}"},"interactions":[`,
    between: ',',
    tail: ']}',
    entry: (message) =>
      `{"request":{"jsonrpc":"2.0","id":1,"method":"ping"},"response":${message},"latency_ms":3}`,
  },
  har: {
    head: '{"log":{"creator":{"name":"mcpsnoop"},"entries":[',
    between: ',',
    tail: ']}}',
    entry: (message, index) =>
      `{"startedDateTime":"${isoTime(index)}","time":3,"request":{"url":"mcp://s/tools/call/t"},"response":{"content":{"text":${JSON.stringify(message)}}}}`,
  },
  'http-exchanges': {
    head: '{"t":0,"ev":"header","format":"http-exchanges","version":1,"startedAt":"2026-08-08T15:00:00Z"}\n',
    entry: (message, index) => {
      const line = (ev: string, more: object) =>
        `${JSON.stringify({ t: index, x: index + 1, ev, ...more })}\n`;
      const head = { headers: [['Content-Type', 'application/json']] };
      const asked = line('request', { method: 'POST', target: '/mcp', ...head });
      const given = line('response', { status: 200, ...head });
      return `${asked}${given}${line('response-body', { text: message })}${line('response-end', {})}`;
    },
  },
  'http-har': {
    head: '{"log":{"creator":{"name":"browser"},"entries":[',
    between: ',',
    tail: ']}}',
    entry: (message, index) =>
      `{"startedDateTime":"${isoTime(index)}","time":3,"request":{"method":"POST","url":"http://h/mcp","headers":[],"postData":{"text":"{\\"jsonrpc\\":\\"2.0\\"}"}},"response":{"status":200,"headers":[],"content":{"text":${JSON.stringify(message)}}}}`,
  },
  'mcp-vcr': {
    head: `meta:\n  recorded_at: ${isoTime(0)}\n  session_id: s\nmessages:\n`,
    entry: (message, index) => `  - t: ${index}\n    dir: s2c\n    payload: ${message}\n`,
  },
  'mcp-vcr-lines': {
    head: `{"_type":"meta","version":1,"recorded_at":"${isoTime(0)}"}\n`,
    entry: (message, index) => `{"t":${index},"dir":"s2c","payload":${message}}\n`,
  },
  charpy: {
    entry: (message, index) =>
      `{"schema_version":1,"run_id":"r","t_wall":"${isoTime(0)}","type":"frame","seq":${index},"t_mono_ns":${index + 1}000,"direction":"s2c","session_id":"s","raw":"${btoa(message)}"}\n`,
  },
  mcpsnoop: {
    entry: (message, index) =>
      `{"session_id":"a-${index}","server_label":"scales","seq":1,"ts":"${isoTime(index)}","direction":"s2c","raw":${message}}\n`,
  },
  'mcp-trace': {
    entry: (message, index) =>
      `{"schemaVersion":2,"observedAt":"${isoTime(index)}","direction":"server-to-client","metadata":{},"body":{"format":"json","value":${message}}}\n`,
  },
  'mcp-tape': { entry: (message, index) => `{"t":"${isoTime(index)}","dir":"out","raw":${message}}\n` },
  'mcptap-wayv': {
    entry: (message, index) =>
      `{"ts":"${isoTime(index)}","server":"s","dir":"server->client","kind":"response","id":${index},"result":${message}}\n`,
  },
  'mcp-rec': { entry: (message, index) => `{"ts":${index}.5,"dir":"server->client","msg":${message}}\n` },
  mcporter: {
    entry: (message, index) =>
      `{"jsonrpc":"2.0","id":${index},"result":${message},"_meta":{"dir":"recv","server":"s","ts":"${isoTime(index)}"}}\n`,
  },
  'mcptap-furkan': { entry: (message, index) => `{"ts":${index}.5,"dir":"s2c","data":${message}}\n` },
  'json-rpc': { entry: (message) => `${message}\n` },
  'claude-code-transcript': {
    entry: (message, index) =>
      `${transcriptLine('assistant', index, `{"type":"tool_use","id":"t${index}","name":"mcp__s__weigh","input":{}}`)}${transcriptLine('user', index, `{"type":"tool_result","tool_use_id":"t${index}","content":${JSON.stringify(message)}}`)}`,
  },
  'codex-transcript': {
    entry: (message, index) =>
      `{"timestamp":"${isoTime(index)}","type":"event_msg","payload":{"type":"mcp_tool_call_end","call_id":"c${index}","invocation":{"server":"s","tool":"weigh","arguments":{}},"result":{"Ok":{"content":[{"type":"text","text":${JSON.stringify(message)}}]}}}}\n`,
  },
  otlp: {
    head: '{"resourceSpans":[{"resource":{"attributes":[]},"scopeSpans":[{"spans":[',
    between: ',',
    tail: ']}]}]}',
    entry: (message, index) =>
      `{"traceId":"t","spanId":"${index}","name":"tools/call weigh","kind":3,"startTimeUnixNano":"${1_786_201_200_000 + index}000000","endTimeUnixNano":"${1_786_201_200_003 + index}000000","attributes":[{"key":"mcp.method.name","value":{"stringValue":"tools/call"}},{"key":"gen_ai.tool.call.result","value":{"stringValue":${JSON.stringify(message)}}}]}`,
  },
  'phoenix-spans': {
    head: '{"data":[',
    between: ',',
    tail: '],"next_cursor":null}',
    entry: (message, index) =>
      `{"context":{"trace_id":"t","span_id":"${index}"},"span_kind":"TOOL","parent_id":null,"name":"weigh","start_time":"${isoTime(index)}","end_time":"${isoTime(index)}","status_code":"OK","attributes":{"output.value":${JSON.stringify(message)}},"events":[]}`,
  },
  'langfuse-observations': {
    ...items,
    entry: (message, index) =>
      `{"id":"${index}","traceId":"t","parentObservationId":null,"type":"TOOL","name":"weigh","startTime":"${isoTime(index)}","endTime":"${isoTime(index)}","level":"DEFAULT","output":${message}}`,
  },
  'text-messages': { entry: (message) => `read: ${message}\n` },
};

export function importSampleNames(): ForeignFormatName[] {
  return Object.keys(SAMPLES) as ForeignFormatName[];
}

/** A file in this format with these messages, each a JSON text. */
export function sampleFile(name: ForeignFormatName, messages: readonly string[]): string {
  const { head = '', entry, between = '', tail = '' } = SAMPLES[name];
  return `${head}${messages.map(entry).join(between)}${tail}`;
}
