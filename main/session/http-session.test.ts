import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../app/base/testing/runs.ts';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import { editOfHead, headText } from '../../app/requests/raw-editor/http-edit.ts';
import { event, httpServer, json, result, sessionServer, sse } from './testing/http-server.ts';
import { type Rig, rigOf, tool } from './testing/session-rig.ts';

const FINE = { content: [{ type: 'text', text: 'fine' }] };

function httpRig(url: string, settings: SettingsChange = {}, headers = {}): Rig {
  return rigOf({ kind: 'http', url, headers, cwd: '' }, settings);
}

async function ready(url: string, settings: SettingsChange = {}, headers = {}): Promise<Rig> {
  const made = httpRig(url, settings, headers);
  await made.session.start();
  expect(made.session.status).toMatchObject({ state: 'ready' });
  return made;
}

test('a session goes through its whole life: id and version in every head, 405 to GET, DELETE at the end', async () => {
  const server = await sessionServer(({ message }, response) => json(response, result(message.id, FINE)));
  const { session, reached } = await ready(server.url);
  expect(await session.call(tool('echo'))).toMatchObject({ failure: '', result: FINE });
  await reached(({ details }) => details.http?.stream === 'refused');
  expect(session.details.http).toMatchObject({ sessionId: 'session-' });
  await session.disconnect('done');
  expect(session.status).toMatchObject({ state: 'closed', ending: 'Disconnected.' });
  expect(session.details.http).toMatchObject({ deleteStatus: 200 });
  const after = server.got.slice(2);
  expect(after.map(({ method }) => method).sort()).toEqual(['DELETE', 'GET', 'POST', 'POST']);
  for (const { headers } of after)
    expect(headers).toMatchObject({
      'mcp-session-id': 'session-1234567890',
      'mcp-protocol-version': '2025-11-25',
    });
});

test.each([
  ['202 to a request', 202, {}, '', 'accepted'],
  [
    'a status with an error under no id',
    500,
    { 'content-type': 'application/json' },
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"boom"}}',
    'failed',
  ],
  ['a page', 200, { 'content-type': 'text/html' }, '<!doctype html><p>hello', 'page'],
  ['an empty answer', 200, { 'content-type': 'application/json' }, '', 'empty'],
  ['a stream that ends in order', 200, { 'content-type': 'text/event-stream' }, ': hello\n\n', 'stream'],
  [
    'an answer under another id',
    200,
    { 'content-type': 'application/json' },
    '{"jsonrpc":"2.0","id":99,"result":{}}',
    'another',
  ],
])('%s ends the call at once, and not by its time-out', async (_, status, headers, body, text) => {
  const server = await sessionServer((_got, response) => void response.writeHead(status, headers).end(body));
  const { session, clientEvents } = await ready(server.url);
  const { failure } = await session.call(tool('echo'));
  expect(failure).toContain(text);
  expect(clientEvents()).toEqual([]);
});

test('a stream that was cut without an event id ends its call', async () => {
  const server = await sessionServer((_got, response) => {
    sse(response)(
      event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } }),
    );
    setTimeout(() => response.destroy(), 20);
  });
  const { session } = await ready(server.url);
  expect((await session.call(tool('echo'))).failure).toContain('broke off');
});

test('a stream that ended after an event id is gone on with by GET, after the wait that the server asked for', async () => {
  let asked: unknown;
  const server = await sessionServer(({ method, message, headers }, response) => {
    if (method === 'POST') {
      asked = message.id;
      sse(response)('id: a-1\nretry: 30\ndata:\n\n');
      response.end();
      return;
    }
    expect(headers['last-event-id']).toBe('a-1');
    sse(response)(event(result(asked, FINE), 'a-2'));
    response.end();
  });
  const { session } = await ready(server.url);
  expect(await session.call(tool('echo'))).toMatchObject({ failure: '', result: FINE });
  expect(session.details.http?.resumptions).toBe(1);
});

test('a stream that cannot be gone on with ends its call', async () => {
  const server = await sessionServer(({ method }, response) => {
    if (method === 'GET') return void response.writeHead(404).end();
    sse(response)('id: a-1\nretry: 10\ndata:\n\n');
    response.end();
  });
  const { session } = await ready(server.url);
  expect((await session.call(tool('echo'))).failure).toContain('resumed');
});

