import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { runs } from '../../app/base/testing/runs.ts';
import type { AnswerOrder } from '../../app/contract/answer-control.ts';
import { tappedAddress } from './testing/tapped-address.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A tap in front of a server with this handler. */
async function tapped(handler: Handler, path = '/mcp') {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => handler(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const tap = await tappedAddress(`http://127.0.0.1:${port}${path}`);
  ends.push(tap.close);
  return { ...tap, upstream: `127.0.0.1:${port}` };
}

type Got = { status: number; headers: string[]; chunks: Buffer[]; isWhole: boolean };

function post(url: string, body: string, headers: Record<string, string> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { method: 'POST', headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => undefined);
      response.on('close', () =>
        resolve({
          ...{ status: response.statusCode ?? 0, headers: response.rawHeaders, chunks },
          isWhole: response.complete,
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const textOf = ({ chunks }: Got) => Buffer.concat(chunks).toString();
const CALL = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search"}}';
const ANSWER = '{"jsonrpc":"2.0","id":7,"result":{"content":[]}}';
const JSON_HEAD = { 'Content-Type': 'application/json' };
const SSE_HEAD = { 'Content-Type': 'text/event-stream' };
const event = (text: string) => `event: message\nid: e1\ndata: ${text}\n\n`;

test('a server gets its own host and the bytes of the client, and none of what is of the connection', async () => {
  let seen: IncomingMessage | undefined;
  let got = '';
  const { url, upstream, records } = await tapped((request, response, body) => {
    [seen, got] = [request, body];
    response
      .writeHead(200, 'Fine', ['X-Two', 'a', 'x-two', 'b', 'Content-Type', 'application/json'])
      .end(ANSWER);
  });
  const headers = { Origin: 'http://localhost', 'Accept-Encoding': 'gzip', Authorization: 'Bearer abcdef' };
  const answer = await post(url, CALL, headers);
  expect([textOf(answer), got]).toEqual([ANSWER, CALL]);
  expect(answer.headers.slice(0, 4)).toEqual(['X-Two', 'a', 'x-two', 'b']);
  expect(seen?.headers).toMatchObject({
    host: upstream,
    'accept-encoding': 'identity',
    authorization: 'Bearer abcdef',
  });
  expect(seen?.headers).not.toHaveProperty('origin');
  expect(seen?.url).toBe('/mcp');
  expect(JSON.stringify(records)).not.toContain('abcdef');
  expect(records.map((one) => ('event' in one ? one.event : one.type))).toEqual([
    ...['session', 'request', 'frame', 'response', 'frame', 'end'],
  ]);
});

test('an address is known by its path alone', async () => {
  const { port, url } = await tapped((request, response) => response.end(request.url));
  const path = new URL(url).pathname;
  const at = (target: string) => post(`http://127.0.0.1:${port}${target}`, CALL);
  expect((await at('/mcp')).status).toBe(404);
  expect((await at(path.replace('ttt', 'ttx'))).status).toBe(404);
  expect(textOf(await at(`${path}/deep?a=1`))).toBe('/mcp/deep?a=1');
  expect(textOf(await at('/.well-known/oauth-protected-resource'))).toBe(
    '/.well-known/oauth-protected-resource',
  );
  expect(textOf(await at(`/.well-known/oauth-protected-resource${path}`))).toBe(
    '/.well-known/oauth-protected-resource/mcp',
  );
});

test('sessions are known by their ids, which no record names', async () => {
  let minted = 0;
  const { url, records } = await tapped((request, response, body) => {
    minted += 1;
    const id = request.headers['mcp-session-id'] ?? `secret-${minted}`;
    response.writeHead(200, { ...JSON_HEAD, 'Mcp-Session-Id': id }).end(body.replace('"method"', '"result"'));
  });
  const start = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}';
  await post(url, start);
  await post(url, start);
  await post(url, CALL, { 'Mcp-Session-Id': 'secret-1' });
  const calls = records.filter((one) => one.type === 'frame' && one.raw === CALL);
  expect(calls).toMatchObject([{ session: 's1' }]);
  expect(records.filter(({ type }) => type === 'session')).toHaveLength(2);
  expect(JSON.stringify(records)).not.toContain('secret-');
});

test('clients of 2026-07-28 are known by their names, and a new run by what it asks first', async () => {
  const { url, records } = await tapped((_request, response) =>
    response.writeHead(200, JSON_HEAD).end(ANSWER),
  );
  const ask = (method: string, name: string) => {
    const _meta = { 'io.modelcontextprotocol/clientInfo': { version: '1', name } };
    return post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta } }));
  };
  for (const name of ['a', 'b', 'a']) {
    await ask('server/discover', name);
    await ask('tools/list', name);
  }
  const sessions = records.flatMap((one) =>
    one.type === 'http' && one.event === 'request' ? [one.session] : [],
  );
  expect(sessions).toEqual(['s1', 's1', 's2', 's2', 's3', 's3']);
});

