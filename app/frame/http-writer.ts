import { isJsonObject } from '../base/json-value.ts';
import { readMessage, type WireMessage } from '../wire/envelope.ts';
import { type SseEvent, SseReader } from '../wire/sse.ts';
import { type FrameHttp, type HttpBody, type HttpPurpose, mediaType } from './http-record.ts';
import type { Direction } from './record.ts';
import type { HttpSecrets } from './redaction/http-secrets.ts';

/** A frame, or what else of an HTTP exchange is recorded. */
export type HttpWritten =
  | HttpBody
  | {
      readonly type: 'frame';
      readonly direction: Direction;
      readonly raw: string;
      readonly http: FrameHttp;
      readonly truncatedBytes?: number;
    };

type Head = {
  readonly status: number;
  readonly reason?: string;
  readonly httpVersion?: string;
  readonly headers: [string, string][];
};
type Asked = {
  readonly method: string;
  readonly url: string;
  readonly headers: [string, string][];
  readonly purpose: HttpPurpose;
};

/** The text of a body record beyond this is cut. */
const MAX_TEXT = 16 * 1024;

/** Gets each record; with it the message of a frame of the server, or the text of an event before its secrets were cut. */
export type HttpWrite = (written: HttpWritten, read?: WireMessage | string) => void;

/** Makes the records of one HTTP exchange of its bytes, in the order in which they pass, without their secrets. */
export class HttpWriter {
  readonly #x: number;
  readonly #secrets: HttpSecrets;
  readonly #write: HttpWrite;
  #purpose: HttpPurpose = 'mcp';
  #sse: SseReader | undefined;
  readonly #decoder = new TextDecoder();
  #text = '';
  #elided = 0;
  #bytes = 0;

  constructor(x: number, secrets: HttpSecrets, write: HttpWrite) {
    this.#x = x;
    this.#secrets = secrets;
    this.#write = write;
  }

  /** The request with its whole body, of which `elided` bytes are not known. */
  request(asked: Asked, body: string, elided = 0): void {
    this.#purpose = asked.purpose;
    const bytes = new TextEncoder().encode(body).length + elided;
    this.#put({ type: 'http', x: this.#x, event: 'request', ...asked, ...(bytes > 0 ? { bytes } : {}) });
    if (body === '') return;
    if (asked.purpose === 'mcp') this.#frame('client-to-server', body, elided);
    else this.#body(body, elided);
  }

  response(head: Head): void {
    if (mediaType(head.headers) === 'text/event-stream') this.#sse = new SseReader();
    this.#put({ type: 'http', x: this.#x, event: 'response', ...head });
  }

  /** More of the response's body, as it came. */
  chunk(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    const text = this.#decoder.decode(bytes, { stream: true });
    if (this.#sse === undefined) this.#text += text;
    else for (const event of this.#sse.push(text)) this.#event(event);
  }

  /** This many bytes of the response's body are not known. */
  elide(bytes: number): void {
    this.#elided += bytes;
    this.#bytes += bytes;
    // What follows does not continue the event that began before.
    if (this.#sse !== undefined) this.#sse = new SseReader();
  }

  end(how: 'complete' | 'cut' | 'client-closed'): void {
    this.#flush(how);
    this.#put({ type: 'http', x: this.#x, event: 'end', how, bytes: this.#bytes });
  }

  failed(failure: Omit<Extract<HttpBody, { event: 'failed' }>, 'type' | 'x' | 'event'>): void {
    this.#flush('cut');
    this.#put({ type: 'http', x: this.#x, event: 'failed', ...failure });
  }

  #flush(how: string): void {
    const rest = this.#decoder.decode();
    if (this.#sse !== undefined) {
      for (const event of this.#sse.push(rest)) this.#event(event);
      const last = this.#sse.end();
      // Of a stream that broke off, nobody expects the last event to be whole.
      if (last.trim() !== '' && how === 'complete') this.#body(last, 0, { unterminated: true });
      if (this.#elided > 0) this.#body('', this.#elided);
      return;
    }
    const text = this.#text + rest;
    this.#text = '';
    if (text === '') return;
    const message = this.#purpose === 'mcp' ? messageIn(text) : undefined;
    const isPart = this.#purpose === 'mcp' && this.#elided > 0 && /^\s*[[{]/.test(text);
    if (message !== undefined || isPart)
      this.#frame('server-to-client', text, this.#elided, undefined, message);
    else this.#body(text, this.#elided);
  }

  #event(event: SseEvent): void {
    if (event.kind === 'comment') {
      this.#body(event.text, 0);
      return;
    }
    const { data, id, event: type, retry, crlf, lines } = event;
    const sse = {
      ...(id === undefined ? {} : { id }),
      ...(type === undefined ? {} : { event: type }),
      ...(retry === undefined ? {} : { retry }),
      ...(crlf ? { crlf } : {}),
      ...(lines > 1 ? { lines } : {}),
    };
    const message = messageIn(data);
    if (message === undefined) this.#body(data, 0, { sse });
    else this.#frame('server-to-client', data, 0, sse, message);
  }

  #frame(
    direction: Direction,
    raw: string,
    elided: number,
    sse?: FrameHttp['sse'],
    message?: WireMessage,
  ): void {
    const http = { x: this.#x, ...(sse === undefined || Object.keys(sse).length === 0 ? {} : { sse }) };
    const cut = elided > 0 ? { truncatedBytes: elided } : {};
    this.#write({ type: 'frame', direction, raw, ...cut, http }, message);
  }

  #body(
    text: string,
    elided: number,
    more: Pick<Extract<HttpBody, { event: 'body' }>, 'sse' | 'unterminated'> = {},
  ): void {
    const kept = text.slice(0, MAX_TEXT);
    const truncatedBytes = elided + (text.length - kept.length);
    const cut = truncatedBytes > 0 ? { truncatedBytes } : {};
    this.#put({ type: 'http', x: this.#x, event: 'body', text: kept, ...cut, ...more }, text);
  }

  #put(body: HttpBody, text?: string): void {
    this.#write(this.#secrets.cut(body, this.#purpose), text);
  }
}

/** JSON-RPC, or what tries to be it; undefined for all else: the errors of OAuth and of frameworks are JSON of their own. */
function messageIn(text: string): WireMessage | undefined {
  const message = readMessage(text);
  const { envelope, value } = message;
  if (envelope.kind === 'not-json') return undefined;
  if (envelope.kind === 'batch')
    return envelope.items.some(({ kind }) => kind !== 'not-json-rpc') ? message : undefined;
  if (envelope.kind === 'not-json-rpc' || !isJsonObject(value)) return undefined;
  return 'jsonrpc' in value || 'id' in value || 'method' in value ? message : undefined;
}

/** What a request is for, by its address and the beginning of its body. */
export function purposeOf(method: string, url: string, body: string): HttpPurpose {
  const path = url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '');
  if (/\.well-known\/oauth-protected-resource/.test(path)) return 'resource-metadata';
  if (/\.well-known\/(?:oauth-authorization-server|openid-configuration)/.test(path)) return 'as-metadata';
  if (method === 'GET' && /[?&]response_type=/.test(path)) return 'authorize';
  if (method === 'POST' && /(?:^|&)grant_type=/.test(body)) return 'token';
  return method === 'POST' && /"redirect_uris"\s*:/.test(body) && !/"jsonrpc"/.test(body)
    ? 'registration'
    : 'mcp';
}
