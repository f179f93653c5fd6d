import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { parseJson } from '../../app/base/json-value.ts';
import { packAnswer } from '../../app/contract/binary-answer.ts';
import type { HostApi } from '../hub/host-api.ts';
import {
  createAccessToken,
  isSameToken,
  listenOnLoopback,
  type Refusal,
  refuseSocket,
  refuseTwoHosts,
} from '../system/loopback-gate.ts';
import { pageHeaders, readPageFile } from './serve-page.ts';
import { type Carrier, serveScreen } from './serve-screen.ts';

type LoopbackOptions = {
  /** Answers the screens. If it is a promise, they wait for it; the page does not. */
  readonly host: HostApi | Promise<HostApi>;
  readonly pageFolder: string;
  /** The ports to try in order; 0 is any free one. */
  readonly ports: readonly number[];
  readonly onFault: (fault: Error) => void;
};

export type LoopbackServer = Awaited<ReturnType<typeof startLoopbackServer>>;

const PROTOCOL = 'tierscope.v1';
const GOING_AWAY = 1001;
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Serves the page and its WebSocket on 127.0.0.1. Rejects if every port is taken. */
export async function startLoopbackServer(options: LoopbackOptions) {
  const token = createAccessToken();
  const tickets = new EntryTickets(Date.now);
  const http = createServer();
  const port = await listenOnLoopback(http, options.ports);
  const origin = `http://127.0.0.1:${port}`;
  const headers = pageHeaders(ownHosts(port).map((host) => `ws://${host}`));
  http.on('request', (request, response) => {
    const refusal =
      refuseTwoHosts(request.rawHeaders) ?? refusePageRequest(request.method, request.headers, port);
    if (refusal !== undefined) return answerRefusal(response, refusal, headers);
    const { pathname, query } = splitAddress(request.url ?? '/');
    if (pathname === '/enter' && tickets.use(query.get('ticket') ?? '')) {
      response
        .writeHead(303, { ...headers, 'Cache-Control': 'no-store', Location: `/#token=${token}` })
        .end();
    } else {
      void answerFile(response, options.pageFolder, pathname, headers);
    }
  });
  const sockets = acceptScreens(http, port, token, options);
  return {
    port,
    /** The address with the token in its fragment, which a browser never sends to a server. */
    address: `${origin}/#token=${token}`,
    /** An address for a browser's command line: it works once, within one minute. */
    entryAddress: () => `${origin}/enter?ticket=${tickets.issue()}`,
    screens: sockets.screens,
    close: async (): Promise<void> => {
      sockets.close();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    },
  };
}

/** Does not use `new URL`, which throws for some requests that a stranger may send. */
function splitAddress(url: string): { pathname: string; query: URLSearchParams } {
  const [pathname = '/', query = ''] = url.split('?', 2);
  return { pathname, query: new URLSearchParams(query) };
}

async function answerFile(
  response: ServerResponse,
  folder: string,
  path: string,
  headers: Record<string, string>,
): Promise<void> {
  const file = await readPageFile(folder, path);
  if (file === undefined)
    return answerRefusal(response, { status: 404, sentence: 'Nothing is here.' }, headers);
  response.writeHead(200, { ...headers, 'Content-Type': file.type, 'Content-Length': file.bytes.length });
  response.end(response.req.method === 'HEAD' ? undefined : file.bytes);
}

function answerRefusal(response: ServerResponse, refusal: Refusal, headers: Record<string, string>): void {
  response.writeHead(refusal.status, {
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    Connection: 'close',
  });
  response.end(`${refusal.sentence}\n`);
}

/** Accepts screens whose upgrade request names this host, this origin and the token. */
function acceptScreens(http: Server, port: number, token: string, options: LoopbackOptions) {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => PROTOCOL,
  });
  let ever = 0;
  http.on('upgrade', (request, socket, head) => {
    const refusal = refuseScreen(request, port, token);
    if (refusal !== undefined) return refuseSocket(socket, refusal);
    // Without a listener, a socket error would end the app; ws adds its own.
    const left = (): void => void socket.destroy();
    socket.on('error', left);
    void Promise.resolve(options.host).then((host) => {
      socket.off('error', left);
      sockets.handleUpgrade(request, socket, head, (screen) => {
        ever += 1;
        serveScreen(host, webSocketCarrier(screen, socket), options.onFault);
      });
    });
  });
  return {
    /** How many screens are connected, and how many ever were. */
    screens: () => ({ open: sockets.clients.size, ever }),
    close: (): void => {
      for (const screen of sockets.clients) screen.close(GOING_AWAY, 'Tierscope quits');
      sockets.close();
    },
  };
}