test('the endpoint that a server of HTTP+SSE names is reached through the tap', async () => {
  const { url, port, records } = await tapped((request, response) => {
    if (request.method === 'GET')
      response.writeHead(200, SSE_HEAD).write('event: endpoint\ndata: /messages?sessionId=s3cret\n\n');
    else response.writeHead(202).end();
  }, '/sse');
  const stream = httpRequest(url, { headers: { Accept: 'text/event-stream' } }).end();
  onTestFinished(() => void stream.destroy());
  await new Promise((resolve) => stream.on('response', (one) => one.once('data', resolve)));
  const posted = await post(`http://127.0.0.1:${port}/messages?sessionId=s3cret`, CALL);
  expect(posted.status).toBe(202);
  expect(records[0]).toMatchObject({ type: 'session', transport: 'http+sse' });
  expect(records.filter(({ type }) => type === 'session')).toHaveLength(1);
  expect(JSON.stringify(records)).not.toContain('s3cret');
});

describe('the end of an answer', () => {
  test('that breaks off breaks off for the client', async () => {
    const { url, records } = await tapped((_request, response) => {
      response.writeHead(200, SSE_HEAD).write(event('{"jsonrpc":"2.0","method":"notifications/progress"}'));
      setImmediate(() => response.destroy());
    });
    expect(await post(url, CALL)).toMatchObject({ status: 200, isWhole: false });
    expect(records.at(-1)).toMatchObject({ event: 'end', how: 'cut' });
  });

  test('before its head closes the connection of the client', async () => {
    const { url, records } = await tapped((request) => request.socket.resetAndDestroy());
    await expect(post(url, CALL)).rejects.toThrow('socket hang up');
    expect(records.at(-1)).toMatchObject({ event: 'failed', phase: 'headers', code: 'ECONNRESET' });
  });

  test('that the client does not wait for reaches the server', async () => {
    let left: Promise<unknown> = Promise.resolve();
    const { url, records } = await tapped((_request, response) => {
      left = new Promise((resolve) => response.on('close', resolve));
      response.writeHead(200, SSE_HEAD).write(': hello\n\n');
    });
    const asked = httpRequest(url, { method: 'POST' }).end(CALL);
    asked.on('error', () => undefined);
    await new Promise((resolve) => asked.on('response', (one) => one.once('data', resolve)));
    asked.destroy();
    await left;
    expect(records.at(-1)).toMatchObject({ event: 'end', how: 'client-closed' });
  });

  test('without a server is a sentence for the client', async () => {
    const tap = await tappedAddress('http://127.0.0.1:1/mcp');
    ends.push(tap.close);
    const answer = await post(tap.url, CALL);
    expect(answer.status).toBe(502);
    expect(textOf(answer)).toContain('ECONNREFUSED');
    expect(tap.records.at(-1)).toMatchObject({ event: 'failed', phase: 'connect', code: 'ECONNREFUSED' });
  });
});

