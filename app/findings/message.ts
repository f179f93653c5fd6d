import { type JsonObject, stringAt } from '../base/json-value.ts';
import type { StructuredError } from '../codes/structured-error.ts';
import type { Direction } from '../frame/record.ts';
import type { Where } from '../frame/tier.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { ResultFault } from '../protocol/shape-misfit.ts';
import type { Exchange } from '../session/exchange.ts';
import type { HttpSession } from '../session/http-book.ts';
import type { HttpExchange } from '../session/http-exchange.ts';
import type { AnswerEvent } from '../session/session-event.ts';
import type { Answer, Envelope, EnvelopeFault, RpcId, WireError } from '../wire/envelope.ts';
import type { ErrorText } from './error-text.ts';
import type { Suspicion } from './hidden-failure/hidden-failure.ts';

/** Where a checked message stands. `at` in milliseconds since the recording began. */
export type RecordContext = {
  readonly seq: number;
  readonly at: number;
  readonly sender: Direction;
  readonly revision: Revision;
  /** True if it answers an intentionally malformed message. */
  readonly fromRawMessage: boolean;
};

export type RequestMessage = RecordContext & {
  readonly id: RpcId;
  readonly method: string;
  readonly params: unknown;
  /** The revision that the request itself names; undefined for none. */
  readonly declared: Revision | undefined;
  /** The earlier exchange of the same sender and id. */
  readonly earlier: Readonly<Exchange> | undefined;
};

export type NotificationMessage = RecordContext & {
  readonly method: string;
  readonly params: unknown;
  readonly exchange: Readonly<Exchange> | undefined;
  /** True if it reports progress under a token of several requests. */
  readonly several: boolean;
};

/** What `initialize` came to: the version that was asked for, and the one that the server named. */
export type Agreement = { readonly seq: number; readonly asked: string; readonly given: string };

/** The first message of the client after the server has answered `initialize`. */
export type FirstMessage = RecordContext & { readonly agreement: Agreement };

/** A failed call of a tool under a span without an error, and who wrote the span. */
export type GreenSpan = RecordContext & {
  readonly exchange: Readonly<Exchange>;
  readonly target: string;
  readonly writer: 'client' | 'server' | 'unknown';
};

type OfExchange = {
  /** The exchange that it answers; undefined if none is known. */
  readonly exchange: Readonly<Exchange> | undefined;
  /** The method of that exchange, or empty. */
  readonly method: string;
  readonly params: unknown;
  readonly id: RpcId | undefined;
  /** True if it is small enough to be kept as it is by what is found in it. */
  readonly isLight: boolean;
};

/** Why the arguments of a call were rejected: which one does not fit the listed schema, if that can be seen. */
export type Rejection = {
  readonly misfit: string | undefined;
  /** True if only the words of the error say so: no list shows the tool. */
  readonly isLikely?: boolean;
};

export type ErrorAnswer = RecordContext &
  OfExchange & {
    readonly error: WireError;
    readonly code: number | undefined;
    /** The message, at most `TEXT_LIMIT` characters of it. */
    readonly text: string;
    /** The same, once a rule has asked about it (error-text.ts). */
    errorText: ErrorText | undefined;
    /** What it says of the arguments, once a rule has asked (rejected-arguments.ts); null if it does not reject them. */
    rejection: Rejection | null | undefined;
  };

export type ResultAnswer = RecordContext & OfExchange & { readonly result: JsonObject };

export type ToolAnswer = ResultAnswer & {
  /** The name of the called tool, or empty. */
  readonly tool: string;
  /** All text blocks, one below the other, at most `TEXT_LIMIT` characters of them. */
  readonly text: string;
  /** The same, once a rule has asked about it (error-text.ts). */
  errorText: ErrorText | undefined;
  readonly structuredError: StructuredError | undefined;
  /** Of a result that is not an error: whether it may report a failure anyway. */
  readonly suspicion: Suspicion;
};

/** A result that its method does not allow, of any type. */
export type FaultyResult = RecordContext &
  Omit<OfExchange, 'isLight'> & { readonly result: unknown; readonly fault: ResultFault };

/** An answer that its id alone does not match with an open request. */
export type MismatchedAnswer = RecordContext & {
  readonly envelope: Answer;
  readonly match: AnswerEvent['match'];
  /** The request that it was matched with, or that it answers again. */
  readonly exchange: Readonly<Exchange> | undefined;
};

/** A frame that can be read and yet breaks JSON-RPC. */
export type FaultyFrame = RecordContext & {
  readonly faults: readonly EnvelopeFault[];
  readonly envelope: Envelope;
  readonly exchange: Readonly<Exchange> | undefined;
  /** The line as it is shown. */
  readonly line: string;
};

/** A line that is not a JSON-RPC message. */
export type MalformedLine = RecordContext & {
  readonly envelope: Extract<Envelope, { kind: 'not-json' | 'not-json-rpc' }>;
  readonly text: string;
  /** What the line is: no message, one that stops in its middle, several, or the first line of one that has several. */
  readonly shape: 'noise' | 'cut' | 'several-messages' | 'over-several-lines';
};

export type BatchLine = RecordContext & {
  readonly envelope: Extract<Envelope, { kind: 'batch' }>;
  readonly text: string;
};

/** An HTTP exchange that is over, and what of its session a rule asks for. */
export type ClosedHttp = {
  /** The first message of the client in it; without one, the record that ended it. */
  readonly seq: number;
  readonly http: Readonly<HttpExchange>;
  readonly known: Readonly<HttpSession>;
  /** Where it failed; empty for nowhere. */
  readonly where: Where | '';
  /** The requests that it left without an answer. */
  readonly unanswered: readonly Readonly<Exchange>[];
  /** True for one with the endpoint itself, and not for a step of an authorization. */
  readonly isMcp: boolean;
  /** True for a POST with messages. */
  readonly isPost: boolean;
  /** True for `initialize`. */
  readonly isStart: boolean;
  /** True if its request says that it is of 2026-07-28. */
  readonly isModern: boolean;
};

/** Text rules look at this many characters and no more; they ignore what follows. */
export const TEXT_LIMIT = 20_000;

/** True for a line that does not try to be a message; one that lacks its version or id has rules of its own. */
export function isNoise({ envelope, shape }: Pick<MalformedLine, 'envelope' | 'shape'>): boolean {
  if (shape !== 'noise') return false;
  return envelope.kind === 'not-json' || stringAt(envelope.value, 'method') === undefined;
}
