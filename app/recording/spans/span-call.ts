import { isJsonObject, type JsonObject, plainText } from '../../base/json-value.ts';
import type { Direction } from '../../frame/record.ts';
import { OUTCOMES, type Outcome } from '../../frame/row.ts';
import { MCP_METHODS, onlySenderOf } from '../../protocol/methods.ts';
import { statedReason } from '../host-log/stated-reason.ts';
import { attribute, attributeText, payload, type TraceSpan } from './trace-span.ts';

/** A call's end as shown by a span. */
export type ToldEnd =
  | { readonly kind: 'result'; readonly result: JsonObject; readonly isGreen: boolean }
  | { readonly kind: 'tool error'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly code: number | string | undefined; readonly message: string }
  | { readonly kind: 'timeout' | 'cancelled' | 'result-rejected'; readonly message: string }
  /** The answer came after the client had given up. */
  | { readonly kind: 'late'; readonly message: string }
  | { readonly kind: 'lost'; readonly message: string }
  | { readonly kind: 'open' };

/** An MCP call found in a span. */
export type ToldCall = {
  readonly span: TraceSpan;
  readonly method: string;
  readonly sender: Direction;
  readonly params: JsonObject;
  /** True for a tool's span that does not say whether the tool is an MCP tool. */
  readonly isToolOnly: boolean;
  readonly end: ToldEnd;
  /** True if the span failed without stating the error's code or kind. */
  readonly isVague: boolean;
};

const TOOL_KINDS: readonly (readonly [key: string, value: string])[] = [
  ['gen_ai.operation.name', 'execute_tool'],
  ['openinference.span.kind', 'tool'],
  ['langfuse.observation.type', 'tool'],
  ['traceloop.span.kind', 'tool'],
];

/**
 * The call in a span; undefined for other spans. By OpenTelemetry's MCP conventions (semantic-conventions-genai,
 * docs/gen-ai/mcp.md, commit 0393513c, development), and by the names that OpenInference, Langfuse and Traceloop give
 * to tool spans.
 */
export function callOf(span: TraceSpan): ToldCall | undefined {
  const { attributes } = span;
  const method = methodOf(span);
  const isToolOnly =
    method === '' &&
    TOOL_KINDS.some(([key, value]) => attributeText(attributes, key).toLowerCase() === value);
  if (method === '' && !isToolOnly) return undefined;
  const called = isToolOnly ? 'tools/call' : method;
  if (called.startsWith('notifications/')) return undefined;
  const { end, isVague } = endOf(span, called);
  return {
    span,
    method: called,
    sender: senderOf(attributes, called),
    params: paramsOf(span, called),
    isToolOnly,
    end,
    isVague,
  };
}

function methodOf({ attributes, name }: TraceSpan): string {
  const stated = attributeText(attributes, 'mcp.method.name', 'mcp.method');
  if (stated !== '') return stated;
  const system = attributeText(attributes, 'rpc.system.name', 'rpc.system');
  if (system === 'mcp') return attributeText(attributes, 'rpc.method');
  // The name of a span is "{method} {target}".
  const [word = ''] = name.split(' ', 1);
  return word.includes('/') && MCP_METHODS.includes(word) ? word : '';
}

function senderOf(attributes: JsonObject, method: string): Direction {
  const stated = attributeText(attributes, 'tierscope.sender');
  if (stated === 'server') return 'server-to-client';
  return stated === 'client' ? 'client-to-server' : (onlySenderOf(method) ?? 'client-to-server');
}

function paramsOf(span: TraceSpan, method: string): JsonObject {
  const { attributes } = span;
  switch (method) {
    case 'tools/call':
    case 'prompts/get': {
      const given = payload(
        attribute(
          attributes,
          'gen_ai.tool.call.arguments',
          'tool.parameters',
          'langfuse.observation.input',
          'input.value',
        ),
      );
      const args = isJsonObject(given) ? { arguments: given } : {};
      return { name: targetOf(span, method), ...args };
    }
    case 'initialize': {
      const protocolVersion = attributeText(attributes, 'mcp.protocol.version');
      return protocolVersion === '' ? {} : { protocolVersion };
    }
    default: {
      const uri = attributeText(attributes, 'mcp.resource.uri');
      return uri === '' ? {} : { uri };
    }
  }
}

function targetOf({ attributes, name }: TraceSpan, method: string): string {
  const keys =
    method === 'prompts/get'
      ? ['gen_ai.prompt.name', 'mcp.prompt.name']
      : [
          'gen_ai.tool.name',
          'mcp.tool.name',
          'tool.name',
          'tool_call.function.name',
          'traceloop.entity.name',
        ];
  const stated = attributeText(attributes, ...keys);
  if (stated !== '') return stated;
  return /^(?:tools\/call|prompts\/get|execute_tool) (.+)$/s.exec(name)?.[1] ?? name;
}

const CODE = /^-?\d{1,15}$/;
/** HTTP statuses are positive numbers, which no JSON-RPC error uses. */
const HTTP_STATUS = /^[1-5]\d\d$/;

