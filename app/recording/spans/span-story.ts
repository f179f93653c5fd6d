import { madeFor } from '../../base/grouped-by.ts';
import { opposite } from '../../frame/record.ts';
import type { Entry, EntryBody } from '../import/entry.ts';
import type { ImportJournal } from '../import/import-journal.ts';
import { type RpcNumber, rebuiltError, rebuiltRequest, rebuiltResult } from '../import/rebuilt.ts';
import { callOf, type ToldCall } from './span-call.ts';
import { attributeText, type TraceSpan } from './trace-span.ts';

/** How far up to search for spans of the same call: those of client, host and server are close to each other. */
const MAX_HOPS = 8;

type Placed = Entry & { readonly epochMs: number };

/** The calls in a file's spans, as entries in time order: one session per server or session id. */
export function spanStory(spans: readonly TraceSpan[], journal: ImportJournal): Entry[] {
  const calls = spans.flatMap((span) => callOf(span) ?? []);
  const left = spans.length - calls.length;
  if (left > 0)
    journal.note(
      `${left === 1 ? '1 span is' : `${left} spans are`} about something else than a call of MCP, and left out.`,
    );
  const shown = oneForEach(calls, spans, journal);
  noteDoubts(shown, journal);
  const sessions = new Map<string, Ids>();
  return shown.flatMap((call) => entriesOf(call, sessions)).sort((one, other) => one.epochMs - other.epochMs);
}

/** Merges views of one call by client, server and host into the client's, which knows the outcome. */
function oneForEach(
  calls: readonly ToldCall[],
  spans: readonly TraceSpan[],
  journal: ImportJournal,
): ToldCall[] {
  const parents = new Map(spans.map(({ key, parent }) => [key, parent]));
  const byKey = new Map(calls.map((call) => [call.span.key, call]));
  const outerOf = (call: ToldCall): ToldCall | undefined => {
    let at = call.span.parent;
    for (let hop = 0; hop < MAX_HOPS && at !== ''; hop += 1) {
      const found = byKey.get(at);
      if (found !== undefined) return found;
      at = parents.get(at) ?? '';
    }
    return undefined;
  };
  const same = new Set<ToldCall>();
  const merged = new Map<ToldCall, ToldCall>();
  for (const call of calls) {
    const outer = outerOf(call);
    if (outer === undefined || !areSame(outer, call)) continue;
    const [kept, other] = outer.isToolOnly && !call.isToolOnly ? [call, outer] : [outer, call];
    same.add(other);
    merged.set(kept, withOther(merged.get(kept) ?? kept, other));
  }
  if (same.size > 0)
    journal.note(
      `${same.size === 1 ? '1 span tells' : `${same.size} spans tell`} of a call that another span shows too: each call is shown once.`,
    );
  return calls.filter((call) => !same.has(call)).map((call) => merged.get(call) ?? call);
}

/** True for two views of one call. A server that calls another server in between makes its own call. */
function areSame(outer: ToldCall, inner: ToldCall): boolean {
  if (outer.method !== inner.method) return false;
  const [one, other] = [targetText(outer), targetText(inner)];
  if (!one.endsWith(other) && !other.endsWith(one)) return false;
  if (outer.isToolOnly || inner.isToolOnly) return true;
  return outer.span.kind !== 'server' && inner.span.kind !== 'client';
}

function targetText({ params: { name, uri } }: ToldCall): string {
  return String(name ?? uri ?? '');
}

/** Adds what only the other view of a call knows: a failure hidden by a green span, a code, the payloads. */
function withOther(call: ToldCall, other: ToldCall): ToldCall {
  const params = { ...other.params, ...call.params };
  const { end } = call;
  if (end.kind === 'result' && other.end.kind === 'tool error')
    return { ...call, params, end: { kind: 'result', result: other.end.result, isGreen: true } };
  if (call.isVague && !other.isVague && (other.end.kind === 'error' || other.end.kind === 'tool error'))
    return { ...call, params, end: other.end, isVague: false };
  const knows = end.kind === 'result' && isEmpty(end.result) && other.end.kind === 'result';
  return { ...call, params, end: knows ? other.end : end };
}

function isEmpty({ content }: { readonly content?: unknown }): boolean {
  return content === undefined || (Array.isArray(content) && content.length === 0);
}

function noteDoubts(calls: readonly ToldCall[], journal: ImportJournal): void {
  const tools = calls.filter(({ isToolOnly }) => isToolOnly).length;
  if (tools > 0)
    journal.note(
      `${tools === 1 ? '1 span of a tool does' : `${tools} spans of tools do`} not say that the tool is one of MCP: all are shown as calls.`,
    );
  const vague = calls.filter(({ isVague }) => isVague).length;
  if (vague > 0)
    journal.note(
      `${vague === 1 ? '1 failed span says' : `${vague} failed spans say`} neither a code nor a kind of error: a tool's failure is shown as a tool error, any other as a protocol error without a code.`,
    );
  if (calls.some(({ end }) => end.kind === 'open'))
    journal.note('Some spans have no end: their calls are shown as open.');
}

/** The distinct ids of one session: spans have ids as text, which may be missing or repeated. */
type Ids = { readonly used: Set<string>; lostAt: number | undefined };

function entriesOf(call: ToldCall, sessions: Map<string, Ids>): Placed[] {
  const { span, sender } = call;
  if (span.startMs === undefined) return [];
  const session = sessionOf(span);
  const isNew = !sessions.has(session);
  const ids = madeFor(sessions, session, () => ({ used: new Set<string>(), lostAt: undefined }));
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
  const params = Object.keys(call.params).length === 0 ? undefined : call.params;
  return [
    ...(isNew ? [place(startMs, { type: 'session', label: labelOf(span) })] : []),
    place(startMs, rebuiltRequest(id, call.method, params)),
    ...endOf(call, id, ids, endMs).map((body) => place(endMs, body)),
  ];
}

function endOf({ end, span }: ToldCall, id: RpcNumber, ids: Ids, endMs: number): EntryBody[] {
  switch (end.kind) {
    case 'open':
      return [];
    case 'result':
      return [
        { ...rebuiltResult(id, end.result), ...(end.isGreen ? { greenSpan: span.kind || 'unknown' } : {}) },
      ];
    case 'tool error':
      return [rebuiltResult(id, end.result)];
    case 'error':
      return [rebuiltError(id, end.code, end.message)];
    case 'late':
      return [{ type: 'client', event: 'timeout', id, message: end.message }, rebuiltResult(id, {})];
    case 'result-rejected':
      return [rebuiltResult(id, {}), { type: 'client', event: end.kind, id, message: end.message }];
    case 'lost':
      return [...lostOnce(ids, endMs, end.message)];
    default:
      return [{ type: 'client', event: end.kind, id, message: end.message }];
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

function sessionOf(span: TraceSpan): string {
  return [labelOf(span), attributeText(span.attributes, 'mcp.session.id')]
    .filter((one) => one !== '')
    .join(' ');
}

/** The server's label: the program that wrote the span, and the server's name or address. */
function labelOf({ attributes, resource }: TraceSpan): string {
  const service = attributeText(resource, 'service.name');
  const server = attributeText(attributes, 'mcp.server.name', 'server.address');
  return [service, server].filter((one) => one !== '').join(' → ') || 'spans';
}
