import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TlsOptions } from 'node:tls';
import { errorMessage } from '../../app/base/result.ts';

// The checks of every listener: nothing is served to another machine, or to a page of another site.

export type Refusal = { readonly status: number; readonly sentence: string };

/**
 * Handles a request that passed the gate, with its whole body; truncated and oversized bodies never get here. For a
 * body over `wholeBytes` it gets the beginning, and `rest` streams the remainder; that fails if truncated or oversized.
 */
export type Answerer = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  rest?: AsyncIterable<Buffer>,
) => void;

/** The time limit for the headers, and then for the body, in milliseconds. */
const HEAD_MS = 10_000;
const REQUEST_MS = 60_000;
const CHECK_MS = 2000;
/** Longer than clients keep an idle connection, so that none sends into a closing one. */
const IDLE_MS = 75_000;
const MAX_OPEN = 1000;
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_WAITING_BYTES = 256 * 1024 * 1024;
/** A name with its port and nothing else: a parser that stops at the first colon would ignore the rest. */
const OWN_NAME = String.raw`(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$`;
const OWN_HOST = new RegExp(`^${OWN_NAME}`, 'i');
const OWN_ORIGIN = new RegExp(`^https?://${OWN_NAME}`, 'i');

/** An HTTP server on 127.0.0.1 behind the gate. `port` 0 is any free one; rejects if the port is taken. */
export class GuardedServer {
  readonly #server: Server;
  readonly #answer: Answerer;
  readonly #wholeBytes: number;
  #open = 0;
  #waiting = 0;

  private constructor(server: Server, answer: Answerer, wholeBytes: number) {
    this.#server = server;
    this.#answer = answer;
    this.#wholeBytes = wholeBytes;
    server.maxConnections = MAX_OPEN + MAX_OPEN / 10;
    server.on('request', (request, response) => this.#take(request, response));
    server.on('connect', (_request, socket) =>
      refuseSocket(socket, { status: 405, sentence: 'No CONNECT.' }),
    );
    server.on('clientError', (_error, socket) => refuseSocket(socket, BAD_REQUEST));
  }

  static async listen(
    port: number,
    answer: Answerer,
    tls?: TlsOptions,
    wholeBytes = MAX_BODY_BYTES,
  ): Promise<GuardedServer> {
    const times = { headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: IDLE_MS };
    const options = { ...times, connectionsCheckingInterval: CHECK_MS };
    const server = tls === undefined ? createServer(options) : createTlsServer({ ...options, ...tls });
    const guarded = new GuardedServer(server, answer, wholeBytes);
    await listenOnLoopback(server, [port]);
    return guarded;
  }

  get port(): number {
    return portOf(this.#server);
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const isLong = Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES;
    const refusal =
      this.#open >= MAX_OPEN ? TOO_MANY : (refuseRequest(request) ?? (isLong ? TOO_LONG : undefined));
    this.#open += 1;
    response.on('close', () => {
      this.#open -= 1;
    });
    if (refusal === undefined) this.#read(request, response);
    else refuse(response, refusal);
  }

  #read(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const release = (): void => {
      this.#waiting -= bytes;
      bytes = 0;
    };
    request.on('error', () => undefined);
    request.on('close', release);
    const take = (chunk: Buffer): void => {
      if (response.writableEnded) return;
      bytes += chunk.length;
      this.#waiting += chunk.length;
      if (bytes > MAX_BODY_BYTES || this.#waiting > MAX_WAITING_BYTES) refuse(response, TOO_LONG);
      else if (chunks.push(chunk) > 0 && bytes > this.#wholeBytes) {
        request.off('data', take).off('end', taken).pause();
        this.#answer(request, response, Buffer.concat(chunks), restOf(request, bytes));
        release();
      }
    };
    const taken = (): void => {
      if (!response.writableEnded) this.#answer(request, response, joined(chunks));
    };
    request.on('data', take).on('end', taken);
  }
}

export type ServedOptions = {
  /** Any free port by default. */
  readonly port?: number | undefined;
  /** Resolves when the server is to stop. */
  readonly ended: Promise<void>;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
};

/** Waits until `ended`, once the server listens and `greet` was called. Returns 0, or 3 if the port is taken. */
export async function served<Server extends { close(): Promise<void> }>(
  { port, ended, writeError }: Omit<ServedOptions, 'write'> & { readonly port: number },
  opened: Promise<Server>,
  greet: (server: Server) => void,
): Promise<number> {
  const server = await opened.catch((error: unknown) => errorMessage(error));
  if (typeof server === 'string') {
    writeError(
      `tierscope: port ${port} of 127.0.0.1 cannot be had: ${server}. The same command may run already; --port chooses another.\n`,
    );
    return 3;
  }
  greet(server);
  await ended;
  await server.close();
  return 0;
}

/** The body after its first bytes. */
async function* restOf(request: IncomingMessage, first: number): AsyncGenerator<Buffer> {
  let bytes = first;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error(TOO_LONG.sentence);
    yield chunk;
  }
}

/** Most bodies arrive in one piece. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
}

const BAD_REQUEST: Refusal = { status: 400, sentence: 'This is not an HTTP/1.1 request.' };
const TOO_MANY: Refusal = { status: 503, sentence: `More than ${MAX_OPEN} requests are open.` };
const TOO_LONG: Refusal = { status: 413, sentence: 'The body is too long.' };

/** Why a request must not be read; undefined if it may be. */
function refuseRequest({ url = '', rawHeaders, headers }: IncomingMessage): Refusal | undefined {
  const { host, origin } = headers;
  const twoHosts = refuseTwoHosts(rawHeaders);
  if (twoHosts !== undefined) return twoHosts;
  if (!url.startsWith('/')) return { status: 400, sentence: 'The target is a path, not an address.' };
  if (host === undefined || !OWN_HOST.test(host)) return { status: 403, sentence: 'Another host was named.' };
  const isOwnOrigin = origin === undefined || OWN_ORIGIN.test(origin);
  return isOwnOrigin ? undefined : { status: 403, sentence: 'Another origin asked for this.' };
}

function refuse(response: ServerResponse, { status, sentence }: Refusal): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${sentence}\n`);
}

/** Answers a socket that carries no valid request, or an upgrade, and closes it. */
export function refuseSocket(socket: Duplex, { status, sentence }: Refusal): void {
  socket.on('error', () => socket.destroy());
  if (!socket.writable) return void socket.destroy();
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\nX-Reason: ${sentence}\r\n\r\n`,
  );
}

/** With two `Host` lines, Node uses the first and a proxy may use the second (RFC 9112, section 3.2). */
export function refuseTwoHosts(rawHeaders: readonly string[]): Refusal | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length > 1 ? { status: 400, sentence: 'One Host only.' } : undefined;
}

/** Listens on 127.0.0.1, on the first free one of `ports` (0 is any). Rejects with the last port's error. */
export async function listenOnLoopback(server: Server, ports: readonly number[]): Promise<number> {
  let fault: unknown = new Error('no port was named');
  for (const port of ports) {
    try {
      server.listen({ host: '127.0.0.1', port, exclusive: true });
      await once(server, 'listening');
      return portOf(server);
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** A new secret of 256 random bits, as 43 URL-safe characters. */
export function createAccessToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in constant time: reveals only whether the lengths differ, which is public. */
export function isSameToken(offered: string, token: string): boolean {
  const [theirs, ours] = [Buffer.from(offered), Buffer.from(token)];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours);
}
