import { answer, HttpScript, refusal } from '../../session/testing/http-script.ts';
import type { Severity } from '../finding.ts';
import type { FindingOptions } from '../finding-reader.ts';
import type { RuleCase } from './rule-case.ts';
import { findingsIn } from './session-script.ts';

type Scene = (script: HttpScript) => HttpScript;

const TRACE = 'Error: x\n    at readBody (/srv/app/server.js:12:3)';
const html = (text: string) => ({
  body: `<!DOCTYPE html><pre>${text}</pre>`,
  headers: { 'Content-Type': 'text/html' },
});
const legacy: Scene = (s) => s.handshake('2025-11-25', '');
const PRIMED = { sse: 'id: e1\nretry: 500\ndata: \n\n' };
const INVALID = refusal(-32602, 'Invalid params: no such argument');
const GONE = { status: 404, body: refusal(-32001, 'Session not found') };

const meta = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};
const MIRRORED = { 'MCP-Protocol-Version': '2026-07-28' };

/** A server that supports only 2026-07-28, and a client that uses it. */
function modern(script: HttpScript): HttpScript {
  const result = {
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
  };
  const headers = { ...MIRRORED, 'Mcp-Method': 'server/discover' };
  return script.post(
    { id: 90, method: 'server/discover', params: meta },
    { body: { jsonrpc: '2.0', id: 90, result } },
    headers,
  );
}

function modernCall(
  script: HttpScript,
  came: object,
  headers: { readonly [name: string]: string },
): HttpScript {
  const message = { id: 1, method: 'tools/call', params: { ...meta, name: 'echo', arguments: {} } };
  return script.post(message, came, { ...MIRRORED, 'Mcp-Method': 'tools/call', ...headers });
}

const MODERN_ANSWER = { body: { jsonrpc: '2.0', id: 1, result: { resultType: 'complete', content: [] } } };

type HttpCase = readonly [rule: string, severity: Severity, fires: Scene, when: string, misses: Scene];

