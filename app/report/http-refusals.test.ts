import { describe, expect, it, test } from 'vitest';
import causes from '../explain/causes.json' with { type: 'json' };
import httpCauses from '../explain/http-causes.json' with { type: 'json' };
import { findingsIn } from '../findings/testing/session-script.ts';
import { type Came, HttpScript, refusal } from '../session/testing/http-script.ts';
import { ReportBuilder } from './build-report.ts';

type Scene = (script: HttpScript) => HttpScript;

/** The last error of a session, as in a report. */
function lastError(scene: Scene, script = new HttpScript().handshake()) {
  const { records } = scene(script);
  const builder = new ReportBuilder();
  for (const [index, record] of records.entries()) builder.take(record, index + 2);
  const [session] = builder.finish('test', 'tierscope', []).sessions;
  const error = session?.errors.at(-1);
  return [error?.tier, error?.acts, error?.cause];
}

const text = (body: string, status = 400): Came => ({ status, body });
const BATCH = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }));

// Messages of go-sdk 1.8.0, rmcp 3.11.0 and fastmcp 4.2.3, measured.
describe('what a server refuses over HTTP is read as what it is', () => {
  it.each<[string, Scene, string, string]>([
    [
      'an Accept that lacks a type, with 400',
      (s) =>
        s.call(1, text("Accept must contain both 'application/json' and 'text/event-stream'"), {
          Accept: 'application/json',
        }),
      'client',
      'accept-refused',
    ],
    [
      'a body that is cut, with 400',
      (s) => s.post('{"jsonrpc": ', text('malformed payload: unexpected EOF')),
      'client',
      'body-no-json',
    ],
    [
      'a body that is cut, with 415',
      (s) => s.post('{"jsonrpc": ', text('fail to deserialize request body', 415)),
      'client',
      'body-no-json',
    ],
    [
      'another content type',
      (s) => s.call(1, text('no', 415), { 'Content-Type': 'text/plain' }),
      'client',
      'content-type-refused',
    ],
    ['a batch', (s) => s.post(BATCH, text('JSON-RPC batching is not supported')), 'client', 'batch-refused'],
    [
      'a notification',
      (s) => s.post({ method: 'notifications/nothing' }, text('not handled')),
      'server',
      'notification-refused',
    ],
    [
      'a response',
      (s) => s.post({ id: 7, result: {} }, text('this server takes no responses')),
      'client',
      'response-refused',
    ],
    [
      'an event that it never sent',
      (s) => s.get(text('malformed Last-Event-ID'), { 'Last-Event-ID': 'nope' }),
      'client',
      'event-unknown',
    ],
    ['a listening stream', (s) => s.get(text('no', 404)), 'server', 'listening-refused'],
  ])('%s', (_name, scene, actor, cause) => {
    expect(lastError(scene)).toEqual(['transport', actor, cause]);
  });

  test('a stream where nothing has answered as MCP', () => {
    expect(lastError((s) => s.get(text('no', 404)), new HttpScript())).toEqual([
      'transport',
      'user',
      'no-endpoint',
    ]);
  });

  test('an id that is still open', () => {
    const busy = { status: 400, body: refusal(-32600, 'duplicate in-flight request ID 1', 1) };
    const scene: Scene = (s) => s.call(1, { sse: '', how: 'open' }).call(1, busy);
    expect(lastError(scene)).toEqual(['protocol', 'client', 'request-id-in-use']);
  });

  test('a session that the head does not name, although the error is of the protocol', () => {
    const early = refusal(0, 'method "tools/call" is invalid during session initialization', 1);
    const scene: Scene = (s) => s.call(1, { body: early }, { 'Mcp-Session-Id': '' });
    expect(lastError(scene)).toEqual(['protocol', 'client', 'session-id-not-sent']);
    const found = findingsIn(scene(new HttpScript().handshake()).records).map(({ rule }) => rule);
    expect(found).toContain('H31');
    expect(found).not.toContain('E17');
  });

  test('a call that broke off and was never resumed', () => {
    const cut: Came = { sse: 'id: e1\nretry: 500\ndata: \n\n', how: 'cut' };
    expect(lastError((s) => s.call(1, cut))).toEqual(['transport', 'server', 'stream-cut']);
  });
});

test('every cause of HTTP has its sentences, and the last one of a group takes what is left', () => {
  const groups = Object.values(httpCauses);
  for (const { cause } of groups.flat()) expect(causes, cause).toHaveProperty([cause]);
  const { failed, session, refused, unanswered } = httpCauses;
  for (const group of [failed, session, refused, unanswered])
    expect(Object.keys(group.at(-1) ?? {})).toEqual(['cause']);
});

// The codes of Node 20 and 24 with OpenSSL 3, measured with Node's and OpenSSL's own servers.
test.each<[string, boolean, string, string]>([
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', false, 'user', 'client-certificate-wanted'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', false, 'user', 'client-certificate-wanted'],
  ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', false, 'user', 'client-certificate-wanted'],
  ['ECONNRESET', false, 'user', 'client-certificate-wanted'],
  ['ECONNRESET', true, 'user', 'client-certificate-refused'],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', true, 'user', 'client-certificate-refused'],
  ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', true, 'user', 'client-certificate-refused'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', false, 'operator', 'tls-version-not-shared'],
  ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', false, 'user', 'tls-name-unknown'],
  ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', false, 'operator', 'tls-failed'],
])('TLS ends with %s, with a client certificate: %s', (code, isShown, actor, cause) => {
  const failed = { phase: 'tls' as const, code, ...(isShown ? { clientCertificate: true as const } : {}) };
  expect(lastError((s) => s.call(1, { failed }))).toEqual(['transport', actor, cause]);
});

test('equal messages of two requests under one id are no message on two streams', () => {
  const progress = [{ method: 'notifications/progress', params: { progressToken: 9, progress: 1 } }];
  const open: Came = { sse: progress, how: 'open' };
  const rules = (id: number) =>
    findingsIn(new HttpScript().handshake().call(1, open).call(id, { sse: progress }).records).map(
      ({ rule }) => rule,
    );
  expect(rules(2)).toContain('S07');
  expect(rules(1)).not.toContain('S07');
});
