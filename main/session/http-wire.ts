import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import type { Steps } from '../../app/base/steps.ts';
import { type HeaderPairs, headerPairs } from '../../app/frame/http-record.ts';
import { HttpWriter, type HttpWritten } from '../../app/frame/http-writer.ts';
import type { HttpSecrets } from '../../app/frame/redaction/http-secrets.ts';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import { encodedTextInSteps } from '../../app/recording/encode-record.ts';
import { HttpBook } from '../../app/session/http-book.ts';
import { type HttpExchange, isStream } from '../../app/session/http-exchange.ts';
import { type Envelope, messagesIn, type WireMessage } from '../../app/wire/envelope.ts';
import type { ConnectClock, HttpClientOptions } from '../system/http-client.ts';
import { hostTurns } from '../system/turn-slices.ts';
import type { HttpSpec, SessionJournal } from './record-body.ts';
import type { HttpRunEvents } from './server-link.ts';

type WrittenFrame = Extract<HttpWritten, { type: 'frame' }>;

/** Longer messages are encoded incrementally. */
const LONG_CHARS = 1024 * 1024;

/** Shared by all connections of a session: numbers each exchange and names each session id. */
export type HttpNumbers = { x: number; readonly secrets: HttpSecrets };

export type HttpRunOptions = {
  readonly spec: HttpSpec;
  readonly version: string;
  readonly settings: SessionSettings;
  readonly journal: SessionJournal;
  readonly numbers: HttpNumbers;
  readonly events: HttpRunEvents;
};

export type HttpAsked = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Empty for none. */
  readonly body: string;
  readonly envelope?: Envelope | undefined;
  /** True for an intentionally malformed raw message. */
  readonly isRaw?: boolean;
  readonly onHead?: (headers: HeaderPairs, http: HttpExchange) => void;
  /** A server message or batch, after it was recorded. */
  readonly onMessage?: (message: WireMessage, seq: number, http: HttpExchange) => void;
  /** An event whose data is not a message. */
  readonly onEvent?: (event: string, data: string) => void;
};

export type HttpCall = {
  /** The record of its message, else of the request. */
  readonly seq: number;
  readonly http: HttpExchange;
  /** Resolves when the response headers arrived, or will not arrive. */
  readonly head: Promise<void>;
  readonly done: Promise<HttpExchange>;
  /** Closes the connection of the exchange: the client stops waiting. */
  readonly close: () => void;
};

/** What sends requests, and measures the connections that it opens. */
type Sender = {
  readonly dispatcher: Dispatcher;
  readonly clock: ConnectClock;
  readonly options: HttpClientOptions;
};

/** Performs HTTP exchanges. Each step is recorded before it reaches the wire or a receiver. */
export class HttpWire {
  readonly book = new HttpBook();
  readonly #journal: SessionJournal;
  readonly #numbers: HttpNumbers;
  readonly #sender: Sender;
  readonly #onDefect: (error: unknown) => void;
  readonly #open = new Set<AbortController>();

  constructor(
    journal: SessionJournal,
    numbers: HttpNumbers,
    sender: Sender,
    onDefect: (error: unknown) => void,
  ) {
    this.#journal = journal;
    this.#numbers = numbers;
    this.#sender = sender;
    this.#onDefect = onDefect;
  }

