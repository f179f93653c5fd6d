import type { ForeignFormatName } from '../../recording/import/formats.ts';
import { hostLine, isHostLog } from '../../recording/testing/host-lines.ts';
import type { FuzzedLine } from './fuzzed-lines.ts';

const TIME = '2026-09-11T00:00:01.000Z';

/** A frame as another tool writes it, in its own entry or line. */
export function inFormat(name: ForeignFormatName, { text, direction }: FuzzedLine): string {
  const toServer = direction === 'client-to-server';
  const short = toServer ? 'c2s' : 's2c';
  const long = toServer ? 'client-to-server' : 'server-to-client';
  const arrow = toServer ? 'client->server' : 'server->client';
  if (isHostLog(name)) return hostLine(name, text, TIME);
  switch (name) {
    case 'inspector-protocol':
      return `{"id":"a","timestamp":"${TIME}","direction":"request","origin":"client","message":${text},"response":${text},"duration":4}`;
    case 'inspector-console':
      return `{"timestamp":"${TIME}","message":${JSON.stringify(text)}}`;
    case 'mcpjam':
      return `{"timestamp":"${TIME}","source":"mcp-server","serverId":"s","serverName":"s","direction":"${toServer ? 'SEND' : 'RECEIVE'}","method":"x","payload":${text}}`;
    case 'mcp-use':
      return `{"id":"1","source":"mcp","serverId":"s","timestamp":"${TIME}","direction":"${toServer ? 'send' : 'receive'}","message":${text},"repeatCount":2}`;
    case 'mcp-recorder':
      return `{"type":"jsonrpc_request","request":${text},"response":${text},"latency_ms":7}`;
    case 'har':
      return `{"startedDateTime":"${TIME}","time":4,"request":{"method":"POST","url":"mcp://s/tools/call/x","postData":{"mimeType":"application/json","text":${JSON.stringify(text)}}},"response":{"status":500,"content":{"text":${JSON.stringify(text)}}}}`;
    case 'http-exchanges':
      return `{"t":20,"x":1,"ev":"${toServer ? 'request-body' : 'response-body'}","bytes":9,"text":${JSON.stringify(text)}}`;
    case 'http-har':
      return `{"startedDateTime":"${TIME}","time":4,"request":{"method":"POST","url":"http://h/mcp","headers":[],"postData":{"text":${JSON.stringify(text)}}},"response":{"status":200,"headers":[{"name":"content-type","value":"text/event-stream"}],"content":{"text":${JSON.stringify(`data: ${text}\n\n`)}}}}`;
    case 'mcp-vcr':
    case 'mcp-vcr-lines':
      return `{"t":20,"dir":"${short}","payload":${text}}`;
    case 'charpy':
      return `{"schema_version":1,"run_id":"R","t_wall":"${TIME}","type":"frame","seq":1,"t_mono_ns":1500000,"face":"downstream","direction":"${short}","session_id":"s-1","raw":"${asBase64(text)}","raw_len":${text.length}}`;
    case 'mcpsnoop':
      return `{"session_id":"a","server_label":"s","seq":1,"ts":"${TIME}","transport":"stdio","direction":"${short}","raw":${text}}`;
    case 'mcp-trace':
      return `{"schemaVersion":2,"transport":"stdio","id":"x","observedAt":"${TIME}","direction":"${long}","bytes":9,"metadata":{"kind":"response"},"body":{"bytes":9,"format":"json","redacted":false,"truncated":false,"value":${text}}}`;
    case 'mcp-tape':
      return `{"t":"${TIME}","dir":"${toServer ? 'in' : 'out'}","raw":${text}}`;
    case 'mcptap-wayv':
      return `{"ts":"${TIME}","server":"s","dir":"${arrow}","kind":"response",${text.slice(1)}`;
    case 'mcp-rec':
      return `{"ts":1788170100.25,"dir":"${arrow}","msg":${text}}`;
    case 'mcporter':
      return `{"_meta":{"dir":"${toServer ? 'send' : 'recv'}","server":"s","ts":"${TIME}"},${text.slice(1)}`;
    case 'mcptap-furkan':
      return `{"ts":1788170100.2,"dir":"${short}","data":${text}}`;
    case 'json-rpc':
      return text;
    case 'claude-code-transcript':
      return `{"type":"user","sessionId":"s","timestamp":"${TIME}","message":{"content":[{"type":"tool_use","id":"t","name":"mcp__s__x","input":${text}},{"type":"tool_result","tool_use_id":"t","is_error":true,"content":${JSON.stringify(text)}}]}}`;
    case 'codex-transcript':
      return `{"timestamp":"${TIME}","type":"event_msg","payload":{"type":"mcp_tool_call_end","call_id":"c","invocation":{"server":"s","tool":"x","arguments":${text}},"result":{"Ok":{"content":[${text}]}}}}`;
    case 'otlp':
      return `{"traceId":"t","spanId":"1","name":"tools/call x","kind":3,"startTimeUnixNano":"1788170100250000000","endTimeUnixNano":"1788170100260000000","attributes":[{"key":"gen_ai.tool.call.result","value":{"stringValue":${JSON.stringify(text)}}}],"status":{"code":2}}`;
    case 'phoenix-spans':
      return `{"context":{"trace_id":"t","span_id":"1"},"span_kind":"TOOL","name":"x","start_time":"${TIME}","end_time":"${TIME}","status_code":"ERROR","attributes":{"input":{"value":${JSON.stringify(text)}}}}`;
    case 'langfuse-observations':
      return `{"id":"1","traceId":"t","type":"TOOL","name":"x","startTime":"${TIME}","endTime":"${TIME}","input":${text},"output":${text}}`;
    case 'text-messages':
      return `${toServer ? '->' : '<-'} ${text}`;
  }
}

const bytes = new TextEncoder();

function asBase64(text: string): string {
  let characters = '';
  for (const byte of bytes.encode(text)) characters += String.fromCharCode(byte);
  return btoa(characters);
}
