import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** One request to a scripted server. */
export type Got = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The body as text, and parsed as JSON. */
  readonly body: string;
  readonly message: { readonly id?: unknown; readonly method?: string; readonly params?: Params };
};
type Params = { readonly [name: string]: unknown; readonly protocolVersion?: string };

/** Answers a request; `respond` ends it with a status and an optional JSON value. */
export type Answering = (got: Got, response: ServerResponse) => void;

/** A server on 127.0.0.1 that answers as the test says, and records its requests. */
export async function httpServer(on: Answering): Promise<{ readonly url: string; readonly got: Got[] }> {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body, message: parsed(body) };
      got.push(one);
      on(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, got };
}

function parsed(body: string): Got['message'] {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

export function json(response: ServerResponse, value: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

export function result(id: unknown, value: unknown): { jsonrpc: '2.0'; id: unknown; result: unknown } {
  return { jsonrpc: '2.0', id, result: value };
}

export function sse(response: ServerResponse): (text: string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  return (text) => void response.write(text);
}

export function event(value: unknown, id = ''): string {
  return `${id === '' ? '' : `id: ${id}\n`}data: ${JSON.stringify(value)}\n\n`;
}

/** A server of the `initialize` era with one session; requests outside the handshake go to `on`. */
export function sessionServer(on: Answering, revision = '2025-11-25', sessionId = 'session-1234567890') {
  return httpServer((got, response) => {
    const { method, id, params } = got.message;
    if (got.method === 'DELETE') response.writeHead(200).end();
    else if (method === 'server/discover') json(response, unready, 400);
    else if (method === 'initialize') {
      const serverInfo = { name: 'scripted', version: '1' };
      const protocolVersion = revision || params?.protocolVersion;
      const given = result(id, { protocolVersion, capabilities: { tools: {}, resources: {} }, serverInfo });
      json(response, given, 200, sessionId === '' ? {} : { 'mcp-session-id': sessionId });
    } else if (method === 'notifications/initialized') response.writeHead(202).end();
    else if (got.method === 'GET' && got.headers['last-event-id'] === undefined)
      response.writeHead(405).end();
    else on(got, response);
  });
}

const unready = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32000, message: 'Bad Request: Server not initialized' },
};