test('a dead session ends the session, and is initialized again if so set', async () => {
  let calls = 0;
  const server = await sessionServer(({ message }, response) => {
    calls += 1;
    if (calls % 2 === 0) json(response, result(message.id, FINE));
    else
      json(
        response,
        { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } },
        404,
      );
  });
  const { session, reached } = await ready(server.url);
  expect((await session.call(tool('echo'))).failure).toContain('session');
  await reached((_, { state }) => state === 'failed');
  expect(session.status.failure).toMatchObject({ wasReady: true });
  const renewed = await ready(server.url, { renewsSession: true });
  calls = 0;
  await renewed.session.call(tool('echo'));
  await renewed.reached(
    () => server.got.filter(({ message }) => message.method === 'initialize').length === 3,
  );
  await renewed.reached((_, { state }) => state === 'ready');
  expect(await renewed.session.call(tool('echo'))).toMatchObject({ failure: '' });
});

test('an address that refuses POST and streams an endpoint is a session over HTTP+SSE', async () => {
  let send: (text: string) => void = () => undefined;
  const server = await httpServer(({ method, path, message }, response) => {
    if (method === 'GET') {
      send = sse(response);
      send('event: endpoint\ndata: /messages?sessionId=abc\n\n');
    } else if (path !== '/messages?sessionId=abc') response.writeHead(404).end('Cannot POST /mcp');
    else {
      response.writeHead(202).end('Accepted');
      const { id } = message;
      if (message.method === 'initialize') {
        const serverInfo = { name: 'old', version: '1' };
        send(event(result(id, { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo })));
      } else if (id !== undefined) send(event(result(id, FINE)));
    }
  });
  const { session, records } = await ready(server.url);
  expect(session.details.http).toMatchObject({
    ...{ transport: 'http+sse', stream: 'open' },
    tries: [
      { what: 'POST server/discover', came: '404' },
      { what: 'POST initialize', came: '404' },
    ],
  });
  expect(await session.call(tool('echo'))).toMatchObject({ failure: '', result: FINE });
  expect(JSON.stringify(records)).not.toContain('sessionId=abc');
});

test('of everything that was tried the first failure is the reason', async () => {
  const server = await httpServer((_got, response) => void response.writeHead(404).end('Cannot POST /mcp'));
  const { session, records } = httpRig(server.url);
  await session.start();
  expect(session.status).toMatchObject({
    state: 'failed',
    exit: '404',
    ending: 'No MCP endpoint is at /mcp.',
  });
  const gets = records.findIndex(
    (record) => record.type === 'http' && 'method' in record && record.method === 'GET',
  );
  expect(session.status.failure?.seq).toBeLessThanOrEqual(gets);
  expect(session.status.failure?.detail).toBe(
    'Tried: POST server/discover: 404; POST initialize: 404; GET: 404.',
  );
});

test.each([
  [401, {}, 'token'],
  [307, { location: '/mcp/' }, '/mcp/'],
])('HTTP %i ends the handshake at once: nothing else is tried', async (status, headers, text) => {
  const server = await httpServer((_got, response) => void response.writeHead(status, headers).end());
  const { session } = httpRig(server.url);
  await session.start();
  expect(session.status.state).toBe('failed');
  expect(`${session.status.ending} ${session.status.failure?.todo}`).toContain(text);
  expect(server.got).toHaveLength(1);
});

test('headers of the user go out and stay out of the records', async () => {
  const server = await sessionServer(({ message }, response) => json(response, result(message.id, FINE)));
  const { records } = await ready(
    server.url,
    {},
    { 'X-Team-Key': 'very secret', authorization: 'Bearer abc.def' },
  );
  expect(server.got[0]?.headers).toMatchObject({
    'x-team-key': 'very secret',
    authorization: 'Bearer abc.def',
  });
  const text = JSON.stringify(records);
  expect(text).not.toMatch(/very secret|abc\.def|session-1234567890/);
  expect(text).toContain('sid-1');
});

