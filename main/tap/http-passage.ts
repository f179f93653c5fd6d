import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { type HttpConnection, headerOf, headerPairs, mediaType } from '../../app/frame/http-record.ts';
import { connectionFailure, type HttpClientOptions } from '../system/http-client.ts';
import type { AnswerChannel, AnswerControl } from './answer-control.ts';
import { EVENTS, WHOLE_BODY } from './answer-framing.ts';
import type { HttpCopied, TapNote } from './tap-message.ts';

/** Headers of a single connection (RFC 9110 §7.6.1) or of the proxy. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]);
type PassageHooks = {
  readonly url: string;
  readonly client: HttpClientOptions;
  readonly control: AnswerControl | undefined;
  /** The request body; empty if it is streamed. */
  readonly asked: Uint8Array;
  readonly copy: (event: HttpCopied, chunk?: Uint8Array) => void;
  readonly answered: (status: number, headers: [string, string][]) => void;
  readonly streamed: (chunk: Buffer) => void;
  readonly ended: () => void;
};

type Head = { readonly status: number; readonly reason: string; readonly headers: [string, string][] };

/** One exchange in progress: passes on the server's answer as it arrives, to a client that may leave at any time. */
export class HttpPassage implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse;
  readonly #hooks: PassageHooks;
  #controller: Dispatcher.DispatchController | undefined;
  #channel: AnswerChannel | undefined;
  /** Held back until the body whose length it states. */
  #head: Head | undefined;
  #isOver = false;
  #isFirst = true;
  /** True while the headers wait for the first body bytes. */
  #isHeadAlone = false;
  /** What is known of the connection to the server. */
  connection: () => HttpConnection | undefined = () => undefined;

  constructor(response: ServerResponse, hooks: PassageHooks) {
    this.#response = response;
    this.#hooks = hooks;
    response.on('drain', () => this.#controller?.resume());
    response.on('close', () => this.leave());
    response.on('error', () => undefined);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('the client has left'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, _: object, reason = ''): void {
    if (this.#isOver || status < 200) return;
    const raw = Array.isArray(controller.rawHeaders) ? controller.rawHeaders : [];
    const headers = endToEndHeaders(
      raw.map((one) => (typeof one === 'string' ? one : one.toString('latin1'))),
    );
    const head = { status, ...(reason === '' ? {} : { reason }), headers, connection: this.connection() };
    this.#hooks.copy({ kind: 'response', head });
    this.#hooks.answered(status, headers);
    const type = mediaType(headers);
    this.#isFirst = type === 'text/event-stream' && this.#response.req.method === 'GET';
    const framing =
      type === 'text/event-stream' ? EVENTS : type === 'application/json' ? WHOLE_BODY : undefined;
    const { control, asked } = this.#hooks;
    const send = (bytes: Uint8Array, note?: TapNote): void => this.#send(bytes, note);
    this.#channel = framing && control?.channel({ send, framing, asked });
    this.#head = { status, reason, headers };
    if (framing !== WHOLE_BODY || control?.isWatching !== true) this.#sendHead(headers);
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.#isOver) return;
    if (this.#isFirst) this.#hooks.streamed(chunk);
    this.#isFirst = false;
    if (this.#channel === undefined) this.#send(chunk);
    else this.#channel.fromServer(chunk);
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    const done = (): void => {
      if (this.#head !== undefined) this.#sendHead(this.#head.headers);
      this.#isHeadAlone = false;
      this.#finish({ kind: 'end', how: 'complete' });
      this.#response.end();
    };
    if (this.#channel === undefined) done();
    else this.#channel.serverEnded(done);
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#isOver) return;
    if (this.#response.headersSent || this.#head !== undefined) {
      this.#finish({ kind: 'end', how: 'cut' });
      this.#response.destroy();
    } else void this.#fail(error);
  }

  async #fail(error: Error): Promise<void> {
    const response = this.#response;
    const failure = await connectionFailure(error, this.#hooks.url, this.#hooks.client);
    if (this.#isOver) return;
    this.#finish({ kind: 'failed', failure: { ...failure, connection: this.connection() } });
    if (failure.phase === 'headers') response.destroy();
    else {
      response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(`tierscope tap: the server cannot be reached: ${failure.message}\n`);
    }
  }

  /** The client or the tap leaves: the server sees no difference. */
  leave(): void {
    if (this.#isOver) return;
    this.#finish({ kind: 'end', how: 'client-closed' });
    this.#controller?.abort(new Error('the client has left'));
    this.#response.destroy();
  }

  #sendHead(headers: [string, string][]): void {
    if (this.#head === undefined) return;
    const { status, reason } = this.#head;
    this.#head = undefined;
    const response = this.#response;
    response.sendDate = false;
    response.writeHead(status, reason, headers.flat());
    // Body bytes that arrived with the headers leave with them; otherwise the headers leave alone.
    this.#isHeadAlone = true;
    process.nextTick(() => {
      if (this.#isHeadAlone) response.flushHeaders();
    });
  }

  #send(bytes: Uint8Array, note?: TapNote): void {
    if (this.#isOver) return;
    this.#hooks.copy({ kind: 'chunk', ...(note === undefined ? {} : { note }) }, bytes);
    if (this.#head !== undefined) {
      const { headers } = this.#head;
      const length = note === undefined ? undefined : String(bytes.length);
      this.#sendHead(headers.map(([name, value]) => [name, isLength(name) ? (length ?? value) : value]));
    }
    this.#isHeadAlone = false;
    if (!this.#response.write(bytes)) this.#controller?.pause();
  }

  #finish(event: HttpCopied): void {
    this.#channel?.close();
    this.#isOver = true;
    this.#hooks.copy(event);
    this.#hooks.ended();
  }
}

function isLength(name: string): boolean {
  return name.toLowerCase() === 'content-length';
}

export function endToEndHeaders(raw: readonly string[]): [string, string][] {
  const pairs = headerPairs(raw);
  const connection = headerOf(pairs, 'connection')?.toLowerCase() ?? '';
  const named = connection === '' || connection === 'keep-alive' ? [] : connection.split(/\s*,\s*/);
  return pairs.filter(([name]) => {
    const key = name.toLowerCase();
    return !HOP_BY_HOP.has(key) && !named.includes(key);
  });
}
