import { isJsonObject, type JsonObject, plainText } from '../../base/json-value.ts';
import type { Direction } from '../../frame/record.ts';
import { OUTCOMES, type Outcome } from '../../frame/row.ts';
import { MCP_METHODS, onlySenderOf } from '../../protocol/methods.ts';
import { type StatedReason, statedReason } from '../host-log/stated-reason.ts';
import { attribute, attributeText, payload, type TraceSpan } from './span-items.ts';
import spanKeys from './span-keys.json' with { type: 'json' };

export type ReportedEnd = {
  readonly outcome: Outcome;
  readonly message: string;
  /** Of a protocol error, if known. */
  readonly code?: number | string | undefined;
  readonly result: JsonObject;
  /** True if the result reports a failure and the span does not. */
  readonly isGreen?: boolean;
  /** True if the span failed without stating the error's code or kind. */
  readonly isVague?: boolean;
};

/** An MCP call found in a span. */
export type ReportedCall = {
  readonly span: TraceSpan;
  readonly method: string;
  readonly sender: Direction;
  readonly params: JsonObject;
  /** True for a tool's span that does not say whether the tool is an MCP tool. */
  readonly isToolOnly: boolean;
  readonly end: ReportedEnd;
};

/** The attributes that tell the same, by the names of each convention: the first one present counts. */
const { keys: KEYS, targets, toolKinds: TOOL_KINDS } = spanKeys;
const TARGET_KEYS = new Map(Object.entries(targets));

/**
 * The call in a span; undefined for other spans. By OpenTelemetry's MCP conventions (semantic-conventions-genai,
 * docs/gen-ai/mcp.md, commit 0393513c, development), and by the names that OpenInference, Langfuse and Traceloop give
 * to tool spans.
 */
export function callOf(span: TraceSpan): ReportedCall | undefined {
  const { attributes } = span;
  const stated = methodOf(span);
  const isToolOnly =
    stated === '' &&
    Object.entries(TOOL_KINDS).some(([key, value]) => attributeText(attributes, key).toLowerCase() === value);
  const method = isToolOnly ? 'tools/call' : stated;
  if (method === '' || method.startsWith('notifications/')) return undefined;
  const sender = senderOf(attributes, method);
  return { span, method, sender, params: paramsOf(span, method), isToolOnly, end: endOf(span, method) };
}

function methodOf({ attributes, name }: TraceSpan): string {
  const stated = attributeText(attributes, ...KEYS.method);
  if (stated !== '') return stated;
  if (attributeText(attributes, ...KEYS.system) === 'mcp') return attributeText(attributes, 'rpc.method');
  // The name of a span is "{method} {target}".
  const [word = ''] = name.split(' ', 1);
  return word.includes('/') && MCP_METHODS.includes(word) ? word : '';
}

function senderOf(attributes: JsonObject, method: string): Direction {
  const stated = attributeText(attributes, 'tierscope.sender');
  if (stated === 'server') return 'server-to-client';
  return stated === 'client' ? 'client-to-server' : (onlySenderOf(method) ?? 'client-to-server');
}

function paramsOf({ attributes, name }: TraceSpan, method: string): JsonObject {
  const keys = TARGET_KEYS.get(method);
  if (keys === undefined)
    return method === 'initialize' ? versionIn(attributes) : textIn(attributes, 'uri', 'mcp.resource.uri');
  const given = payload(attribute(attributes, ...KEYS.arguments));
  const named = /^(?:tools\/call|prompts\/get|execute_tool) (.+)$/s.exec(name)?.[1] ?? name;
  return {
    name: attributeText(attributes, ...keys) || named,
    ...(isJsonObject(given) ? { arguments: given } : {}),
  };
}

function versionIn(attributes: JsonObject): JsonObject {
  return textIn(attributes, 'protocolVersion', 'mcp.protocol.version');
}

function textIn(attributes: JsonObject, name: string, key: string): JsonObject {
  const value = attributeText(attributes, key);
  return value === '' ? {} : { [name]: value };
}

const CODE = /^-?\d{1,15}$/;
/** HTTP statuses are positive numbers, which no JSON-RPC error uses. */
const HTTP_STATUS = /^[1-5]\d\d$/;

function endOf(span: TraceSpan, method: string): ReportedEnd {
  const { attributes, exception } = span;
  const type = attributeText(attributes, 'error.type') || exception.type;
  const message = span.message || exception.message;
  const code = attributeText(attributes, ...KEYS.code);
  // As stated by Tierscope's own export.
  const own = OUTCOMES.find((one) => one === attributeText(attributes, 'tierscope.outcome'));
  const isOfTool = type === 'tool_error' || own === 'tool error';
  const result = resultOf(attributes, isOfTool ? 'tools/call' : method);
  if (own !== undefined)
    return { outcome: own, message, result, code: CODE.test(code) ? Number(code) : code || undefined };
  if (span.endMs === undefined) return { outcome: 'pending', message, result };
  const stated = [code, type].find((one) => CODE.test(one) && Number(one) !== 0 && !HTTP_STATUS.test(one));
  if (stated !== undefined) return { outcome: 'protocol error', message, result, code: Number(stated) };
  if (type === 'tool_error') return { outcome: 'tool error', message, result };
  if (span.status !== 'error' && type === '')
    return { outcome: 'ok', message, result, isGreen: method === 'tools/call' && result.isError === true };
  if (result.isError === true) return { outcome: 'tool error', message, result };
  return { result, ...failedEnd(span, method, message, `${type}: ${message}`) };
}

/** What a library's words, or a reason in them, show of a call's end at the client. */
const FAILURES: readonly (readonly [words: RegExp, reason: StatedReason['kind'] | '', outcome: Outcome])[] = [
  [/time-?out|DEADLINE_EXCEEDED|deadline exceeded/i, 'timeout', 'timed out'],
  [/cancel|AbortError/i, '', 'cancelled'],
  [
    /Connection|BrokenPipe|BrokenResource|ClosedResource|EndOfStream|ECONNRESET|ECONNREFUSED|EPIPE/,
    'closed',
    'lost',
  ],
];

/** A failure in a library's words. A server's view of a call does not show its outcome at the client. */
function failedEnd(
  { kind }: TraceSpan,
  method: string,
  message: string,
  words: string,
): Omit<ReportedEnd, 'result'> {
  const reason = statedReason(message);
  if (reason.kind === 'error')
    return { outcome: 'protocol error', code: reason.code, message: reason.message };
  const seen = FAILURES.find(([pattern, stated]) => pattern.test(words) || reason.kind === stated)?.[2];
  const outcome = seen ?? (reason.kind === 'rejected' ? 'rejected by the client' : undefined);
  if (outcome !== undefined && kind !== 'server') return { outcome, message: words };
  return {
    outcome: method === 'tools/call' ? 'tool error' : 'protocol error',
    message: message || words,
    isVague: true,
  };
}

/** The result in the span: a tool's as its server gave it, or only its text. */
function resultOf(attributes: JsonObject, method: string): JsonObject {
  if (method === 'initialize') return versionIn(attributes);
  const given = payload(attribute(attributes, ...KEYS.result));
  if (method !== 'tools/call') return isJsonObject(given) ? given : {};
  if (isJsonObject(given) && (Array.isArray(given.content) || typeof given.isError === 'boolean'))
    return given;
  return textResult(given === undefined ? '' : plainText(given));
}

/** A tool's result with this text; empty for an empty one. */
export function textResult(text: string): JsonObject {
  return { content: text === '' ? [] : [{ type: 'text', text }] };
}