test('an answer is the same however its stream is cut into pieces', async () => {
  let cuts: readonly number[] = [];
  const said = { content: [{ type: 'text', text: 'Grüße, 世界 🌍' }] };
  const server = await sessionServer(async ({ message }, response) => {
    const notice = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'ß' } };
    const bytes = Buffer.from(
      `: hello\r\n\r\n${event(notice, 'e-1')}${event(result(message.id, said), 'e-2')}`,
    );
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const places = [0, ...cuts.map((cut) => cut % bytes.length).toSorted((a, b) => a - b), bytes.length];
    for (const [at, from] of places.slice(0, -1).entries()) {
      await new Promise((resolve) => response.write(bytes.subarray(from, places[at + 1]), resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  const { session, lines } = await ready(server.url);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(400), { maxLength: 12 }), async (given) => {
      cuts = given;
      expect(await session.call(tool('echo'))).toMatchObject({ failure: '', result: said });
      expect(lines('server-to-client').at(-2)).toMatchObject({ method: 'notifications/message' });
    }),
    { numRuns: runs(25) },
  );
});

test('an endpoint on another server is refused', async () => {
  const server = await httpServer(({ method }, response) => {
    if (method === 'GET') sse(response)('event: endpoint\ndata: http://127.0.0.2:9/messages\n\n');
    else response.writeHead(405).end();
  });
  const { session, records } = httpRig(server.url);
  await session.start();
  expect(session.status.state).toBe('failed');
  const asked = records.flatMap((one) => (one.type === 'http' && one.event === 'request' ? [one.url] : []));
  expect(asked.every((url) => url === server.url)).toBe(true);
});

test('a raw request is sent with its own method and headers, and recorded as such', async () => {
  const server = await sessionServer((_got, response) => void response.writeHead(418).end('no'));
  const { session, records, reached } = await ready(server.url, {}, { 'X-Key': 'secret' });
  await reached(({ details }) => details.http?.stream === 'refused');
  const head = session.link?.headOf?.('PUT', '') ?? [];
  expect(head).toContainEqual({ name: 'Mcp-Session-Id', value: 'sid-1', isHidden: true });
  expect(JSON.stringify(head)).not.toContain('secret');
  const text = headText(head)
    .replace(/^Accept: .*$/m, 'Accept: text/html')
    .replace(/^User-Agent.*\n/m, '');
  const headers = editOfHead(text, head);
  const sent = session.sendRaw(new TextEncoder().encode('not json'), {
    method: 'PUT',
    headers: headers.ok ? headers.value : {},
  });
  await expect.poll(() => server.got.at(-1)?.method).toBe('PUT');
  expect(server.got.at(-1)).toMatchObject({
    body: 'not json',
    headers: { accept: 'text/html', 'mcp-session-id': 'session-1234567890', 'x-key': 'secret' },
  });
  expect(server.got.at(-1)?.headers).not.toHaveProperty('user-agent');
  expect(sent.ok && records[sent.value - 1]).toMatchObject({
    type: 'frame',
    raw: 'not json',
    deliberate: true,
  });
  expect(records.findLast((one) => one.type === 'http' && one.event === 'request')).toMatchObject({
    method: 'PUT',
    deliberate: true,
  });
});

test('a raw stream is open until it is closed, and shown as long', async () => {
  const server = await sessionServer((_got, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
  });
  const { session, records, reached } = await ready(server.url);
  const sent = session.sendRaw(new Uint8Array(), { method: 'GET' });
  const seq = sent.ok ? sent.value : 0;
  await reached(({ details }) => details.http?.openRaw?.[0]?.what === 'GET /mcp');
  expect(session.cancel(seq)).toBe(true);
  await reached(({ details }) => details.http?.openRaw?.length === 0);
  const asked = records[seq - 1];
  const x = asked?.type === 'http' ? asked.x : 0;
  const ends = records.flatMap((one) =>
    one.type === 'http' && one.x === x && one.event === 'end' ? [one] : [],
  );
  expect(ends).toMatchObject([{ how: 'client-closed' }]);
  expect(session.cancel(seq)).toBe(false);
});
