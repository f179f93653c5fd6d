import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type HeaderPairs, headerOf } from '../../app/frame/http-record.ts';
import { purposeOf } from '../../app/frame/http-writer.ts';
import { HttpSecrets } from '../../app/frame/redaction/http-secrets.ts';
import { CLIENT_INFO_KEY } from '../../app/protocol/meta-keys.ts';
import { HttpSessions } from '../../app/recording/import/http-sessions.ts';
import { ConnectClock, type HttpClientOptions, httpDispatcher } from '../system/http-client.ts';
import { isSameToken } from '../system/loopback-gate.ts';
import type { AnswerControl } from './answer-control.ts';
import { endToEndHeaders, HttpPassage } from './http-passage.ts';
import { type Copied, type HttpCopied, NOTHING } from './tap-message.ts';

export type TappedAddress = HttpClientOptions & {
  readonly url: URL;
  /** True to forward the client's `Origin`, which names the tap's address. */
  readonly keepsOrigin?: boolean | undefined;
  /** Sent with every request, replacing the client's headers of the same name. */
  readonly headers: HeaderPairs;
};

type HttpTapOptions = {
  readonly upstream: TappedAddress;
  /** The unguessable part of the address. */
  readonly token: string;
  /** Called with everything that passes, before it is forwarded. */
  readonly copy: (copied: Copied) => void;
  /** Called for a session once it was copied. */
  readonly onSession: (session: string) => void;
  /** The control over a session's answers; undefined for none. */
  readonly controlOf: (session: string) => AnswerControl | undefined;
};

/** Headers that the tap replaces; a page's origin is the tap's address, which the server does not know. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['host', 'origin', 'content-length', 'expect', 'accept-encoding'],
]);
/** The part of a body that is searched for its method, in characters. */
const LOOKED_CHARS = 16 * 1024;
const MAX_KNOWN = 1000;
/** A longer request body is streamed, in bytes: its sender is recognized from less. */
export const WHOLE_BYTES = 64 * 1024;
/** In a request of 2026-07-28, each of which names its client. */
const CLIENT_NAME = new RegExp(`"${CLIENT_INFO_KEY}"\\s*:\\s*\\{[^}]*"name"\\s*:\\s*"([^"]{1,100})"`);

/** A reverse proxy in front of one MCP server: traffic is copied first, then forwarded unchanged. */
export class HttpTap {
  readonly #options: HttpTapOptions;
  readonly #dispatcher: Dispatcher;
  readonly #prefix: string;
  readonly #replaced: ReadonlySet<string>;
  readonly #legacy = new Set<string>();
  readonly #sessions: HttpSessions;
  readonly #secrets: HttpSecrets;
  /** The addresses that an HTTP+SSE server named for messages. */
  readonly #endpoints = new Set<string>();
  /** The clients that have sent a message, by `User-Agent`. */
  readonly #posted = new Set<string>();
  readonly #runs = new Map<string, { readonly run: number; readonly hasCalls: boolean }>();
  /** The sender of the last message with each `User-Agent`. */
  readonly #latest = new Map<string, string>();
  readonly #open = new Set<HttpPassage>();
  readonly #clock = new ConnectClock();
  #x = 0;

