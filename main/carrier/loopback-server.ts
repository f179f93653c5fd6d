import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { parseJson } from '../../app/base/json-value.ts';
import { packAnswer } from '../../app/contract/binary-answer.ts';
import type { HostApi } from '../hub/host-api.ts';
import {
  createAccessToken,
  EntryTickets,
  isSameToken,
  ownHosts,
  type Refusal,
  refusePageRequest,
  refuseTwoHosts,
  refuseUpgrade,
} from './request-gate.ts';
import { pageHeaders, readPageFile } from './serve-page.ts';
import { type Carrier, serveScreen } from './serve-screen.ts';

type LoopbackOptions = {
  /** What the screens ask; they wait until it is there, the page does not. */
  readonly host: HostApi | Promise<HostApi>;
  readonly pageFolder: string;
  /** The ports to try in order; 0 is any free one. */
  readonly ports: readonly number[];
  readonly onFault: (fault: Error) => void;
};

export type LoopbackServer = {
  readonly port: number;
  /** The address with the token in its fragment, which a browser never sends. */
  readonly address: string;
  /** An address for a browser's command line: it works once, for a minute. */
  entryAddress(): string;
  /** How many screens are connected, and how many ever were. */
  screens(): { readonly open: number; readonly ever: number };
  onScreens(listener: () => void): void;
  close(): Promise<void>;
};

const PROTOCOL = 'tierscope.v1';
const GOING_AWAY = 1001;
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Serves the page and its WebSocket on 127.0.0.1. Rejects if no port could be had. */
export async function startLoopbackServer(options: LoopbackOptions): Promise<LoopbackServer> {
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
    address: `${origin}/#token=${token}`,
    entryAddress: () => `${origin}/enter?ticket=${tickets.issue()}`,
    screens: sockets.screens,
    onScreens: sockets.onScreens,
    close: async () => {
      sockets.close();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    },
  };
}

/** Not `new URL`: it throws for some of what a stranger may send. */
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

/** Lets screens in whose upgrade names this host, this origin and the token. */
function acceptScreens(http: Server, port: number, token: string, options: LoopbackOptions) {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => PROTOCOL,
  });
  const listeners: (() => void)[] = [];
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  let ever = 0;
  http.on('upgrade', (request, socket, head) => {
    const refusal = refuseScreen(request, port, token);
    if (refusal !== undefined) return refuseSocket(socket, refusal);
    // Without a listener an error of the socket would end the app; ws brings its own.
    const left = (): void => void socket.destroy();
    socket.on('error', left);
    void Promise.resolve(options.host).then((host) => {
      socket.off('error', left);
      sockets.handleUpgrade(request, socket, head, (screen) => {
        ever += 1;
        // ws takes the screen out of its set when the socket ends, before this listener.
        screen.once('close', () => queueMicrotask(notify));
        serveScreen(host, webSocketCarrier(screen, socket), options.onFault);
        notify();
      });
    });
  });
  return {
    screens: () => ({ open: sockets.clients.size, ever }),
    onScreens: (listener: () => void): void => void listeners.push(listener),
    close: (): void => {
      listeners.length = 0;
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

function refuseSocket(socket: Duplex, { status, sentence }: Refusal): void {
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\nX-Reason: ${sentence}\r\n\r\n`,
  );
}

/**
 * Listens on 127.0.0.1, on the first of `ports` that is free (0 is any free one), and gives the port.
 * Rejects with the last port's error if none is.
 */
async function listenOnLoopback(server: Server, ports: readonly number[]): Promise<number> {
  let fault: unknown = new Error('no port was named');
  for (const port of ports) {
    try {
      return await listen(server, port);
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen({ host: '127.0.0.1', port, exclusive: true });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The close code of RFC 6455, section 7.4.1, for a peer that broke the protocol. */
const PROTOCOL_ERROR = 1002;

/** Carries messages over one WebSocket, as JSON text; an answer with bytes as bytes. What is posted within one turn is one write to its `wire`. */
function webSocketCarrier(socket: WebSocket, wire: Duplex): Carrier {
  const refuse = (reason: string): void => socket.close(PROTOCOL_ERROR, reason);
  return {
    post(message) {
      if (socket.readyState !== socket.OPEN) return;
      const written = packAnswer(message) ?? JSON.stringify(message);
      // A thousand sessions that change at once are a thousand messages: each of its own would be a call of the system.
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
