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
/** An exchange as readers see it: only the model changes it. */
type Seen = Readonly<Exchange>;

type WithFacts = { readonly facts: SessionFacts };

export type RequestEvent = WithFacts & {
  readonly kind: 'request';
  readonly record: FrameRecord;
  readonly envelope: Of<'request'>;
  readonly exchange: Seen;
  /** The earlier exchange from the same sender with this id, in this run of the server. */
  readonly earlier: Seen | undefined;
  /** Earlier requests that it shows not to be errors. */
  readonly settled: readonly Seen[];
};

export type NotificationEvent = WithFacts & {
  readonly kind: 'notification';
  readonly record: FrameRecord;
  readonly envelope: Of<'notification'>;
  readonly exchange: Seen | undefined;
  readonly settled: boolean;
  /** True if its progress token belongs to several requests, so the target is ambiguous. */
  readonly several: boolean;
};

export type AnswerEvent = WithFacts & {
  readonly kind: 'answer';
  readonly record: FrameRecord;
  readonly envelope: Answer;
  /** How it was matched: `duplicate` if its request already had an answer, `orphan` if it fits none. */
  readonly match: AnswerMatch | 'duplicate' | 'orphan';
  /** The request that it answers, possibly for a second time; undefined for an orphan. */
  readonly exchange: Seen | undefined;
  readonly rawMessage: RawMessage | undefined;
  /** The outcome by the answer alone; the exchange may differ if the client had given up. */
  readonly outcome: AnswerOutcome;
  /** Why an answer fits no request; empty for all others. */
  readonly misfit: string;
  /** The record of a client line that is not a message, if this answers the id in it. */
  readonly line?: number | undefined;
  /** The earlier answer that was wrongly inferred for this exchange: it becomes an orphan. */
  readonly orphaned: AnswerEvent | undefined;
};

export type MalformedEvent = WithFacts & {
  readonly kind: 'malformed';
  readonly record: FrameRecord;
  readonly envelope: Of<'not-json' | 'not-json-rpc'>;
  readonly text: string;
  readonly reason: string;
  /** `ok` for an empty line from the client. */
  readonly tier: Tier;
};

export type MessageEvent = RequestEvent | NotificationEvent | AnswerEvent | MalformedEvent;

export type BatchEvent = WithFacts & {
  readonly kind: 'batch';
  readonly record: FrameRecord;
  readonly envelope: Of<'batch'>;
  readonly parts: readonly MessageEvent[];
  /** `client` if a client sent it under a revision without batches; else `ok`. */
  readonly tier: Tier;
};

export type ProcessEvent = WithFacts & {
  readonly kind: 'process';
  readonly record: ProcessRecord;
  readonly tier: Tier;
  readonly text: string;
  /** The exchanges that it ended, in request order. */
  readonly ended: readonly Seen[];
};

export type ClientEvent = WithFacts & {
  readonly kind: 'client';
  readonly record: ClientRecord;
  readonly exchange: Seen | undefined;
  readonly settled: boolean;
};

/** An event of an HTTP exchange. */
export type HttpEvent = WithFacts & {
  readonly kind: 'http';
  readonly record: HttpRecord;
  readonly http: Readonly<HttpExchange>;
  readonly session: HttpSession;
  /** The requests that it ended, or that turn out not to be errors. */
  readonly ended: readonly Seen[];
  /** The error of the exchange itself, if it carried no request; undefined for none. */
  readonly error?: Readonly<OrphanError> | undefined;
  /** The records of earlier errors that turned out not to be errors. */
  readonly cleared: readonly number[];
};

export type NoteEvent = WithFacts & {
  readonly kind: 'note';
  readonly record: SessionRecord | StderrRecord | DroppedRecord | MarkRecord | EndRecord;
};

/** The model's event for one record: everything that every reader needs. */
export type SessionEvent = MessageEvent | BatchEvent | HttpEvent | ProcessEvent | ClientEvent | NoteEvent;

/** True for the event of a frame. */
export function isOfMessages(event: SessionEvent): event is MessageEvent | BatchEvent {
  return 'envelope' in event;
}

/** Derives something from the ordered events of one session, or of all sessions in a recording. */
export type SessionReader = {
  take(event: SessionEvent): void;
  /** Receives the exchanges that were open until the recording ended. */
  ended?(exchanges: readonly Seen[]): void;
  finish?(): void;
};

/** Reads events in order, with one method per kind; messages of a batch arrive one by one, with their index. */
export abstract class EventReader implements SessionReader {
  take(event: SessionEvent): void {
    if (event.kind === 'batch') this.onBatch(event);
    else if (event.kind === 'process') this.onProcess?.(event);
    else if (event.kind === 'client') this.onClient?.(event);
    else if (event.kind === 'http') this.onHttp?.(event);
    else if (event.kind === 'note') this.onNote(event);
    else this.onMessage(event, undefined);
  }

  protected onBatch({ parts }: BatchEvent): void {
    for (const [part, event] of parts.entries()) this.onMessage(event, part);
  }

  protected onMessage(event: MessageEvent, part: number | undefined): void {
    if (event.kind === 'request') this.onRequest?.(event, part);
    else if (event.kind === 'notification') this.onNotification?.(event, part);
    else if (event.kind === 'answer') this.onAnswer?.(event, part);
    else this.onMalformed?.(event, part);
  }

  protected onNote({ record }: NoteEvent): void {
    if (record.type === 'stderr') this.onStderr?.(record);
  }

  protected onRequest?(event: RequestEvent, part: number | undefined): void;
  protected onNotification?(event: NotificationEvent, part: number | undefined): void;
  protected onAnswer?(event: AnswerEvent, part: number | undefined): void;
  protected onMalformed?(event: MalformedEvent, part: number | undefined): void;
  protected onProcess?(event: ProcessEvent): void;
  protected onClient?(event: ClientEvent): void;
  protected onHttp?(event: HttpEvent): void;
  protected onStderr?(record: StderrRecord): void;
}