type End = { readonly end: ToldEnd; readonly isVague: boolean };

const told = (end: ToldEnd): End => ({ end, isVague: false });

function endOf(span: TraceSpan, method: string): End {
  const { attributes, status, exception } = span;
  const type = attributeText(attributes, 'error.type') || exception.type;
  const message = span.message || exception.message;
  const own = OUTCOMES.find((one) => one === attributeText(attributes, 'tierscope.outcome'));
  const code = attributeText(
    attributes,
    'rpc.response.status_code',
    'rpc.jsonrpc.error_code',
    'jsonrpc.error.code',
  );
  if (own !== undefined) return ownEnd(own, { span, method, code, message });
  if (span.endMs === undefined) return told({ kind: 'open' });
  const stated = CODE.test(code) && Number(code) !== 0 ? code : type;
  if (CODE.test(stated) && !HTTP_STATUS.test(stated) && Number(stated) !== 0)
    return told({ kind: 'error', code: Number(stated), message });
  if (type === 'tool_error') return told({ kind: 'tool error', result: failedResult(span, message) });
  const isGreen = status !== 'error' && type === '';
  return isGreen ? greenEnd(span, method) : failedEnd(span, method, `${type}: ${message}`, message);
}

/** The end of a span without a failure; its result may still report one. */
function greenEnd(span: TraceSpan, method: string): End {
  const result = resultOf(span, method);
  return told({ kind: 'result', result, isGreen: method === 'tools/call' && result.isError === true });
}

const TIMED_OUT = /time-?out|DEADLINE_EXCEEDED|deadline exceeded/i;
const CANCELLED = /cancel|AbortError/i;
const LOST = /Connection|BrokenPipe|BrokenResource|ClosedResource|EndOfStream|ECONNRESET|ECONNREFUSED|EPIPE/;

/** A failure in a library's words. A server's view of a call does not show its outcome at the client. */
function failedEnd(span: TraceSpan, method: string, words: string, message: string): End {
  const result = resultOf(span, method);
  if (result.isError === true) return told({ kind: 'tool error', result });
  const reason = statedReason(message);
  if (reason.kind === 'error') return told({ kind: 'error', code: reason.code, message: reason.message });
  if (span.kind !== 'server') {
    if (TIMED_OUT.test(words) || reason.kind === 'timeout') return told({ kind: 'timeout', message: words });
    if (CANCELLED.test(words)) return told({ kind: 'cancelled', message: words });
    if (LOST.test(words) || reason.kind === 'closed') return told({ kind: 'lost', message: words });
    if (reason.kind === 'rejected') return told({ kind: 'result-rejected', message: words });
  }
  const end: ToldEnd =
    method === 'tools/call'
      ? { kind: 'tool error', result: failedResult(span, message || words) }
      : { kind: 'error', code: undefined, message: message || words };
  return { end, isVague: true };
}

type OwnSpan = {
  readonly span: TraceSpan;
  readonly method: string;
  readonly code: string;
  readonly message: string;
};

/** The end as stated by Tierscope's own export. */
function ownEnd(outcome: Outcome, { span, method, code, message }: OwnSpan): End {
  switch (outcome) {
    case 'tool error':
      return told({ kind: 'tool error', result: failedResult(span, message) });
    case 'protocol error':
      return told({ kind: 'error', code: CODE.test(code) ? Number(code) : code || undefined, message });
    case 'timed out':
      return told({ kind: 'timeout', message });
    case 'late':
      return told({ kind: 'late', message });
    case 'cancelled':
      return told({ kind: 'cancelled', message });
    case 'rejected by the client':
      return told({ kind: 'result-rejected', message });
    case 'lost':
      return told({ kind: 'lost', message });
    case 'pending':
    case 'listening':
      return told({ kind: 'open' });
    default:
      return told({ kind: 'result', result: resultOf(span, method), isGreen: false });
  }
}

/** The result in the span: a tool's as its server gave it, or only its text. */
function resultOf({ attributes }: TraceSpan, method: string): JsonObject {
  const given = payload(
    attribute(attributes, 'gen_ai.tool.call.result', 'langfuse.observation.output', 'output.value'),
  );
  if (method === 'initialize') {
    const protocolVersion = attributeText(attributes, 'mcp.protocol.version');
    return protocolVersion === '' ? {} : { protocolVersion };
  }
  if (method !== 'tools/call') return isJsonObject(given) ? given : {};
  if (isJsonObject(given) && (Array.isArray(given.content) || typeof given.isError === 'boolean'))
    return given;
  const words = given === undefined ? '' : plainText(given);
  return { content: words === '' ? [] : [{ type: 'text', text: words }] };
}

/** The result of a failed call; `message` replaces one that the span lacks. */
function failedResult(span: TraceSpan, message: string): JsonObject {
  const result = resultOf(span, 'tools/call');
  const isEmpty = Array.isArray(result.content) && result.content.length === 0;
  const content = isEmpty && message !== '' ? { content: [{ type: 'text', text: message }] } : {};
  return { ...result, ...content, isError: true };
}
