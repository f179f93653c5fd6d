import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FIRST_STATELESS, MCP_REVISIONS } from '../../app/protocol/revisions.ts';
import { tiedStatus } from '../../app/protocol/tied-status.ts';
import { type Envelope, messagesIn, readEnvelope, readMessage } from '../../app/wire/envelope.ts';
import { type HttpRefusal, isModern, JSON_HEAD, modernFault, refused, refuseWith } from './http-refusal.ts';
import { type Answerer, GuardedServer, type ServedOptions, served } from './loopback-gate.ts';

/** A server that reads and writes lines, like one on stdio. */
export type LineServer = { take(line: string): void; close(): void };
type OpenServer = (write: (line: string) => void) => LineServer;

/** Beyond this many, the oldest session is dropped. */
const MAX_SESSIONS = 1000;
const SESSION = 'mcp-session-id';
const VERSION = 'mcp-protocol-version';

/** Serves a line-based server over Streamable HTTP in every revision: one instance per session or per request. */
export class HttpLineServer {
  readonly #open: OpenServer;
  readonly #sessions = new Map<string, LineSession>();

  constructor(open: OpenServer) {
    this.#open = open;
  }

  /** Answers a request; `isLenient` skips the check of mirrored headers. */
  take(request: IncomingMessage, response: ServerResponse, body: Buffer, isLenient = false): void {
    const refusal = this.#answer(request, response, body, isLenient);
    if (refusal !== undefined) refuseWith(response, refusal);
  }

  close(): void {
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
  }

  #answer(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    isLenient: boolean,
  ): HttpRefusal | undefined {
    const { method, headers } = request;
    if (method === 'POST') return this.#post(request, response, body.toString(), isLenient);
    if ((method !== 'GET' && method !== 'DELETE') || headers[VERSION] === FIRST_STATELESS)
      return refused(405, -32000, 'Method not allowed.');
    const session = this.#sessionOf(request);
    if (!(session instanceof LineSession)) return session;
    if (method === 'GET') return session.listen(request, response);
    session.close();
    this.#sessions.delete(session.id);
    response.writeHead(200).end();
    return undefined;
  }

  #post(
    request: IncomingMessage,
    response: ServerResponse,
    text: string,
    isLenient: boolean,
  ): HttpRefusal | undefined {
    const { accept = '', 'content-type': type = '' } = request.headers;
    if (!accept.includes('application/json') || !accept.includes('text/event-stream'))
      return refused(
        406,
        -32000,
        'Not Acceptable: Client must accept both application/json and text/event-stream',
      );
    if (!/^application\/json\b/.test(type))
      return refused(415, -32000, 'Unsupported Media Type: Content-Type must be application/json');
    const { envelope } = readMessage(text);
    if (envelope.kind === 'not-json') return refused(400, -32700, 'Parse error: Invalid JSON');
    if (envelope.kind === 'not-json-rpc') return refused(400, -32600, 'Invalid Request');
    const items = messagesIn(envelope);
    const isOne = envelope.kind === 'request' || envelope.kind === 'notification';
    const isOnce = isOne && isModern(request.headers, envelope);
    const stream = new AnswerStream(response, items, envelope.kind === 'batch', isOnce);
    const line = text.replaceAll(/[\r\n]+/g, ' ');
    if (isOnce) {
      const isChecked = envelope.kind === 'request' && !isLenient;
      return (isChecked ? modernFault(request.headers, envelope) : undefined) ?? this.#once(stream, line);
    }
    const version = request.headers[VERSION];
    if (version !== undefined && !MCP_REVISIONS.some((known) => known === version))
      return refused(
        400,
        -32000,
        `Bad Request: Unsupported protocol version: ${version} (supported versions: ${MCP_REVISIONS.join(', ')})`,
      );
    const isStart = items.some((item) => item.kind === 'request' && item.method === 'initialize');
    const session = isStart ? this.#begin() : this.#sessionOf(request);
    if (!(session instanceof LineSession)) return session;
    if (isStart) stream.headers[SESSION] = session.id;
    for (const one of envelope.kind === 'batch' ? linesOf(text) : [line]) session.ask(stream, one);
    return undefined;
  }

  /** A request of 2026-07-28 is independent. */
  #once(stream: AnswerStream, line: string): undefined {
    const session = new LineSession('', this.#open);
    stream.whenOver(() => session.close());
    session.ask(stream, line);
  }

  #begin(): LineSession {
    const [oldest] = this.#sessions.values();
    if (oldest !== undefined && this.#sessions.size >= MAX_SESSIONS) {
      oldest.close();
      this.#sessions.delete(oldest.id);
    }
    const session = new LineSession(randomUUID(), this.#open);
    this.#sessions.set(session.id, session);
    return session;
  }

  #sessionOf({ headers }: IncomingMessage): LineSession | HttpRefusal {
    const id = headers[SESSION];
    if (typeof id !== 'string') return refused(400, -32000, 'Bad Request: Mcp-Session-Id header is required');
    return this.#sessions.get(id) ?? refused(404, -32001, 'Session not found');
  }
}