const CASES: readonly HttpCase[] = [
  [
    'H01',
    'violation',
    (s) => s.handshake().call(1, { status: 202 }),
    'on the 202 to a notification',
    (s) => s.handshake(),
  ],
  ['H02', 'violation', (s) => s.handshake().call(1, html('hi')), 'on JSON', (s) => s.handshake().fine(1)],
  [
    'H03',
    'violation',
    (s) => s.handshake().post({ method: 'notifications/x' }, { status: 200 }),
    'on an empty 202',
    (s) => s.handshake().post({ method: 'notifications/x' }, { status: 202 }),
  ],
  [
    'H04',
    'advice',
    (s) => s.handshake().call(1, { status: 413, ...html('too large') }),
    'on a path that is not there',
    (s) => s.handshake().call(1, { status: 404, ...html('Cannot POST') }),
  ],
  [
    'H05',
    'violation',
    (s) => s.handshake().call(1, { status: 500, body: TRACE }),
    'on a message without a trace',
    (s) => s.handshake().call(1, { status: 500, body: 'Internal Server Error at noon' }),
  ],
  [
    'H06',
    'violation',
    (s) => s.handshake().call(1, { status: 400, body: INVALID }),
    'on an error under the id',
    (s) => s.handshake().call(1, { status: 400, body: refusal(-32602, 'bad', 1) }),
  ],
  [
    'H07',
    'violation',
    (s) => s.handshake().call(1, { status: 400, body: refusal(-32000, 'No valid session ID') }),
    'on 404',
    (s) => s.handshake().call(1, GONE),
  ],
  [
    'H08',
    'violation',
    (s) => s.handshake().call(1, { body: answer(1) }, { 'MCP-Protocol-Version': '2099-01-01' }),
    'on 400',
    (s) =>
      s
        .handshake()
        .call(
          1,
          { status: 400, body: refusal(-32000, 'Unsupported version') },
          { 'MCP-Protocol-Version': '2099-01-01' },
        ),
  ],
  [
    'H09',
    'violation',
    (s) => s.handshake().call(1, { body: answer(1) }, { Origin: 'http://evil.example' }),
    'on a page of this machine',
    (s) => s.handshake().call(1, { body: answer(1) }, { Origin: 'http://localhost:6274' }),
  ],
  [
    'H10',
    'violation',
    (s) => s.handshake().get({ status: 404, ...html('Cannot GET') }),
    'on 405',
    (s) => s.handshake().get({ status: 405 }),
  ],
  ['H11', 'violation', (s) => s.handshake('2025-11-25', 's1'), 'on a UUID', (s) => s.handshake()],
  [
    'H12',
    'advice',
    (s) =>
      modernCall(
        modern(s),
        { ...MODERN_ANSWER, headers: { 'Mcp-Session-Id': 'f3c1a9d2-8e47-4b60-9c1d' } },
        { 'Mcp-Name': 'echo' },
      ),
    'in an earlier revision',
    (s) => s.handshake(),
  ],
  [
    'H13',
    'violation',
    (s) => modernCall(modern(s), MODERN_ANSWER, { 'Mcp-Name': 'other' }),
    'on a refusal',
    (s) => modernCall(modern(s), { status: 400, body: refusal(-32020, 'mismatch') }, { 'Mcp-Name': 'other' }),
  ],
  [
    'H13',
    'violation',
    (s) => modernCall(modern(s), MODERN_ANSWER, { 'Mcp-Name': 'other' }),
    'of a server that does not speak the revision',
    (s) => modernCall(modern(s), { status: 400, body: refusal(-32022, 'no', 1) }, { 'Mcp-Name': 'other' }),
  ],
  [
    'H06',
    'violation',
    (s) => s.handshake().call(1, { status: 400, body: 'JSON RPC not handled: "x" unsupported' }),
    'on what is not about the method',
    (s) => s.handshake().call(1, { status: 400, body: 'no room' }),
  ],
  [
    'H14',
    'violation',
    (s) => modernCall(modern(s), { body: refusal(-32601, 'no', 1) }, { 'Mcp-Name': 'echo' }),
    'on 404',
    (s) => modernCall(modern(s), { status: 404, body: refusal(-32601, 'no', 1) }, { 'Mcp-Name': 'echo' }),
  ],
  [
    'H15',
    'violation',
    (s) =>
      modernCall(
        modern(s),
        { status: 400, body: refusal(-32020, 'mismatch') },
        { 'Mcp-Name': '=?base64?ZWNobw==?=' },
      ),
    'on an answer',
    (s) => modernCall(modern(s), MODERN_ANSWER, { 'Mcp-Name': '=?base64?ZWNobw==?=' }),
  ],
  ['H16', 'advice', (s) => modern(s).get({ status: 404 }), 'on 405', (s) => modern(s).get({ status: 405 })],
  [
    'H17',
    'advice',
    (s) => s.handshake().call(1, { status: 307, headers: { Location: '/mcp/' } }),
    'on a login page',
    (s) => s.handshake().call(1, { status: 302, headers: { Location: '/login' } }),
  ],
  [
    'H18',
    'advice',
    (s) => s.handshake().call(1, { body: answer(1) }, { Host: 'evil.example' }),
    'on a refusal',
    (s) => s.handshake().call(1, { status: 403 }, { Host: 'evil.example' }),
  ],
  [
    'H30',
    'violation',
    (s) => s.handshake().call(1, { body: answer(1) }, { Accept: 'application/json' }),
    'on both types',
    (s) => s.handshake().fine(1),
  ],
  [
    'H31',
    'violation',
    (s) =>
      s
        .handshake()
        .call(1, { status: 400, body: refusal(-32000, 'Missing session ID') }, { 'Mcp-Session-Id': '' }),
    'where none was given',
    (s) => legacy(s).fine(1),
  ],
  [
    'H32',
    'violation',
    (s) => s.handshake().call(1, { body: answer(1) }, { 'MCP-Protocol-Version': '' }),
    'in a revision without it',
    (s) => s.handshake('2025-03-26').fine(1),
  ],
  [
    'H33',
    'violation',
    (s) => s.handshake().call(1, GONE).call(2, GONE),
    'on the first 404',
    (s) => s.handshake().call(1, GONE),
  ],
  [
    'H34',
    'violation',
    (s) => modernCall(modern(s), { status: 400, body: refusal(-32020, 'no name') }, {}),
    'on what agrees',
    (s) => modernCall(modern(s), MODERN_ANSWER, { 'Mcp-Name': 'echo' }),
  ],
  [
    'H35',
    'violation',
    (s) => modern(s).post({ id: 5, result: {} }, { status: 400, body: refusal(-32000, 'no') }, MIRRORED),
    'in an earlier revision',
    (s) => s.handshake().post({ id: 5, result: {} }, { status: 202 }),
  ],
  [
    'H36',
    'violation',
    (s) =>
      s
        .handshake()
        .call(1, PRIMED)
        .get({ sse: [answer(1)] }, { 'Last-Event-ID': 'e1' }),
    'after the wait',
    (s) =>
      s
        .handshake()
        .call(1, PRIMED)
        .wait(600)
        .get({ sse: [answer(1)] }, { 'Last-Event-ID': 'e1' }),
  ],
  [
    'H37',
    'violation',
    (s) => s.at('http://127.0.0.1:4000/mcp?access_token=abc').fine(1),
    'on another query',
    (s) => s.at('http://127.0.0.1:4000/mcp?team=abc').fine(1),
  ],
  [
    'S01',
    'violation',
    (s) => s.handshake().call(1, { sse: ': bye\n\n' }),
    'on an answer',
    (s) => s.handshake().call(1, { sse: [answer(1)] }),
  ],
  [
    'S01',
    'advice',
    (s) => s.handshake().call(1, PRIMED),
    'if it goes on',
    (s) =>
      s
        .handshake()
        .call(1, PRIMED)
        .wait(600)
        .get({ sse: [answer(1)] }, { 'Last-Event-ID': 'e1' }),
  ],
  [
    'S02',
    'info',
    (s) => s.handshake().call(1, { sse: ': x\n\n', how: 'cut' }),
    'if the client leaves',
    (s) => s.handshake().call(1, { sse: ': x\n\n', how: 'client-closed' }),
  ],
  [
    'S03',
    'violation',
    (s) => s.handshake().call(1, { sse: 'data: {not json\n\n' }),
    'on an event without data',
    (s) => s.handshake().call(1, PRIMED),
  ],
  [
    'S04',
    'advice',
    (s) => s.handshake().call(1, { sse: 'event: error\ndata: {"a":1}\n\n' }),
    'on the type message',
    (s) => s.handshake().call(1, { sse: [answer(1)] }),
  ],
  [
    'S05',
    'advice',
    (s) => s.handshake().call(1, { sse: `data: ${JSON.stringify(answer(1))}` }),
    'if the stream broke off',
    (s) => s.handshake().call(1, { sse: `data: ${JSON.stringify(answer(1))}`, how: 'cut' }),
  ],
  [
    'S06',
    'violation',
    (s) => s.handshake().get({ sse: [answer(7)] }),
    'on a stream that goes on',
    (s) =>
      s
        .handshake()
        .call(1, PRIMED)
        .wait(600)
        .get({ sse: [answer(1)] }, { 'Last-Event-ID': 'e1' }),
  ],
  ['S07', 'violation', (s) => twice(s, 'open'), 'if the first was over', (s) => twice(s, 'complete')],
  [
    'S08',
    'violation',
    (s) => s.handshake().call(1, PRIMED).call(2, PRIMED),
    'if the stream goes on',
    (s) =>
      s
        .handshake()
        .call(1, PRIMED)
        .wait(600)
        .get({ ...PRIMED, how: 'client-closed' }, { 'Last-Event-ID': 'e1' }),
  ],
  [
    'S09',
    'advice',
    (s) => s.handshake().call(1, { sse: 'id: e1\ndata: \n\n' }),
    'with a wait',
    (s) => s.handshake().call(1, PRIMED),
  ],
  [
    'S10',
    'advice',
    (s) => s.handshake().call(1, { sse: [answer(1)], openMs: 5000 }),
    'if it ends',
    (s) => s.handshake().call(1, { sse: [answer(1)] }),
  ],
  [
    'S12',
    'info',
    (s) => s.handshake().get({ sse: '', openMs: 70_000, how: 'client-closed' }),
    'within a minute',
    (s) => s.handshake().get({ sse: '', openMs: 30_000, how: 'client-closed' }),
  ],
];

const CHANGED = { method: 'notifications/tools/list_changed' };

/** One notification on two streams, the first of which may be open. */
function twice(script: HttpScript, how: 'open' | 'complete'): HttpScript {
  return script
    .handshake()
    .get({ sse: [CHANGED], how })
    .call(1, { sse: [CHANGED, answer(1)] });
}

function played(scene: Scene) {
  return () => {
    const { records } = scene(new HttpScript());
    return { records, findings: (options?: FindingOptions) => findingsIn(records, options) };
  };
}

/** HTTP and its streams. */
export const HTTP_CASES: readonly RuleCase[] = CASES.map(([rule, severity, fires, when, misses]) => ({
  ...{ rule, severity, when },
  fires: played(fires),
  misses: played(misses),
}));
