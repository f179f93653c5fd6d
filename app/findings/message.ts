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

/** The position of a checked message. `at` in milliseconds since the recording began. */
export type RecordContext = {
  readonly seq: number;
  readonly at: number;
  readonly sender: Direction;
  readonly revision: Revision;
  /** True if it answers an intentionally malformed message. */
  readonly fromRawMessage: boolean;
};

export type RequestMessage = RecordContext &
  Readonly<Pick<Exchange, 'id' | 'method' | 'params' | 'declared'>> & {
    /** The earlier exchange with the same sender and id. */
    readonly earlier: Readonly<Exchange> | undefined;
  };

export type NotificationMessage = RecordContext & {
  readonly method: string;
  readonly params: unknown;
  readonly exchange: Readonly<Exchange> | undefined;
  /** True if its progress token belongs to several requests. */
  readonly several: boolean;
};

/** The outcome of `initialize`: the version requested, and the one that the server named. */
export type Agreement = { readonly seq: number; readonly asked: string; readonly given: string };

/** The client's first message after the answer to `initialize`. */
export type FirstMessage = RecordContext & { readonly agreement: Agreement };

/** A failed tool call in a span without an error, and the writer of the span. */
export type GreenSpan = RecordContext & {
  readonly exchange: Readonly<Exchange>;
  readonly target: string;
  readonly writer: 'client' | 'server' | 'unknown';
};

type OfExchange = {
  /** The exchange that it answers; undefined if unknown. */
  readonly exchange: Readonly<Exchange> | undefined;
  /** The method of that exchange, or empty. */
  readonly method: string;
  readonly params: unknown;
  readonly id: RpcId | undefined;
  /** True if it is small enough for findings to keep. */
  readonly isLight: boolean;
};

/** Why a call's arguments were rejected: the one that does not fit the listed schema, if known. */
export type Rejection = {
  readonly misfit: string | undefined;
  /** True if only the error's words say so: no list has the tool. */
  readonly isLikely?: boolean;
};

export type ErrorAnswer = RecordContext &
  OfExchange & {
    readonly error: WireError;
    readonly code: number | undefined;
    /** The message, at most `TEXT_LIMIT` characters. */
    readonly text: string;
    errorText: ErrorText | undefined;
    /** What it says about the arguments, once a rule has asked (rejected-arguments.ts); null if nothing. */
    rejection: Rejection | null | undefined;
  };

export type ResultAnswer = RecordContext & OfExchange & { readonly result: JsonObject };

export type ToolAnswer = ResultAnswer & {
  /** The name of the called tool, or empty. */
  readonly tool: string;
  /** All text blocks, separated by line feeds, at most `TEXT_LIMIT` characters. */
  readonly text: string;
  errorText: ErrorText | undefined;
  readonly structuredError: StructuredError | undefined;
  /** For a non-error result: whether it may report a failure anyway. */
  readonly suspicion: Suspicion;
};

export type FaultyResult = RecordContext &
  Omit<OfExchange, 'isLight'> & { readonly result: unknown; readonly fault: ResultFault };

/** An answer whose id alone does not match an open request. */
export type MismatchedAnswer = RecordContext & {
  readonly envelope: Answer;
  readonly match: AnswerEvent['match'];
  /** The request that it was matched with, or that it answers again. */
  readonly exchange: Readonly<Exchange> | undefined;
};

/** A readable frame that violates JSON-RPC. */
export type FaultyFrame = RecordContext & {
  readonly faults: readonly EnvelopeFault[];
  readonly envelope: Envelope;
  readonly exchange: Readonly<Exchange> | undefined;
  readonly line: string;
};

/** A line that is not a JSON-RPC message. */
export type MalformedLine = RecordContext & {
  readonly envelope: Extract<Envelope, { kind: 'not-json' | 'not-json-rpc' }>;
  readonly text: string;
  /** The kind of line: no message, a cut message, several messages, or the first line of a multi-line message. */
  readonly shape: 'noise' | 'cut' | 'several-messages' | 'over-several-lines';
};

export type BatchLine = RecordContext & {
  readonly envelope: Extract<Envelope, { kind: 'batch' }>;
  readonly text: string;
};

/** A closed HTTP exchange, with the session facts that rules need. */
export type ClosedHttp = {
  /** The client's first message in it; without one, the record that ended it. */
  readonly seq: number;
  readonly fromRawMessage: boolean;
  readonly http: Readonly<HttpExchange>;
  readonly known: Readonly<HttpSession>;
  /** Where it failed; empty for nowhere. */
  readonly where: Where | '';
  /** The requests that it left without an answer. */
  readonly unanswered: readonly Readonly<Exchange>[];
  /** True for an exchange with the endpoint itself, not a step of an authorization. */
  readonly isMcp: boolean;
  readonly isPost: boolean;
  /** True for `initialize`. */
  readonly isStart: boolean;
  /** True if its request declares 2026-07-28. */
  readonly isModern: boolean;
};

/** Text rules read only this many characters. */
export const TEXT_LIMIT = 20_000;

/** True for a line that is no attempt at a message; one without version or id has its own rules. */
export function isNoise({ envelope, shape }: Pick<MalformedLine, 'envelope' | 'shape'>): boolean {
  if (shape !== 'noise') return false;
  return envelope.kind === 'not-json' || stringAt(envelope.value, 'method') === undefined;
}