/** Serves lines at `/mcp` on 127.0.0.1, and prints the address. Returns 0 at the end, or 3 if it cannot listen. */
export async function serveLines(lines: HttpLineServer, options: ServedOptions): Promise<number> {
  const { port = 0, write } = options;
  const take: Answerer = (request, response, body) => {
    if (/^\/mcp\/?(?:\?|$)/.test(request.url ?? '')) lines.take(request, response, body);
    else response.writeHead(404).end();
  };
  const end = await served({ ...options, port }, GuardedServer.listen(port, take), (server) =>
    write(`http://127.0.0.1:${server.port}/mcp\n`),
  );
  lines.close();
  return end;
}

const SSE_HEAD = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  'X-Accel-Buffering': 'no',
};

function eventOf(line: string): string {
  return `event: message\ndata: ${line}\n\n`;
}

function linesOf(batch: string): string[] {
  const list: unknown = JSON.parse(batch);
  return Array.isArray(list) ? list.map((item) => JSON.stringify(item)) : [];
}

/** One server, and where its lines go. */
class LineSession {
  readonly id: string;
  readonly #server: LineServer;
  /** By the id key of the open request; a second request with the same id replaces the first. */
  readonly #waiting = new Map<string, AnswerStream>();
  #listening: ServerResponse | undefined;

  constructor(id: string, open: OpenServer) {
    this.id = id;
    this.#server = open((line) => this.#write(line));
  }

  ask(stream: AnswerStream, line: string): void {
    const envelope = readEnvelope(line);
    if (envelope.kind === 'request') {
      const { key } = envelope.id;
      this.#waiting.delete(key);
      this.#waiting.set(key, stream);
      stream.whenOver(() => {
        if (this.#waiting.get(key) === stream) this.#waiting.delete(key);
      });
    }
    this.#server.take(line);
    stream.accepted();
  }

  listen(request: IncomingMessage, response: ServerResponse): HttpRefusal | undefined {
    if (request.headers.accept?.includes('text/event-stream') !== true)
      return refused(406, -32000, 'Not Acceptable: Client must accept text/event-stream');
    if (this.#listening !== undefined)
      return refused(409, -32000, 'Conflict: Only one SSE stream is allowed per session');
    this.#listening = response;
    response.on('close', () => {
      this.#listening = undefined;
    });
    response.writeHead(200, SSE_HEAD).flushHeaders();
    return undefined;
  }

  close(): void {
    this.#listening?.end();
    this.#server.close();
  }

  #write(line: string): void {
    const envelope = readEnvelope(line);
    const isAnswer = envelope.kind === 'result' || envelope.kind === 'error';
    const own = isAnswer && envelope.id !== undefined ? this.#waiting.get(envelope.id.key) : undefined;
    const stream = own ?? [...this.#waiting.values()].at(-1);
    if (stream !== undefined) stream.write(line, own === undefined ? undefined : envelope);
    else this.#listening?.write(eventOf(line));
  }
}

/** The response to a POST: one message, or a stream if another message precedes the answer. */
class AnswerStream {
  readonly headers: Record<string, string> = {};
  readonly #response: ServerResponse;
  readonly #isBatch: boolean;
  readonly #isModern: boolean;
  readonly #answers: string[] = [];
  /** How many requests are unanswered. */
  #open: number;

  constructor(response: ServerResponse, items: readonly Envelope[], isBatch: boolean, isModern: boolean) {
    this.#response = response;
    this.#isBatch = isBatch;
    this.#isModern = isModern;
    this.#open = items.filter(({ kind }) => kind === 'request').length;
  }

  whenOver(act: () => void): void {
    this.#response.on('close', act);
  }

  /** Everything was passed on: a message that needs no answer is accepted. */
  accepted(): void {
    if (this.#open === 0 && !this.#response.headersSent) this.#response.writeHead(202, this.headers).end();
  }

  /** `answer` is set if the line answers one of its requests. */
  write(line: string, answer: Envelope | undefined): void {
    const response = this.#response;
    // A second answer to the same request has nowhere to go.
    if (response.writableEnded) return;
    if (answer !== undefined) this.#open -= 1;
    if (this.#isBatch) this.#answers.push(line);
    if (this.#isBatch && this.#open > 0) return;
    if (!response.headersSent && answer !== undefined) {
      const text = this.#isBatch ? `[${this.#answers.join(',')}]` : line;
      response.writeHead(this.#statusOf(answer), { ...this.headers, ...JSON_HEAD }).end(text);
      return;
    }
    if (!response.headersSent) response.writeHead(200, { ...this.headers, ...SSE_HEAD });
    response.write(eventOf(line));
    if (this.#open <= 0) response.end();
  }

  #statusOf(answer: Envelope): number {
    const code = answer.kind === 'error' ? answer.error.codeText : '';
    return (this.#isModern ? tiedStatus(code) : undefined) ?? 200;
  }
}