function refuseScreen(request: IncomingMessage, port: number, token: string): Refusal | undefined {
  const refusal = refuseTwoHosts(request.rawHeaders) ?? refuseUpgrade(request.headers, port);
  if (refusal !== undefined) return refusal;
  if (request.url !== '/ws') return { status: 404, sentence: 'Nothing is here.' };
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
  if (!offered.includes(PROTOCOL)) return { status: 400, sentence: `Speak ${PROTOCOL}.` };
  const isToken = offered.some((one) => one.startsWith('token.') && isSameToken(one.slice(6), token));
  return isToken ? undefined : { status: 401, sentence: 'The token is missing or wrong.' };
}

/** Close code for a peer that broke the protocol (RFC 6455, section 7.4.1). */
const PROTOCOL_ERROR = 1002;

/**
 * Carries messages over one WebSocket as JSON text, and answers with bytes as binary. Messages posted within one turn
 * share one write to `wire`.
 */
function webSocketCarrier(socket: WebSocket, wire: Duplex): Carrier {
  const refuse = (reason: string): void => socket.close(PROTOCOL_ERROR, reason);
  return {
    post(message) {
      if (socket.readyState !== socket.OPEN) return;
      const written = packAnswer(message) ?? JSON.stringify(message);
      // A thousand sessions that change at once send a thousand messages; without a cork, each would be a system call.
      if (wire.writableCorked === 0) {
        wire.cork();
        process.nextTick(() => wire.uncork());
      }
      socket.send(written);
    },
    listen(onMessage, onClose) {
      socket.on('message', (data, isBinary) => {
        const message = isBinary ? undefined : parseJson(String(data));
        if (message === undefined) refuse('messages are JSON text');
        else onMessage(message);
      });
      // ws closes the socket itself after an error; `close` always follows.
      socket.on('error', () => undefined);
      socket.once('close', onClose);
    },
    refuse,
  };
}

function ownHosts(port: number): readonly string[] {
  // A browser omits the default port of its scheme.
  if (port === 80) return ['127.0.0.1', 'localhost'];
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}

/** Checks a request for a file of the page: allowed for this machine's pages and for a user who follows a link. */
function refusePageRequest(
  method: string | undefined,
  headers: IncomingHttpHeaders,
  port: number,
): Refusal | undefined {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, sentence: 'Only GET and HEAD.' };
  const address = refuseAddress(headers, port);
  if (address !== undefined) return address;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  return { status: 403, sentence: 'Another site asked for this.' };
}

/** Checks a WebSocket upgrade, except its token. A browser always sends the origin with it. */
function refuseUpgrade(headers: IncomingHttpHeaders, port: number): Refusal | undefined {
  if (headers.origin === undefined) return { status: 403, sentence: 'The Origin is missing.' };
  return refuseAddress(headers, port);
}

/** `Host` exposes DNS rebinding, `Origin` exposes a foreign page. */
function refuseAddress({ host, origin }: IncomingHttpHeaders, port: number): Refusal | undefined {
  const hosts = ownHosts(port);
  if (host === undefined || !hosts.includes(host)) {
    return { status: 421, sentence: 'This host answers to 127.0.0.1 and localhost only.' };
  }
  if (origin === undefined || hosts.some((own) => origin === `http://${own}`)) return undefined;
  return { status: 403, sentence: 'Another origin asked for this.' };
}

const VALID_MS = 60_000;

/** Tickets that let a browser in once: every user can read its arguments, so they must not contain the token. */
export class EntryTickets {
  readonly #open = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Issues a ticket that is valid for one minute and one use. */
  issue(): string {
    const ticket = createAccessToken();
    this.#open.set(ticket, this.#now() + VALID_MS);
    return ticket;
  }

  /** True once for each issued ticket that has not expired. */
  use(offered: string): boolean {
    for (const [ticket, until] of this.#open) {
      if (!isSameToken(offered, ticket)) continue;
      this.#open.delete(ticket);
      return this.#now() < until;
    }
    return false;
  }
}