  exchange(asked: HttpAsked): HttpCall {
    this.#numbers.x += 1;
    const records = { seq: 0, http: undefined as HttpExchange | undefined };
    const writer = new HttpWriter(this.#numbers.x, this.#numbers.secrets, (written, read) => {
      return this.#record(asked, records, written, read);
    });
    const { method, url, headers, body } = asked;
    writer.request(
      { method, url, headers: headers.map(([name, value]) => [name, value]), purpose: 'mcp' },
      body,
    );
    const { seq, http } = records;
    if (http === undefined) throw new Error('a request without a record');
    const abort = new AbortController();
    this.#open.add(abort);
    let headCame = (): void => undefined;
    const head = new Promise<void>((settle) => {
      headCame = settle;
    });
    const done = this.#run(asked, writer, http, abort, headCame).then(() => {
      this.#open.delete(abort);
      headCame();
      return http;
    });
    return { seq, http, head, done, close: () => abort.abort() };
  }

  close(): void {
    for (const abort of this.#open) abort.abort();
  }

  async destroy(): Promise<void> {
    this.close();
    await this.#sender.dispatcher.destroy();
  }

  async #run(
    asked: HttpAsked,
    writer: HttpWriter,
    http: HttpExchange,
    { signal }: AbortController,
    headCame: () => void,
  ): Promise<void> {
    const { method, url, headers, body, onHead } = asked;
    const { origin, pathname, search } = new URL(url);
    let hasHead = false;
    const { dispatcher, clock } = this.#sender;
    const { sent, connection } = clock.during(origin, () =>
      dispatcher.request({
        ...{ origin, path: `${pathname}${search}`, method, signal, responseHeaders: 'raw' },
        ...{ headers: headers.flat(), body: body === '' ? null : body },
      }),
    );
    try {
      const { statusCode, statusText, headers: given, body: stream } = await sent;
      hasHead = true;
      // With `raw`, undici alternates names and values.
      const pairs = headerPairs(Array.isArray(given) ? given.map(String) : []);
      const head = { status: statusCode, reason: statusText, httpVersion: '1.1', headers: pairs };
      writer.response({ ...head, connection: connection() });
      onHead?.(pairs, http);
      headCame();
      for await (const chunk of stream) await hostTurns.run(writer.chunkInSteps(chunk));
      await hostTurns.run(writer.endInSteps('complete'));
    } catch (error) {
      if (signal.aborted) writer.end('client-closed');
      else if (hasHead) writer.end('cut');
      else {
        const failure = await (await httpClient()).connectionFailure(error, url, this.#sender.options);
        writer.failed({ ...failure, connection: connection() });
      }
    }
  }

  #record(
    asked: HttpAsked,
    records: { seq: number; http: HttpExchange | undefined },
    written: HttpWritten,
    read: WireMessage | string | undefined,
  ): Steps<void> | undefined {
    const message = typeof read === 'object' ? read : undefined;
    const isOurs = written.type === 'frame' && written.direction === 'client-to-server';
    if (!isOurs && written.type === 'frame' && written.raw.length > LONG_CHARS)
      return this.#recordLong(asked, records, written, message);
    const isAsking = isOurs || (written.type === 'http' && written.event === 'request');
    const body = isAsking && asked.isRaw === true ? ({ ...written, deliberate: true } as const) : written;
    const seq = this.#journal.write(body, isOurs ? asked.envelope : message?.envelope);
    if (records.http === undefined || isOurs) records.seq = seq;
    const record = { ...body, seq, at: performance.now(), session: '' };
    if (record.type === 'http') {
      records.http = this.book.take(record);
      if (record.event === 'body' && typeof read === 'string') asked.onEvent?.(record.sse?.event ?? '', read);
      return;
    }
    const { http } = records;
    if (!isOurs && message !== undefined && http !== undefined) this.#hear(asked, http, record, message);
    return;
  }

  /** The same incrementally, without encoding the whole body at once. */
  *#recordLong(
    asked: HttpAsked,
    { http }: { readonly http: HttpExchange | undefined },
    written: WrittenFrame,
    message: WireMessage | undefined,
  ): Steps<void> {
    const { raw } = written;
    const long = { encoded: yield* encodedTextInSteps({ raw }), shown: raw };
    const seq = this.#journal.write(written, message?.envelope, long);
    yield;
    const record = { ...written, seq, at: performance.now(), session: '' };
    if (message !== undefined && http !== undefined) this.#hear(asked, http, record, message);
  }

  #hear(
    asked: HttpAsked,
    http: HttpExchange,
    record: WrittenFrame & { readonly seq: number; readonly at: number; readonly session: string },
    message: WireMessage,
  ): void {
    if (isStream(http)) this.book.event(http, record, record.http.sse);
    const { envelope } = message;
    for (const one of messagesIn(envelope)) if (one.kind !== 'batch') this.book.message(http, record, one);
    try {
      asked.onMessage?.(message, record.seq, http);
    } catch (error) {
      this.#onDefect(error);
    }
  }
}

/** Loaded on demand: most sessions use stdio. */
function httpClient() {
  return import('../system/http-client.ts');
}

/** What sends requests with the options of a session; fails with a sentence for an unusable file or proxy. */
export async function senderOf(
  settings: SessionSettings,
  { cwd, passphrase }: Pick<HttpSpec, 'cwd' | 'passphrase'>,
): Promise<Sender> {
  const { caFile: ca, certFile: cert, keyFile: key, insecure, proxy } = settings;
  const { readPems } = await import('../system/pem-files.ts');
  const pems = await readPems({ ca, cert, key, passphrase }, cwd);
  if (!pems.ok) throw new Error(pems.error);
  const { ConnectClock, httpDispatcher } = await httpClient();
  const clock = new ConnectClock();
  const options = { ...pems.value, insecure, proxy: proxy === '' ? undefined : proxy };
  return { clock, options, dispatcher: httpDispatcher(options, clock) };
}

/** The address in an endpoint event, if it is on the server of its stream. */
export function sameOrigin(data: string, base: string): string | undefined {
  try {
    const endpoint = new URL(data.trim(), base);
    return endpoint.origin === new URL(base).origin ? endpoint.href : undefined;
  } catch {
    return undefined;
  }
}
