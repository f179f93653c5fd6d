import {
  type HttpFailedRecord,
  type HttpRecord,
  type HttpRequestRecord,
  type HttpResponseRecord,
  headerOf,
  mediaType,
  pathOf,
} from '../frame/http-record.ts';
import type { Direction } from '../frame/record.ts';
import type { RpcId } from '../wire/envelope.ts';
import type { Exchange } from './exchange.ts';

export type HttpMessage = {
  readonly seq: number;
  readonly direction: Direction;
  readonly kind: 'request' | 'notification' | 'result' | 'error' | 'malformed';
  readonly method: string;
  readonly id: RpcId | undefined;
  readonly codeText: string;
};

/** Something on an event stream that may trip clients: the first record that shows it, and its value. */
export type StreamNote = { readonly seq: number; readonly about: string; readonly other?: number };
type StreamNotes = {
  /** Data that is not a message. */
  unreadable?: StreamNote;
  /** An event type that clients ignore. */
  ignored?: StreamNote;
  /** The last event, if no blank line ends it. */
  unterminated?: StreamNote;
  foreignAnswer?: StreamNote;
  /** A message that was also on another open stream. */
  repeated?: StreamNote;
  /** An event id that the session has used before. */
  reusedId?: StreamNote;
};

/** One HTTP request and what followed. */
export type HttpExchange = {
  readonly x: number;
  readonly place: { readonly x: number; status: number };
  request: HttpRequestRecord | undefined;
  response: HttpResponseRecord | undefined;
  failed: HttpFailedRecord | undefined;
  /** `complete`, `cut` or `client-closed`; empty while it is open, or if it failed. */
  how: string;
  /** Milliseconds since the recording's `startedAt`; -1 while open. */
  endedAt: number;
  endSeq: number;
  /** Some of the messages, in order; {@link received} counts all of the server's. */
  readonly messages: HttpMessage[];
  received: number;
  /** True if the client sent several messages as a batch. */
  isBatch: boolean;
  readonly requests: Exchange[];
  /** Its content other than messages, and the first record of that; 0 for none. */
  body: string;
  bodySeq: number;
  /** The text of a JSON-RPC error that matches none of its requests, and its code as on the wire. */
  errorText: string;
  errorCode: string;
  /** True if the recording lacks part of what the server sent. */
  isCut: boolean;
  readonly notes: StreamNotes;
  /** The last event id, and the retry time that the server requested; undefined for none. */
  eventId: string | undefined;
  retryMs: number | undefined;
  /** When the last of its requests was answered in it; -1 if one was not. */
  answeredAt: number;
  /** The longest silence on the stream, in milliseconds. */
  longestSilence: number;
  lastAt: number;
  /** The exchange whose stream it asks to resume. */
  resumes: HttpExchange | undefined;
};

export function newHttpExchange(x: number, at: number): HttpExchange {
  return {
    x,
    place: { x, status: 0 },
    request: undefined,
    response: undefined,
    failed: undefined,
    how: '',
    endedAt: -1,
    endSeq: 0,
    messages: [],
    received: 0,
    isBatch: false,
    requests: [],
    body: '',
    bodySeq: 0,
    errorText: '',
    errorCode: '',
    isCut: false,
    notes: {},
    eventId: undefined,
    retryMs: undefined,
    answeredAt: -1,
    longestSilence: 0,
    lastAt: at,
    resumes: undefined,
  };
}

type Seen = Readonly<HttpExchange>;

export function statusOf({ response }: Pick<Seen, 'response'>): number {
  return response?.status ?? 0;
}

/** A request header, by its name in lower case. */
export function asked({ request }: Pick<Seen, 'request'>, name: string): string | undefined {
  return headerOf(request?.headers, name);
}

/** A response header, by its name in lower case. */
export function given({ response }: Pick<Seen, 'response'>, name: string): string | undefined {
  return headerOf(response?.headers, name);
}

export function isStream({ response }: Pick<Seen, 'response'>): boolean {
  return mediaType(response?.headers) === 'text/event-stream';
}

/** True for a raw request of the user: what is wrong with it is intended. */
export function isRaw({ request }: Pick<Seen, 'request'>): boolean {
  return request?.deliberate === true;
}

/** True for an exchange with the endpoint itself, not a step of an authorization. */
export function isOfMcp({ request }: Pick<Seen, 'request'>): boolean {
  return (request?.purpose ?? 'mcp') === 'mcp';
}

export function isSuccess(http: Pick<Seen, 'response'>): boolean {
  const status = statusOf(http);
  return status >= 200 && status < 300;
}

export function sentIn({ messages }: Pick<Seen, 'messages'>): readonly HttpMessage[] {
  return messages.filter(({ direction }) => direction === 'client-to-server');
}

export function receivedIn({ messages }: Pick<Seen, 'messages'>): readonly HttpMessage[] {
  return messages.filter(({ direction }) => direction === 'server-to-client');
}

/** What the client sent: one kind of message, a batch, or nothing readable as a message. */
export type PostedKind = 'request' | 'notification' | 'response' | 'batch' | 'unreadable';

export function kindSent(http: Pick<Seen, 'messages' | 'isBatch' | 'request'>): PostedKind {
  const kinds = sentIn(http).map(({ kind }) => kind);
  // A recording may lack the bodies.
  if (kinds.length === 0) return asked(http, 'content-length') === '0' ? 'unreadable' : 'request';
  if (kinds.every((kind) => kind === 'malformed')) return 'unreadable';
  if (http.isBatch) return 'batch';
  if (kinds.includes('request')) return 'request';
  return kinds.includes('notification') ? 'notification' : 'response';
}

/** True if the client accepts less than the endpoint may send (2025-03-26, basic/transports). */
export function acceptsTooLittle(http: Pick<Seen, 'request'>): boolean {
  const accept = (asked(http, 'accept') ?? '').toLowerCase();
  const isPost = http.request?.method === 'POST';
  return !accept.includes('text/event-stream') || (isPost && !accept.includes('application/json'));
}

export function pathIn({ request }: Pick<Seen, 'request'>): string {
  return pathOf(request?.url ?? '');
}

export function closes({ event }: HttpRecord): boolean {
  return event === 'end' || event === 'failed';
}

export function isPage(http: Pick<Seen, 'response' | 'body'>): boolean {
  return mediaType(http.response?.headers) === 'text/html' || /^\s*<(?:!doctype|html)\b/i.test(http.body);
}

/** The reason that a failed exchange gives. */
export function messageOf({ failed, response, errorText, body }: Seen): string {
  if (failed !== undefined)
    return [failed.code ?? '', failed.message].filter((part) => part !== '').join(': ');
  const status = response === undefined ? '' : `${response.status} ${response.reason ?? ''}`.trim();
  return [status, errorText || body.trim()].filter((part) => part !== '').join(': ');
}
