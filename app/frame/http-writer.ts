import { isJsonObject } from '../base/json-value.ts';
import { allSteps, type Steps } from '../base/steps.ts';
import { readMessage, type WireMessage } from '../wire/envelope.ts';
import { type SseEvent, SseReader } from '../wire/sse.ts';
import { type FrameHttp, type HttpBody, type HttpPurpose, mediaType } from './http-record.ts';
import type { Direction } from './record.ts';
import type { HttpSecrets } from './redaction/http-secrets.ts';

/** A frame, or another recorded event of an HTTP exchange. */
export type HttpWritten =
  | HttpBody
  | {
      readonly type: 'frame';
      readonly direction: Direction;
      readonly raw: string;
      readonly http: FrameHttp;
      readonly truncatedBytes?: number;
    };
type Asked = Omit<HttpEventOf<'request'>, 'bytes' | 'deliberate'>;
/** The members of an event, without those of every HTTP record. */
type HttpEventOf<Name extends HttpBody['event']> = Omit<
  Extract<HttpBody, { event: Name }>,
  'type' | 'x' | 'event'
>;

/** The text of a body record is cut at this length. */
const MAX_TEXT = 16 * 1024;
/** At most this many bytes of a body are held. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Receives each record, with the parsed message of a server frame, or an event's text before redaction. May return
 * steps for processing a long record.
 */
export type HttpWrite = (written: HttpWritten, read?: WireMessage | string) => Steps<void> | undefined;

/** Turns the bytes of one HTTP exchange into records, in order and with secrets removed. */
export class HttpWriter {
  readonly #x: number;
  readonly #secrets: HttpSecrets;
  readonly #write: HttpWrite;
  #purpose: HttpPurpose = 'mcp';
  #sse: SseReader | undefined;
  #asked: BodyText | undefined;
  readonly #answer = new BodyText();

  constructor(x: number, secrets: HttpSecrets, write: HttpWrite) {
    this.#x = x;
    this.#secrets = secrets;
    this.#write = write;
  }

  /** The request with its whole body, `elided` bytes of which are unknown. */
  request(asked: Asked, body: string, elided = 0): void {
    const bytes = new TextEncoder().encode(body);
    this.begin(asked, bytes.length + elided);
    this.more(bytes);
    this.elideRequest(elided);
    this.sent();
  }

