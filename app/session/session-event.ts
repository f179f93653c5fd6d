import type { HttpRecord } from '../frame/http-record.ts';
import type {
  ClientRecord,
  DroppedRecord,
  EndRecord,
  FrameRecord,
  MarkRecord,
  ProcessRecord,
  SessionRecord,
  StderrRecord,
} from '../frame/record.ts';
import type { Tier } from '../frame/tier.ts';
import type { Answer, Envelope } from '../wire/envelope.ts';
import type { AnswerOutcome } from './answer-outcome.ts';
import type { AnswerMatch, Exchange, OrphanError } from './exchange.ts';
import type { HttpSession } from './http-book.ts';
import type { HttpExchange } from './http-exchange.ts';
import type { RawMessage } from './raw-messages.ts';
import type { SessionFacts } from './session-facts.ts';

type Of<Kind extends Envelope['kind']> = Extract<Envelope, { kind: Kind }>;
/** What readers see of an exchange: the model alone changes it. */
type Seen = Readonly<Exchange>;

type WithFacts = { readonly facts: SessionFacts };

export type RequestEvent = WithFacts & {
  readonly kind: 'request';
  readonly record: FrameRecord;
  readonly envelope: Of<'request'>;
  readonly exchange: Seen;
  /** The exchange of the same sender that had this id before, in this run of the server. */
  readonly earlier: Seen | undefined;
  /** Earlier requests that it shows to have been no errors. */
  readonly settled: readonly Seen[];
};

export type NotificationEvent = WithFacts & {
  readonly kind: 'notification';
  readonly record: FrameRecord;
  readonly envelope: Of<'notification'>;
  readonly exchange: Seen | undefined;
  readonly settled: boolean;
  /** True if it reports progress under a token of several requests: nobody can say which is meant. */
  readonly several: boolean;
};

export type AnswerEvent = WithFacts & {
  readonly kind: 'answer';
  readonly record: FrameRecord;
  readonly envelope: Answer;
  /** How it was matched: `duplicate` if its request had its answer before, `orphan` if it fits none. */
  readonly match: AnswerMatch | 'duplicate' | 'orphan';
  /** The request that it answers, or answers again; undefined for an orphan. */
  readonly exchange: Seen | undefined;
  /** What it answers if that is a raw message. */
  readonly rawMessage: RawMessage | undefined;
  /** What the answer alone says: its exchange may know better, if the client had given up. */
  readonly outcome: AnswerOutcome;
  /** What is wrong with an answer that fits no request; empty for all others. */
  readonly misfit: string;
  /** The record of a line of the client that was no message, if this is the answer to it under the id in it. */
  readonly line?: number | undefined;
  /** The earlier answer that only seemed to be meant for this exchange: it is an orphan after all. */
  readonly orphaned: AnswerEvent | undefined;
};

export type MalformedEvent = WithFacts & {
  readonly kind: 'malformed';
  readonly record: FrameRecord;
  readonly envelope: Of<'not-json' | 'not-json-rpc'>;
  readonly text: string;
  readonly reason: string;
  /** `ok` for an empty line of the client. */
  readonly tier: Tier;
};

export type MessageEvent = RequestEvent | NotificationEvent | AnswerEvent | MalformedEvent;

export type BatchEvent = WithFacts & {
  readonly kind: 'batch';
  readonly record: FrameRecord;
  readonly envelope: Of<'batch'>;
  readonly parts: readonly MessageEvent[];
  /** `client` if a client wrote it under a revision that knows no batches; else `ok`. */
  readonly tier: Tier;
};

export type ProcessEvent = WithFacts & {
  readonly kind: 'process';
  readonly record: ProcessRecord;
  readonly tier: Tier;
  readonly text: string;
  /** The exchanges that it ended, in the order of their requests. */
  readonly ended: readonly Seen[];
};

export type ClientEvent = WithFacts & {
  readonly kind: 'client';
  readonly record: ClientRecord;
  readonly exchange: Seen | undefined;
  readonly settled: boolean;
};

/** What became of an HTTP exchange. */
export type HttpEvent = WithFacts & {
  readonly kind: 'http';
  readonly record: HttpRecord;
  readonly http: Readonly<HttpExchange>;
  readonly session: HttpSession;
  /** The requests that it ended, or that it shows to have been no errors. */
  readonly ended: readonly Seen[];
  /** The error that the exchange itself is, if it carried no request; undefined for none. */
  readonly error?: Readonly<OrphanError> | undefined;
  /** The records of earlier errors that were none. */
  readonly cleared: readonly number[];
};

export type NoteEvent = WithFacts & {
  readonly kind: 'note';
  readonly record: SessionRecord | StderrRecord | DroppedRecord | MarkRecord | EndRecord;
};

/** What the model makes of one record: what every reader gets, and all that it needs. */
export type SessionEvent = MessageEvent | BatchEvent | HttpEvent | ProcessEvent | ClientEvent | NoteEvent;

/** True for what a frame has brought. */
export function isOfMessages(event: SessionEvent): event is MessageEvent | BatchEvent {
  return 'envelope' in event;
}

/** Derives something from the events of one session, or of all sessions of a recording, in order. */
export type SessionReader = {
  take(event: SessionEvent): void;
  /** What was still open and ended with the recording. */
  ended?(exchanges: readonly Seen[]): void;
  finish?(): void;
};