test('whatever the chunks, the client gets the same bytes, and each before the next is sent', async () => {
  let chunks: readonly Buffer[] = [];
  let arrived: (bytes: number) => void = () => undefined;
  const { url, records } = await tapped(async (_request, response) => {
    response.writeHead(200, SSE_HEAD);
    let sent = 0;
    for (const chunk of chunks) {
      sent += chunk.length;
      // The next chunk is only sent once this one has arrived: nothing on the way may wait for more.
      const here = new Promise<void>((resolve) => {
        arrived = (bytes) => bytes >= sent && resolve();
      });
      response.write(chunk);
      await here;
    }
    response.end();
  });
  const piece = fc.oneof(
    fc.constantFrom('\n', '\r\n', 'data: ', 'id: 1\n', ': \n\n', 'ö€😀', event(ANSWER)),
    fc.string({ unit: 'grapheme', minLength: 1 }),
  );
  const cutText = fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 8 }), fc.array(fc.nat(60), { maxLength: 12 }))
    .map(([pieces, cuts]) => {
      const bytes = Buffer.from(pieces.join(''));
      const at = [...new Set([...cuts.map((cut) => cut % bytes.length), 0])].sort((a, b) => a - b);
      return at.map((from, index) => bytes.subarray(from, at[index + 1] ?? bytes.length));
    });
  await fc.assert(
    fc.asyncProperty(cutText, async (cut) => {
      chunks = cut;
      records.length = 0;
      const got: Buffer[] = [];
      await new Promise<void>((resolve) => {
        const asked = httpRequest(url, { method: 'POST' }, (response) => {
          response.on('data', (chunk: Buffer) => {
            got.push(chunk);
            arrived(got.reduce((sum, { length }) => sum + length, 0));
          });
          response.on('end', resolve);
        });
        asked.end(CALL);
      });
      expect(Buffer.concat(got)).toEqual(Buffer.concat(cut));
      expect(records.at(-1)).toMatchObject({ how: 'complete', bytes: Buffer.concat(cut).length });
    }),
    { numRuns: runs(60) },
  );
});

describe('an answer of a tapped address', () => {
  const order = (action: AnswerOrder['action']): AnswerOrder => ({
    ...{ target: { kind: 'tool', name: 'search' }, when: { kind: 'next' }, action },
  });
  const error = { kind: 'protocol-error', code: -32603, message: 'no' } as const;

  /** A tap with a session, which applies the order to the second call. */
  async function ordered(action: AnswerOrder['action'], handler: Handler) {
    const tap = await tapped(handler);
    await post(tap.url, '{"jsonrpc":"2.0","id":1,"method":"ping"}');
    const control = tap.controls.get('s1');
    if (control === undefined) throw new Error('no session');
    control.arm({}, order(action));
    return { ...tap, control };
  }

  test('in JSON can be another one, of another length', async () => {
    const { url, records } = await ordered(error, (_request, response) => {
      response.writeHead(200, { ...JSON_HEAD, 'Content-Length': ANSWER.length }).end(ANSWER);
    });
    const text = textOf(await post(url, CALL));
    expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 7, error: { code: -32603, message: 'no' } });
    expect(records.findLast(({ type }) => type === 'frame')).toMatchObject({
      raw: text,
      changed: { how: 'protocol-error', requestId: 7 },
      original: ANSWER,
    });
    expect(textOf(await post(url, CALL))).toBe(ANSWER);
  });

  test('in an event stream can be another one, and what is around it stays', async () => {
    const { url } = await ordered(error, (_request, response) => {
      response.writeHead(200, SSE_HEAD).write(`: first\n\n${event(ANSWER).slice(0, 20)}`);
      response.end(`${event(ANSWER).slice(20)}: last\n\n`);
    });
    const text = textOf(await post(url, CALL));
    expect(text).toMatch(/^: first\n\nevent: message\nid: e1\ndata: .*"code":-32603.*\n\n: last\n\n$/);
  });

  test('is held until it is let go, and the stream ends after it', async () => {
    const { url, control, records } = await ordered({ kind: 'hold' }, (_request, response) => {
      response.writeHead(200, SSE_HEAD).end(event(ANSWER));
    });
    const answer = post(url, CALL);
    await expect.poll(() => control.state.held.length).toBe(1);
    expect(records.at(-1)).not.toMatchObject({ event: 'end' });
    control.end(control.state.held[0]?.heldId ?? '', { kind: 'unchanged' });
    expect(textOf(await answer)).toBe(event(ANSWER));
  });

  test('that is never sent leaves the client waiting', async () => {
    const { url, records } = await ordered({ kind: 'never-answer' }, (_request, response) => {
      response.writeHead(200, JSON_HEAD).end(ANSWER);
    });
    const asked = httpRequest(url, { method: 'POST' }).end(CALL);
    asked.on('error', () => undefined);
    await expect.poll(() => records.at(-1)?.type).toBe('mark');
    asked.destroy();
    await expect.poll(() => records.at(-1)).toMatchObject({ event: 'end', how: 'client-closed' });
  });
});
