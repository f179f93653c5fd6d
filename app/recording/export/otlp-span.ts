import { stringAt } from '../../base/json-value.ts';
import { hashOf } from '../../base/short-id.ts';
import { type SessionRecord, senderName } from '../../frame/record.ts';
import type { Exchange } from '../../session/exchange.ts';
import { metaOf, type Peers } from '../../session/session-facts.ts';

/** OTLP/JSON (opentelemetry-proto 1.x, trace.proto; ids as hex, 64-bit integers as strings). */
export type OtlpSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly status: { readonly code?: number; readonly message?: string };
};

type OtlpAttribute = { readonly key: string; readonly value: { readonly stringValue: string } };

type SpanPlace = {
  readonly session: string;
  readonly facts: Peers;
  /** Milliseconds since 1970 UTC. */
  readonly startMs: number;
  readonly endMs: number;
  readonly seed: string;
  /** The record that announces the session; undefined if there is none. */
  readonly record: SessionRecord | undefined;
  /** Attributes beside those that every span has. */
  readonly more?: { readonly [key: string]: string | undefined };
};

const KIND_CLIENT = 3;
const STATUS_ERROR = 2;
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** A span for one exchange (OpenTelemetry semantic-conventions-genai, docs/gen-ai/mcp.md, "Client"; development). */
export function otlpSpan(exchange: Readonly<Exchange>, params: unknown, place: SpanPlace): OtlpSpan {
  const target = spanTarget(exchange.method, params);
  const errorType = errorTypeOf(exchange);
  const parent = TRACEPARENT.exec(stringAt(metaOf(params), 'traceparent') ?? '');
  const message = exchange.message;
  return {
    traceId: parent?.[1] ?? hexId(`${place.seed} ${place.session}`, 32),
    spanId: hexId(`${place.seed} ${place.session} ${exchange.requestSeq} ${exchange.id.key}`, 16),
    ...(parent?.[2] === undefined ? {} : { parentSpanId: parent[2] }),
    name: target === undefined ? exchange.method : `${exchange.method} ${target}`,
    kind: KIND_CLIENT,
    startTimeUnixNano: nanos(place.startMs),
    endTimeUnixNano: nanos(place.endMs),
    attributes: attributesOf(exchange, params, place, errorType),
    status: errorType === undefined ? {} : { code: STATUS_ERROR, ...(message === '' ? {} : { message }) },
  };
}

function attributesOf(
  exchange: Readonly<Exchange>,
  params: unknown,
  place: SpanPlace,
  errorType: string | undefined,
): OtlpAttribute[] {
  const { method, codeText } = exchange;
  const isTool = method === 'tools/call';
  const values: Readonly<Record<string, string | undefined>> = {
    'mcp.method.name': method,
    'error.type': errorType,
    'gen_ai.operation.name': isTool ? 'execute_tool' : undefined,
    'gen_ai.tool.name': isTool ? stringAt(params, 'name') : undefined,
    'gen_ai.prompt.name': method === 'prompts/get' ? stringAt(params, 'name') : undefined,
    'jsonrpc.request.id': unquoted(exchange.id.text),
    'mcp.protocol.version': place.facts.protocolVersion ?? undefined,
    'mcp.resource.uri': method.startsWith('resources/') ? stringAt(params, 'uri') : undefined,
    // Logs number their sessions alike: the start of the log tells them apart.
    'mcp.session.id': `${place.session} ${place.seed}`,
    'network.transport': transportOf(place.record),
    'rpc.response.status_code': codeText === '' ? undefined : unquoted(codeText),
    'tierscope.outcome': exchange.outcome,
    'tierscope.sender': senderName(exchange.sender),
    'tierscope.tier': exchange.tier,
    ...place.more,
  };
  return Object.entries(values).flatMap(([key, stringValue]) =>
    stringValue === undefined ? [] : [{ key, value: { stringValue } }],
  );
}

/** `pipe` or `tcp`; undefined for an imported session, which may have had either. */
function transportOf(record: SessionRecord | undefined): string | undefined {
  if (record?.url !== undefined) return 'tcp';
  return record?.origin === 'connect' || record?.origin === 'tap' ? 'pipe' : undefined;
}

/** The convention defines `tool_error` for `isError`, and the code for a protocol error; no other failure. */
const ERROR_TYPES: { readonly [How in Exchange['outcome']]?: string } = {
  'tool error': 'tool_error',
  'timed out': 'timeout',
  late: 'timeout',
  cancelled: 'cancelled',
  'rejected by the client': 'result_rejected',
  lost: 'connection_lost',
  orphan: '_OTHER',
  duplicate: '_OTHER',
  malformed: '_OTHER',
};

function errorTypeOf({ outcome, codeText }: Readonly<Exchange>): string | undefined {
  if (outcome !== 'protocol error') return ERROR_TYPES[outcome];
  return codeText === '' ? '_OTHER' : unquoted(codeText);
}

/** Low-cardinality targets only: a resource's URI stays out of the name. */
function spanTarget(method: string, params: unknown): string | undefined {
  return method === 'tools/call' || method === 'prompts/get' ? stringAt(params, 'name') : undefined;
}

function unquoted(text: string): string {
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}

function nanos(epochMs: number): string {
  return String(BigInt(Math.round(epochMs * 1000)) * 1000n);
}

const WORD = 8;

/** A stable lower-case hex id for a text (FNV-1a in 32-bit words), so that exporting twice gives the same file. */
function hexId(text: string, digits: 16 | 32): string {
  let id = '';
  for (let word = 0; word < digits / WORD; word += 1)
    id += hashOf(`${word}:${text}`).toString(16).padStart(WORD, '0');
  // OTLP treats an all-zero id as missing.
  return /^0+$/.test(id) ? id.replace(/0$/, '1') : id;
}
