import { isJsonObject } from '../../../base/json-value.ts';
import { allowsBatches, LAST_INITIALIZE, readRevision } from '../../../protocol/revisions.ts';
import type { HttpEdit } from '../../../requests/raw-editor/http-edit.ts';
import type { CaseContext } from '../case-context.ts';
import { type CaseKey, type CaseLeftOut, caseOf, leftOutKinds, type PlannedCase } from '../probe-case.ts';

/** Above the limit of most servers (measured: 100 kB to 4 MiB), in the raw editor's notation. */
const FILLING = '⟨x × 5000000⟩';
/** A reserved name (RFC 2606) that is no server's own. */
const FOREIGN = 'tierscope-probe.example';
const NO_SESSION = 'The server gives no session id.';

/** Requests with one fault in their HTTP each; none of them calls a tool. */
export function httpCases(context: CaseContext): readonly PlannedCase[] {
  const { http } = context.surface;
  if (http === undefined) return [];
  const of = (key: CaseKey, edit: HttpEdit, more: Partial<PlannedCase> = {}) =>
    caseOf(key, { layer: 'wire', steps: [step(context, edit)], ...more });
  return [
    of('http/wrong path', { suffix: `-${context.word}` }),
    of('http/unknown method', { method: 'PUT' }),
    of('http/incomplete Accept', { headers: { Accept: 'application/json' } }),
    of('http/wrong content type', { headers: { 'Content-Type': 'text/plain' } }),
    caseOf('http/broken JSON', {
      layer: 'wire',
      steps: [{ ...step(context, {}), text: '{"jsonrpc": "2.0", "id": 1,' }],
    }),
    oversize(context),
    of('http/foreign Origin', { headers: { Origin: `https://${FOREIGN}` } }),
    ...(http.isLoopback ? [of('http/foreign Host', { headers: { Host: FOREIGN } })] : []),
    closedStream(context),
    ...(context.era === 'modern' ? modernCases(context) : initializeCases(context, http.hasSession)),
  ];
}

export function httpLeftOut({ surface: { http }, era }: CaseContext): readonly CaseLeftOut[] {
  if (http === undefined || era === 'modern') return [];
  return leftOutKinds('http', [
    ['no session id', http.hasSession, NO_SESSION],
    ['unknown session', http.hasSession, NO_SESSION],
    ['ended session', http.hasSession, NO_SESSION],
    ['foreign Host', http.isLoopback, 'Names are refused on this machine alone.'],
  ]);
}

function initializeCases(context: CaseContext, hasSession: boolean): readonly PlannedCase[] {
  const of = (key: CaseKey, edit: HttpEdit) => caseOf(key, { layer: 'wire', steps: [step(context, edit)] });
  const revision = readRevision(context.surface.revision);
  const get = { method: 'GET', leaves: true } as const;
  return [
    of('http/listening stream', get),
    ...(allowsBatches(revision)
      ? []
      : [
          batch(context),
          of('http/unknown version header', { headers: { 'MCP-Protocol-Version': '2099-01-01' } }),
          of('http/no version header', { headers: { 'MCP-Protocol-Version': null } }),
        ]),
    ...(hasSession
      ? [
          of('http/no session id', { headers: { 'Mcp-Session-Id': null } }),
          of('http/unknown session', { headers: { 'Mcp-Session-Id': context.word } }),
          endedSession(context),
        ]
      : []),
  ];
}

/** The mirrored headers of 2026-07-28 (basic/transports, "Standard Request Headers"). */
function modernCases(context: CaseContext): readonly PlannedCase[] {
  const of = (key: CaseKey, edit: HttpEdit) => caseOf(key, { layer: 'wire', steps: [step(context, edit)] });
  return [
    of('http/no mirrored method', { headers: { 'Mcp-Method': null } }),
    of('http/other mirrored method', { headers: { 'Mcp-Method': 'tools/call' } }),
    of('http/other version header', { headers: { 'MCP-Protocol-Version': LAST_INITIALIZE } }),
    of('http/no version header, modern', { headers: { 'MCP-Protocol-Version': null } }),
    of('http/modern GET', {
      ...{ method: 'GET', leaves: true },
      headers: { 'MCP-Protocol-Version': context.surface.revision },
    }),
  ];
}

/** A harmless request; methods other than POST have no body. */
function step(context: CaseContext, http: HttpEdit) {
  const request = context.harmless({ deliberate: true, http });
  const isPost = http.method === undefined || http.method === 'POST' || http.method === 'PUT';
  return { ...request, text: isPost ? request.text : '', id: undefined };
}

function oversize(context: CaseContext): PlannedCase {
  const one = step(context, {});
  const line: unknown = JSON.parse(one.text);
  const params = isJsonObject(line) && isJsonObject(line.params) ? line.params : {};
  const meta = isJsonObject(params._meta) ? params._meta : {};
  const filled = { ...params, _meta: { ...meta, 'tierscope-probe/filling': FILLING } };
  const text = JSON.stringify({ ...(isJsonObject(line) ? line : {}), params: filled });
  return caseOf('http/oversize', { layer: 'wire', leavesMark: true, steps: [{ ...one, text }] });
}

function batch(context: CaseContext): PlannedCase {
  const [one, other] = [context.harmless(), context.harmless()];
  const text = `[${one.text},${other.text}]`;
  return caseOf('http/batch', {
    ...{ layer: 'wire', spares: ['E09', 'E12'] },
    steps: [{ ...step(context, {}), text }],
  });
}

/** Abandons a request's response before its answer: the server must keep working. */
function closedStream(context: CaseContext): PlannedCase {
  return caseOf('http/response left', {
    layer: 'wire',
    steps: [step(context, { leaves: true }), step(context, {})],
  });
}

function endedSession(context: CaseContext): PlannedCase {
  return caseOf('http/ended session', {
    ...{ layer: 'wire', leavesMark: true },
    steps: [step(context, { method: 'DELETE' }), step(context, {})],
  });
}