  constructor(options: HttpTapOptions) {
    const { upstream, token, onSession } = options;
    this.#options = options;
    this.#prefix = `/t/${token}`;
    this.#dispatcher = httpDispatcher(upstream, this.#clock);
    const own = upstream.headers.map(([name]) => name.toLowerCase());
    const kept = upstream.keepsOrigin === true ? 'origin' : '';
    this.#replaced = new Set([...OWN_HEADERS, ...own].filter((name) => name !== kept || own.includes(name)));
    this.#secrets = new HttpSecrets(upstream.headers.map(([name]) => name));
    this.#sessions = new HttpSessions(({ session = '', body }) => {
      if (body.type !== 'session') return;
      this.#copy(0, { kind: 'session', session, url: body.url ?? '', transport: body.transport ?? '' });
      onSession(session);
    }, this.#legacy);
  }

  get openExchanges(): number {
    return this.#open.size;
  }

  /** Handles a request with its body, or with the beginning of a streamed body. */
  take(request: IncomingMessage, response: ServerResponse, body: Buffer, rest?: AsyncIterable<Buffer>): void {
    const path = this.#pathOf(request.url ?? '/');
    if (path === undefined) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Nothing is here.\n');
      return;
    }
    this.#x += 1;
    const { upstream } = this.#options;
    const method = request.method ?? 'GET';
    const { origin } = upstream.url;
    const url = origin + path;
    const text = body.toString('utf8', 0, LOOKED_CHARS);
    const headers = this.#headersFor(request.rawHeaders);
    const asked = { method, url, headers, purpose: purposeOf(method, url, text) };
    const client = this.#clientOf(headerOf(headers, 'user-agent') ?? '', text);
    if (method === 'POST' && this.#posted.size < MAX_KNOWN) this.#posted.add(client);
    else if (isLegacyStart(method, headers) && !this.#posted.has(client))
      this.#legacy.add(upstream.url.pathname);
    const session = this.#sessions.of(asked, text, () => this.#secrets.url(url), undefined, client);
    const x = this.#x;
    const given = request.headers['content-length'];
    const length = rest === undefined ? {} : { length: given === undefined ? null : Number(given) };
    this.#copy(x, { kind: 'request', session, asked, ...length }, body);
    const control = this.#options.controlOf(session);
    const asking = rest === undefined ? body : NOTHING;
    control?.hear(asking);
    const passage = new HttpPassage(response, {
      ...{ url, client: upstream, control, asked: asking },
      copy: (event, chunk) => this.#copy(x, event, chunk),
      answered: (status, given) => this.#sessions.answered(session, status, given),
      streamed: (chunk) => this.#streamed(session, chunk),
      ended: () => this.#open.delete(passage),
    });
    this.#open.add(passage);
    const framing = rest === undefined || given === undefined ? [] : ['content-length', given];
    const sent = rest === undefined ? body : Readable.from(this.#copied(x, body, rest));
    const fields = [...headers.flat(), ...framing];
    const onward = { origin, path, method, headers: fields, body: body.length === 0 ? null : sent };
    passage.connection = this.#clock.during(origin, () =>
      this.#dispatcher.dispatch(onward, passage),
    ).connection;
  }

  /** Streams a body, copying each piece before it is forwarded; the first one is copied already. */
  async *#copied(x: number, first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield first;
    for await (const chunk of rest) {
      this.#copy(x, { kind: 'asked', isLast: false }, chunk);
      yield chunk;
    }
    this.#copy(x, { kind: 'asked', isLast: true });
  }

  async close(): Promise<void> {
    for (const passage of this.#open) passage.leave();
    await this.#dispatcher.destroy();
  }

  #copy(x: number, event: HttpCopied, chunk: Uint8Array = NOTHING): void {
    this.#options.copy({ kind: 'http', x, at: performance.now(), event, chunk });
  }

  /** The server's path and query for a request; undefined if the request does not have the tap's address. */
  #pathOf(target: string): string | undefined {
    if (this.#endpoints.has(target)) return target;
    const { pathname, search } = this.#options.upstream.url;
    const [, wellKnown, rest = ''] = /^(\/\.well-known\/[\w-]+)(.*)$/.exec(target) ?? [];
    const ofTap = wellKnown === undefined ? target : rest;
    const isOwn = isSameToken(ofTap.slice(0, this.#prefix.length), this.#prefix);
    const path = ofTap.slice(this.#prefix.length);
    if (!isOwn || !/^(?:[/?]|$)/.test(path))
      return wellKnown !== undefined && rest === '' ? target : undefined;
    if (wellKnown !== undefined) return wellKnown + path;
    return path === pathname ? pathname + search : path.startsWith('/') ? path : undefined;
  }

  #headersFor(rawHeaders: readonly string[]): [string, string][] {
    const { url, headers } = this.#options.upstream;
    const kept = endToEndHeaders(rawHeaders).filter(([name]) => !this.#replaced.has(name.toLowerCase()));
    const added = headers.map(([name, value]): [string, string] => [name, value]);
    return [['host', url.host], ...kept, ...added, ['accept-encoding', 'identity']];
  }

  /** Tells clients without session ids apart: by name, and by discovering the server again after calls. */
  #clientOf(agent: string, text: string): string {
    const [, name = ''] = CLIENT_NAME.exec(text) ?? [];
    const latest = this.#latest.get(agent);
    // The name may come after the searched part.
    if (name === '' && text.length >= LOOKED_CHARS && latest !== undefined) return latest;
    const client = `${agent} ${name}`;
    const known = this.#runs.get(client) ?? { run: 1, hasCalls: false };
    const discovers = text.includes('"server/discover"');
    const isNew = discovers && known.hasCalls;
    const hasCalls = !discovers && (known.hasCalls || name !== '');
    const now = { run: known.run + (isNew ? 1 : 0), hasCalls };
    const found = `${client} ${now.run}`;
    if (this.#runs.size < MAX_KNOWN) {
      this.#runs.set(client, now);
      this.#latest.set(agent, found);
    }
    return found;
  }

  /** Text of a GET stream; the first one in HTTP+SSE names where messages go. */
  #streamed(session: string, chunk: Buffer): void {
    const text = chunk.toString('utf8', 0, LOOKED_CHARS);
    if (!text.includes('event: endpoint')) return;
    this.#sessions.streamed(session, text);
    const [, endpoint = ''] = /\bdata: ?(\S+)/.exec(text) ?? [];
    if (endpoint.startsWith('/') && this.#endpoints.size < MAX_KNOWN) this.#endpoints.add(endpoint);
  }
}

/** An HTTP+SSE client starts with a stream. */
function isLegacyStart(method: string, headers: HeaderPairs): boolean {
  const wantsStream = headerOf(headers, 'accept')?.includes('text/event-stream') ?? false;
  const knows = ['mcp-session-id', 'mcp-protocol-version', 'last-event-id'];
  return method === 'GET' && wantsStream && knows.every((name) => headerOf(headers, name) === undefined);
}
