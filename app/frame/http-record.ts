import { z } from 'zod';
import { isJsonObject } from '../base/json-value.ts';

const ofExchange = {
  type: z.literal('http'),
  seq: z.number().int().nonnegative(),
  at: z.number(),
  session: z.string(),
  x: z.number().int().positive(),
};
const headersSchema = z.array(z.tuple([z.string(), z.string()]));

/** A server-sent event apart from its data: `lines` of data, and whether its lines end with CR LF. */
const sseSchema = z.looseObject({
  id: z.string().optional(),
  event: z.string().optional(),
  retry: z.number().optional(),
  crlf: z.boolean().optional(),
  lines: z.number().int().optional(),
});

/** How long the parts of a new connection took, in milliseconds; `reused` for one that stood already. */
const connectionSchema = z.looseObject({
  nameMs: z.number().optional(),
  connectMs: z.number().optional(),
  tlsMs: z.number().optional(),
  reused: z.boolean().optional(),
});

const requestSchema = z.looseObject({
  ...ofExchange,
  event: z.literal('request'),
  method: z.string(),
  url: z.string(),
  headers: headersSchema,
  /** `mcp`, or a step of an authorization: `resource-metadata`, `as-metadata`, `registration`, `authorize`, `token`. */
  purpose: z.string().optional(),
  bytes: z.number().optional(),
  /** True for a raw request: what is wrong with it is intended. */
  deliberate: z.boolean().optional(),
});
const responseSchema = z.looseObject({
  ...ofExchange,
  event: z.literal('response'),
  status: z.number().int(),
  reason: z.string().optional(),
  httpVersion: z.string().optional(),
  headers: headersSchema,
  connection: connectionSchema.optional(),
});
const bodySchema = z.looseObject({
  ...ofExchange,
  event: z.literal('body'),
  text: z.string(),
  truncatedBytes: z.number().optional(),
  /** For an event whose data is not a message; absent for body text and comments. */
  sse: sseSchema.optional(),
});
const endSchema = z.looseObject({
  ...ofExchange,
  event: z.literal('end'),
  /** `complete`, `cut` or `client-closed`. */
  how: z.string(),
  bytes: z.number().optional(),
});
const failedSchema = z.looseObject({
  ...ofExchange,
  event: z.literal('failed'),
  /** `dns`, `connect`, `tls`, `send`, `headers` or `body`. */
  phase: z.string(),
  code: z.string().optional(),
  message: z.string(),
  connection: connectionSchema.optional(),
  /** True if a client certificate was shown. */
  clientCertificate: z.boolean().optional(),
  certificate: z
    .looseObject({
      subject: z.string().optional(),
      issuer: z.string().optional(),
      names: z.array(z.string()).optional(),
      validTo: z.string().optional(),
    })
    .optional(),
});

export const httpSchema = z.discriminatedUnion('event', [
  requestSchema,
  responseSchema,
  bodySchema,
  endSchema,
  failedSchema,
]);

/** An event of an HTTP exchange (format version 1); events of later versions are kept without effect. */
export type HttpRecord = z.infer<typeof httpSchema>;
export type HttpRequestRecord = z.infer<typeof requestSchema>;
export type HttpResponseRecord = z.infer<typeof responseSchema>;
export type HttpFailedRecord = z.infer<typeof failedSchema>;
/** An HTTP record before it has a place in a recording. */
export type HttpBody = { readonly type: 'http'; readonly x: number } & (
  | {
      readonly event: 'request';
      readonly method: string;
      readonly url: string;
      readonly headers: [string, string][];
      readonly purpose: HttpPurpose;
      readonly bytes?: number;
      readonly deliberate?: true;
    }
  | {
      readonly event: 'response';
      readonly status: number;
      readonly reason?: string;
      readonly httpVersion?: string;
      readonly headers: [string, string][];
      readonly connection?: HttpConnection | undefined;
      readonly sessionId?: SessionIdFacts;
    }
  | {
      readonly event: 'body';
      readonly text: string;
      readonly truncatedBytes?: number;
      readonly sse?: SseFields;
      /** True for a stream's last event if no blank line ends it: readers drop it. */
      readonly unterminated?: true;
    }
  | { readonly event: 'end'; readonly how: 'complete' | 'cut' | 'client-closed'; readonly bytes?: number }
  | {
      readonly event: 'failed';
      readonly phase: 'dns' | 'connect' | 'tls' | 'send' | 'headers' | 'body';
      readonly code?: string;
      readonly message: string;
      readonly connection?: HttpConnection | undefined;
      readonly clientCertificate?: true;
      readonly certificate?: NonNullable<HttpFailedRecord['certificate']>;
    }
);

