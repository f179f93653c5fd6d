import { getOrCreate } from '../../base/grouped-by.ts';
import { type JsonObject, writtenOut } from '../../base/json-value.ts';
import { count } from '../../base/schema/schema-walk.ts';
import { opposite } from '../../frame/record.ts';
import type { Entry, EntryBody } from '../import/entry.ts';
import type { ImportJournal } from '../import/import-journal.ts';
import { type RpcNumber, rebuiltError, rebuiltRequest, rebuiltResult } from '../import/rebuilt.ts';
import { callOf, type ReportedCall, type ReportedEnd, textResult } from './span-call.ts';
import { attributeText, type TraceSpan } from './span-items.ts';

/** How far up to search for spans of the same call: those of client, host and server are close to each other. */
const MAX_HOPS = 8;

type Placed = Entry & { readonly epochMs: number };

/** The calls in a file's spans, as entries in time order: one session per server or session id. */
export function spanStory(spans: readonly TraceSpan[], journal: ImportJournal): Entry[] {
  const calls = spans.flatMap((span) => callOf(span) ?? []);
  const shown = oneForEach(calls, spans);
  const tools = shown.filter(({ isToolOnly }) => isToolOnly).length;
  const vague = shown.filter(({ end }) => end.isVague).length;
  const doubts: readonly (readonly [number: number, noun: string, doubt: string])[] = [
    [spans.length - calls.length, 'span', 'about something other than an MCP call: left out.'],
    [calls.length - shown.length, 'span', 'of a call that another span also shows: each call is shown once.'],
    [tools, 'span', 'of a tool that may not be an MCP tool: shown as a call.'],
    [
      vague,
      'failed span',
      'with neither a code nor an error type: a tool error for a tool, else a protocol error.',
    ],
  ];
  for (const [number, noun, doubt] of doubts) if (number > 0) journal.note(`${count(number, noun)} ${doubt}`);
  if (shown.some(({ end }) => end.outcome === 'pending'))
    journal.note('Some spans have no end: their calls are shown as open.');
  const sessions = new Map<string, Ids>();
  return shown.flatMap((call) => entriesOf(call, sessions)).sort((one, other) => one.epochMs - other.epochMs);
}

/** Merges views of one call by client, server and host into the client's, which knows the outcome. */
function oneForEach(calls: readonly ReportedCall[], spans: readonly TraceSpan[]): ReportedCall[] {
  const parents = new Map(spans.map(({ key, parent }) => [key, parent]));
  const byKey = new Map(calls.map((call) => [call.span.key, call]));
  const outerOf = (call: ReportedCall): ReportedCall | undefined => {
    let at = call.span.parent;
    for (let hop = 0; hop < MAX_HOPS && at !== ''; hop += 1) {
      const found = byKey.get(at);
      if (found !== undefined) return found;
      at = parents.get(at) ?? '';
    }
    return undefined;
  };
  const same = new Set<ReportedCall>();
  const merged = new Map<ReportedCall, ReportedCall>();
  for (const call of calls) {
    const outer = outerOf(call);
    if (outer === undefined || !areSame(outer, call)) continue;
    const [kept, other] = outer.isToolOnly && !call.isToolOnly ? [call, outer] : [outer, call];
    same.add(other);
    merged.set(kept, withOther(merged.get(kept) ?? kept, other));
  }
  return calls.filter((call) => !same.has(call)).map((call) => merged.get(call) ?? call);
}

/** True for two views of one call. A server that calls another server in between makes its own call. */
function areSame(outer: ReportedCall, inner: ReportedCall): boolean {
  if (outer.method !== inner.method) return false;
  const [one, other] = [targetText(outer), targetText(inner)];
  if (!one.endsWith(other) && !other.endsWith(one)) return false;
  if (outer.isToolOnly || inner.isToolOnly) return true;
  return outer.span.kind !== 'server' && inner.span.kind !== 'client';
}

function targetText({ params: { name, uri } }: ReportedCall): string {
  return writtenOut(name ?? uri ?? '');
}

/** Adds what only the other view of a call knows: a failure hidden by a green span, a code, the payloads. */
function withOther(call: ReportedCall, other: ReportedCall): ReportedCall {
  return { ...call, params: { ...other.params, ...call.params }, end: fullerEnd(call.end, other.end) };
}

function fullerEnd(end: ReportedEnd, other: ReportedEnd): ReportedEnd {
  const isFailure = other.outcome === 'tool error' || other.outcome === 'protocol error';
  if (end.outcome === 'ok' && other.outcome === 'tool error')
    return { ...end, result: failedResult(other), isGreen: true };
  if (end.isVague === true && other.isVague !== true && isFailure) return other;
  return end.outcome === 'ok' && other.outcome === 'ok' && isEmpty(end.result) ? other : end;
}