  /** Starts a request whose body follows until `sent`; `bytes` is its declared length, if known. */
  begin(asked: Asked, bytes: number | undefined): void {
    this.#purpose = asked.purpose;
    this.#asked = new BodyText();
    const length = bytes === undefined || bytes === 0 ? {} : { bytes };
    allSteps(this.#put({ type: 'http', x: this.#x, event: 'request', ...asked, ...length }));
  }

  /** The next part of the request's body. */
  more(bytes: Uint8Array): void {
    this.#asked?.push(bytes);
  }

  /** This many bytes of the request's body are unknown. */
  elideRequest(bytes: number): void {
    this.#asked?.elide(bytes);
  }

  /** The request's body is complete. */
  sent(): void {
    allSteps(this.#endRequest(true));
  }

  response(head: Omit<HttpEventOf<'response'>, 'sessionId'>): void {
    if (mediaType(head.headers) === 'text/event-stream') this.#sse = new SseReader();
    allSteps(this.#put({ type: 'http', x: this.#x, event: 'response', ...head }));
  }

  /** The next part of the response's body. */
  chunk(bytes: Uint8Array): void {
    allSteps(this.chunkInSteps(bytes));
  }

  *chunkInSteps(bytes: Uint8Array): Steps<void> {
    if (this.#sse === undefined) this.#answer.push(bytes);
    else for (const event of this.#sse.push(this.#answer.decoded(bytes))) yield* this.#event(event);
  }

  /** This many bytes of the response's body are unknown. */
  elide(bytes: number): void {
    this.#answer.elide(bytes);
    // Text after a gap does not continue the event before it.
    if (this.#sse !== undefined) this.#sse = new SseReader();
  }

  end(how: 'complete' | 'cut' | 'client-closed'): void {
    allSteps(this.endInSteps(how));
  }

  *endInSteps(how: 'complete' | 'cut' | 'client-closed'): Steps<void> {
    yield* this.#endRequest(false);
    yield* this.#flush(how);
    yield* this.#put({ type: 'http', x: this.#x, event: 'end', how, bytes: this.#answer.bytes });
  }

  failed(failure: HttpEventOf<'failed'>): void {
    allSteps(this.#endRequest(false));
    allSteps(this.#flush('cut'));
    allSteps(this.#put({ type: 'http', x: this.#x, event: 'failed', ...failure }));
  }

  /** An incomplete body is not recorded as a message. */
  *#endRequest(isWhole: boolean): Steps<void> {
    const text = this.#asked?.end() ?? '';
    const elided = this.#asked?.elided ?? 0;
    this.#asked = undefined;
    if (text === '') return;
    if (isWhole && this.#purpose === 'mcp') yield* this.#frame('client-to-server', text, elided);
    else yield* this.#body(text, elided);
  }

  *#flush(how: string): Steps<void> {
    const { elided } = this.#answer;
    const text = this.#answer.end();
    if (this.#sse !== undefined) {
      for (const event of this.#sse.push(text)) yield* this.#event(event);
      const last = this.#sse.end();
      // If the stream broke off, nobody expects the last event to be whole.
      if (last.trim() !== '' && how === 'complete') yield* this.#body(last, 0, { unterminated: true });
      if (elided > 0) yield* this.#body('', elided);
      return;
    }
    if (text === '') return;
    const message = this.#purpose === 'mcp' ? messageIn(text) : undefined;
    const isPart = this.#purpose === 'mcp' && elided > 0 && /^\s*[[{]/.test(text);
    if (message !== undefined || isPart)
      yield* this.#frame('server-to-client', text, elided, undefined, message);
    else yield* this.#body(text, elided);
  }

  *#event(event: SseEvent): Steps<void> {
    if (event.kind === 'comment') {
      yield* this.#body(event.text, 0);
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
    if (message === undefined) yield* this.#body(data, 0, { sse });
    else yield* this.#frame('server-to-client', data, 0, sse, message);
  }

  *#frame(
    direction: Direction,
    raw: string,
    elided: number,
    sse?: FrameHttp['sse'],
    message?: WireMessage,
  ): Steps<void> {
    const http = { x: this.#x, ...(sse === undefined || Object.keys(sse).length === 0 ? {} : { sse }) };
    const cut = elided > 0 ? { truncatedBytes: elided } : {};
    yield* this.#take({ type: 'frame', direction, raw, ...cut, http }, message);
  }

  *#body(
    text: string,
    elided: number,
    more: Pick<Extract<HttpBody, { event: 'body' }>, 'sse' | 'unterminated'> = {},
  ): Steps<void> {
    const kept = text.slice(0, MAX_TEXT);
    const truncatedBytes = elided + (text.length - kept.length);
    const cut = truncatedBytes > 0 ? { truncatedBytes } : {};
    yield* this.#put({ type: 'http', x: this.#x, event: 'body', text: kept, ...cut, ...more }, text);
  }

  #put(body: HttpBody, text?: string): Steps<void> {
    return this.#take(this.#secrets.cut(body, this.#purpose), text);
  }

  *#take(written: HttpWritten, read?: WireMessage | string): Steps<void> {
    const steps = this.#write(written, read);
    if (steps !== undefined) yield* steps;
    yield;
  }
}

const UTF8 = { ignoreBOM: true };
const whole = new TextDecoder('utf-8', UTF8);

/** Decodes the bytes of one body, up to a limit. */
class BodyText {
  readonly #decoder = new TextDecoder('utf-8', UTF8);
  /** True inside a character. */
  #isInside = false;
  #isFirst = true;
  #text = '';
  /** Bytes received, and how many of them are unknown. */
  bytes = 0;
  elided = 0;

  push(bytes: Uint8Array): void {
    if (this.bytes + bytes.length > MAX_BODY_BYTES) this.elide(bytes.length);
    else this.#text += this.decoded(bytes);
  }

  /** Decodes more bytes without keeping the text. */
  decoded(bytes: Uint8Array): string {
    this.bytes += bytes.length;
    const isInside = (bytes.at(-1) ?? 0) >= 0x80;
    // Node decodes a whole text eight times as fast as a part of one, and to a shorter string.
    const text =
      isInside || this.#isInside ? this.#decoder.decode(bytes, { stream: isInside }) : whole.decode(bytes);
    this.#isInside = isInside;
    const from = this.#isFirst && text.startsWith('\uFEFF') ? 1 : 0;
    if (text !== '') this.#isFirst = false;
    return text.slice(from);
  }

  elide(bytes: number): void {
    this.bytes += bytes;
    this.elided += bytes;
  }

  /** Returns the kept text; called once at the end. */
  end(): string {
    const text = this.#text + this.#decoder.decode();
    this.#text = '';
    return text;
  }
}

/** JSON-RPC, or an attempt at it; undefined for other text: OAuth and frameworks have their own JSON errors. */
function messageIn(text: string): WireMessage | undefined {
  const message = readMessage(text);
  const { envelope, value } = message;
  if (envelope.kind === 'not-json') return undefined;
  if (envelope.kind === 'batch')
    return envelope.items.some(({ kind }) => kind !== 'not-json-rpc') ? message : undefined;
  if (envelope.kind === 'not-json-rpc' || !isJsonObject(value)) return undefined;
  return 'jsonrpc' in value || 'id' in value || 'method' in value ? message : undefined;
}

/** The purpose of a request, from its address and the start of its body. */
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