export type HttpPurpose =
  | 'mcp'
  | 'resource-metadata'
  | 'as-metadata'
  | 'registration'
  | 'authorize'
  | 'token';

/** Facts about a session id; the record has a name such as `sid-1` in its place. */
export type SessionIdFacts = {
  readonly length: number;
  /** True if a character is not visible ASCII (0x21 to 0x7E). */
  readonly strange?: true;
  /** True if it is an earlier id plus one. */
  readonly counting?: true;
};

export type HttpConnection = z.infer<typeof connectionSchema>;
export type SseFields = z.infer<typeof sseSchema>;
export type HeaderPairs = readonly (readonly [string, string])[];

/** The `http` member of a frame: its HTTP exchange, and the server-sent event whose data it was. */
export const frameHttpSchema = z.looseObject({ x: z.number().int().positive(), sse: sseSchema.optional() });
export type FrameHttp = Readonly<z.infer<typeof frameHttpSchema>>;

/** Checks the same without a schema, because frames are read very often. */
export function isFrameHttp(value: unknown): boolean {
  if (!isJsonObject(value) || !Number.isSafeInteger(value.x) || Number(value.x) < 1) return false;
  const { sse } = value;
  if (sse === undefined) return true;
  if (!isJsonObject(sse)) return false;
  return SSE_MEMBERS.every(([name, type]) => sse[name] === undefined || typeof sse[name] === type);
}

const SSE_MEMBERS = [
  ['id', 'string'],
  ['event', 'string'],
  ['retry', 'number'],
  ['crlf', 'boolean'],
  ['lines', 'number'],
] as const;

const EVENTS: readonly string[] = ['request', 'response', 'body', 'end', 'failed'];

export function isHttpEvent(event: unknown): boolean {
  return typeof event === 'string' && EVENTS.includes(event);
}

/** Turns Node's alternating names and values into header pairs. */
export function headerPairs(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}

/** The value of a header, ignoring case; repeated ones are joined (RFC 9110 §5.3). Undefined if missing. */
export function headerOf(headers: HeaderPairs | undefined, name: string): string | undefined {
  let found: string | undefined;
  for (const [key, value] of headers ?? []) {
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}

/** True for an HTTP address and nothing else, so never for a command line. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+\S*$/i.test(text);
}

/** The host of an address, Origin or Host header, in lower case and without its port; empty if missing. */
export function hostOf(address: string): string {
  const [, host = ''] = /^(?:[a-z][\w+.-]*:\/\/)?(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(address) ?? [];
  return host.toLowerCase();
}

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)
  );
}

/** The path of an address, without its query. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/, '') || '/';
}

/** The media type in a head without parameters, in lower case; empty if missing. */
export function mediaType(headers: HeaderPairs | undefined): string {
  return (headerOf(headers, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The one-line text of an HTTP record, for search and display. */
export function httpSummary(record: HttpRecord): string {
  switch (record.event) {
    case 'request':
      return `${record.method} ${record.url}`;
    case 'response':
      return `${record.status} ${record.reason ?? ''}`.trim();
    case 'body':
      return record.text;
    case 'end':
      return record.how;
    case 'failed':
      return `${record.code ?? record.phase}: ${record.message}`;
  }
}