function isEmpty({ content }: JsonObject): boolean {
  return content === undefined || (Array.isArray(content) && content.length === 0);
}

/** The result of a failed call; its message replaces content that the span lacks. */
function failedResult({ result, message }: ReportedEnd): JsonObject {
  return { ...result, ...(isEmpty(result) && message !== '' ? textResult(message) : {}), isError: true };
}

/** The distinct ids of one session: spans have ids as text, which may be missing or repeated. */
type Ids = { readonly used: Set<string>; lostAt: number | undefined };

function entriesOf(call: ReportedCall, sessions: Map<string, Ids>): Placed[] {
  const { span, sender } = call;
  if (span.startMs === undefined) return [];
  const session = [labelOf(span), attributeText(span.attributes, 'mcp.session.id')]
    .filter((one) => one !== '')
    .join(' ');
  const isNew = !sessions.has(session);
  const ids = getOrCreate(sessions, session, () => ({ used: new Set<string>(), lostAt: undefined }));
  const id = idOf(span, ids.used);
  const startMs = span.startMs;
  const endMs = Math.max(span.endMs ?? startMs, startMs);
  const place = (epochMs: number, body: EntryBody): Placed => ({
    epochMs,
    session,
    body:
      body.type === 'frame' && sender === 'server-to-client'
        ? { ...body, direction: opposite(body.direction) }
        : body,
  });
  const all = { ...call.params, ...metaOf(span) };
  const params = Object.keys(all).length === 0 ? undefined : all;
  return [
    ...(isNew ? [place(startMs, { type: 'session', label: labelOf(span) })] : []),
    place(startMs, rebuiltRequest(id, call.method, params)),
    ...endOf(call, id, ids, endMs).map((body) => place(endMs, body)),
  ];
}

/** The caller's span, as a request names it (W3C Trace Context, "traceparent Header"). */
function metaOf({ parent }: TraceSpan): JsonObject {
  const [, trace, span] = /^([0-9a-f]{32})\/([0-9a-f]{16})$/.exec(parent) ?? [];
  return span === undefined ? {} : { _meta: { traceparent: `00-${trace}-${span}-01` } };
}

/** What a client says of a call that it gave up, or whose answer it refused. */
const CLIENT_EVENTS = {
  'timed out': 'timeout',
  late: 'timeout',
  cancelled: 'cancelled',
  'rejected by the client': 'result-rejected',
} as const;

function endOf({ end, span }: ReportedCall, id: RpcNumber, ids: Ids, endMs: number): EntryBody[] {
  const { outcome, message } = end;
  switch (outcome) {
    case 'pending':
    case 'listening':
      return [];
    case 'tool error':
      return [rebuiltResult(id, failedResult(end))];
    case 'protocol error':
      return [rebuiltError(id, end.code, message)];
    case 'lost':
      return lostOnce(ids, endMs, message);
    case 'timed out':
    case 'late':
    case 'cancelled':
    case 'rejected by the client': {
      const given: EntryBody = { type: 'client', event: CLIENT_EVENTS[outcome], id, message };
      if (outcome === 'late') return [given, rebuiltResult(id, {})];
      return outcome === 'rejected by the client' ? [rebuiltResult(id, {}), given] : [given];
    }
    default: {
      const green = end.isGreen === true ? ({ greenSpan: span.kind || 'unknown' } as const) : {};
      return [{ ...rebuiltResult(id, end.result), ...green }];
    }
  }
}

/** The end of the connection, once for all calls that were lost with it. */
function lostOnce(ids: Ids, endMs: number, message: string): EntryBody[] {
  if (ids.lostAt === endMs) return [];
  ids.lostAt = endMs;
  return [{ type: 'process', event: 'exited', exitCode: null, message, rebuilt: true, ofCalls: true }];
}

function idOf({ attributes, key }: TraceSpan, used: Set<string>): RpcNumber {
  const stated = attributeText(attributes, 'jsonrpc.request.id');
  const id = stated === '' || used.has(stated) ? key.slice(key.indexOf('/') + 1) : stated;
  used.add(id);
  return /^(?:0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id;
}

/** The server's label: the program that wrote the span, and the server's name or address. */
function labelOf({ attributes, resource }: TraceSpan): string {
  const service = attributeText(resource, 'service.name');
  const server = attributeText(attributes, 'mcp.server.name', 'server.address');
  return [service, server].filter((one) => one !== '').join(' → ') || 'spans';
}
