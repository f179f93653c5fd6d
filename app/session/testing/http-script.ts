import { HttpWriter, purposeOf } from '../../frame/http-writer.ts';
import type { KnownRecord } from '../../frame/record.ts';
import { HttpSecrets } from '../../frame/redaction/http-secrets.ts';

type Headers = { readonly [name: string]: string };
type Message = { readonly [key: string]: unknown };

/** The result of a request: a status with a body, JSON or event stream, or a failed connection. */
export type Came = {
  readonly status?: number;
  readonly headers?: Headers;
  /** A text, or a value that becomes JSON. */
  readonly body?: unknown;
  /** The text of an event stream, or messages that become one. */
  readonly sse?: string | readonly Message[];
  readonly how?: 'complete' | 'cut' | 'client-closed' | 'open';
  readonly failed?: {
    readonly phase: 'dns' | 'connect' | 'tls' | 'headers' | 'body';
    readonly code: string;
    readonly message?: string;
    readonly clientCertificate?: true;
  };
  readonly afterMs?: number;
  /** How long the response stays open after its body, in milliseconds. */
  readonly openMs?: number;
};

const ACCEPT = { Accept: 'application/json, text/event-stream' };
const URL = 'http://127.0.0.1:4000/mcp';

/** Writes the records of one session over HTTP, 10 ms apart unless a test sets another time. */
export class HttpScript {
  readonly records: KnownRecord[] = [];
  readonly #secrets = new HttpSecrets();
  #at = 0;
  #x = 0;
  #url = URL;
  /** Headers of every later request. */
  headers: Headers = {};

  constructor() {
    const url = URL;
    this.records.push({
      type: 'session',
      ...this.#place(),
      label: url,
      origin: 'tap',
      transport: 'streamable-http',
      url,
    });
  }

  wait(ms: number): this {
    this.#at += ms;
    return this;
  }

  at(url: string): this {
    this.#url = url;
    return this;
  }

  /** A POST with a message, an array of them, or text. */
  post(message: Message | readonly Message[] | string, came: Came = {}, headers: Headers = {}): this {
    const body =
      typeof message === 'string'
        ? message
        : JSON.stringify(Array.isArray(message) ? message : { jsonrpc: '2.0', ...message });
    return this.#exchange('POST', { ...ACCEPT, 'Content-Type': 'application/json', ...headers }, body, came);
  }

  get(came: Came = {}, headers: Headers = {}): this {
    return this.#exchange('GET', { Accept: 'text/event-stream', ...headers }, '', came);
  }

  delete(came: Came = {}): this {
    return this.#exchange('DELETE', {}, '', came);
  }

  /** The handshake of a session with this id; none if it is empty. */
  handshake(protocolVersion = '2025-11-25', id = 'f3c1a9d2-8e47-4b60-9c1d-2f5a7b8c9d0e'): this {
    const result = {
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'test', version: '1' },
    };
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const given: Headers = id === '' ? {} : { 'Mcp-Session-Id': id };
    this.post(
      { id: 0, method: 'initialize', params },
      { body: { jsonrpc: '2.0', id: 0, result }, headers: given },
    );
    const version: Headers =
      protocolVersion >= '2025-06-18' ? { 'MCP-Protocol-Version': protocolVersion } : {};
    this.headers = { ...given, ...version };
    return this.post({ method: 'notifications/initialized' }, { status: 202 });
  }

  call(id: number, came: Came, headers: Headers = {}): this {
    return this.post({ id, method: 'tools/call', params: { name: 'echo', arguments: {} } }, came, headers);
  }

  /** Makes the last exchange one that the user wrote. */
  raw(): this {
    for (const one of this.records)
      if ('x' in one && one.x === this.#x && 'event' in one && one.event === 'request') one.deliberate = true;
    return this;
  }

  /** A call with a good answer. */
  fine(id: number): this {
    return this.call(id, { body: answer(id) });
  }

  get lastSeq(): number {
    return this.records.length;
  }

  #exchange(method: string, own: Headers, body: string, came: Came): this {
    this.#x += 1;
    const writer = new HttpWriter(this.#x, this.#secrets, (written) => {
      this.records.push({ ...written, ...this.#place() });
    });
    const headers = Object.entries({ Host: '127.0.0.1:4000', ...this.headers, ...own }).filter(
      ([, value]) => value !== '',
    );
    writer.request({ method, url: this.#url, headers, purpose: purposeOf(method, this.#url, body) }, body);
    this.#at += came.afterMs ?? 0;
    const { failed, how = 'complete', status = 200 } = came;
    if (failed !== undefined) {
      writer.failed({ message: failed.code, ...failed });
      return this;
    }
    if (status > 0) {
      const type =
        came.sse !== undefined
          ? 'text/event-stream'
          : typeof came.body === 'string'
            ? 'text/plain'
            : 'application/json';
      const typed: Headers =
        came.sse === undefined && came.body === undefined ? {} : { 'Content-Type': type };
      writer.response({ status, headers: Object.entries({ ...typed, ...came.headers }) });
      writer.chunk(new TextEncoder().encode(bodyOf(came)));
    }
    this.#at += came.openMs ?? 0;
    if (how !== 'open') writer.end(how);
    return this;
  }

  #place() {
    this.#at += 10;
    return { seq: this.records.length + 1, at: this.#at, session: 's1' };
  }
}

function bodyOf({ body, sse }: Came): string {
  if (typeof sse === 'string') return sse;
  if (sse !== undefined)
    return sse
      .map((one) => `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...one })}\n\n`)
      .join('');
  return typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
}

/** A good answer to a call. */
export function answer(id: number | string) {
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'fine' }] } };
}

/** The error of an HTTP status, without an id by default. */
export function refusal(code: number, message: string, id: number | string | null = null) {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
