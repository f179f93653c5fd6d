import { madeFor } from '../base/grouped-by.ts';
import { shortened } from '../base/wrapped-text.ts';
import type { PickedStderr } from '../frame/stderr-pick.ts';
import { NO_STEP } from '../protocol/actor.ts';
import type { Exchange } from '../session/exchange.ts';
import { closes } from '../session/http-exchange.ts';
import type { AnswerEvent, HttpEvent, MalformedEvent } from '../session/session-event.ts';
import { hasLspHeader } from '../wire/envelope.ts';
import type { Explanation } from './explanation.ts';
import {
  type BrokenLine,
  type ClientRefusal,
  type Failure,
  type HttpFailure,
  httpFailure,
  type LastingFailure,
  type LineFault,
  lasting,
  type ProcessEnd,
  type UnansweredAsk,
} from './failure.ts';
import { explainFailure } from './failure-causes.ts';
import { allText, lightError, lightResult, MAX_MESSAGE } from './light-answer.ts';

/** What an answer that failed says, as far as it is kept. */
export type AnswerEvidence = {
  /** The whole message of the error, or all text of the result; cut at a limit. */
  readonly message: string;
  /** Which message of its batch it is, counted from 0. */
  readonly part?: number;
  /** What explains it by what was known when it came. */
  readonly why: Explanation;
  /** The same failure without what only that moment knew. */
  readonly failure: LastingFailure;
};

/** What is kept of an answer that failed, with data of at most `most` characters; `part` is its place in a batch. */
export function answerEvidence(failure: Failure, part: number | undefined, most: number): AnswerEvidence {
  const { error } = failure;
  const result = lightResult(failure.result, most);
  return {
    message: shortened(error === undefined ? allText(failure.result) : error.message, MAX_MESSAGE),
    ...(part === undefined ? {} : { part }),
    why: explainFailure(failure),
    failure: {
      ...failure,
      ...{ params: undefined, paramsKnown: false, result, facts: lasting(failure.facts) },
      error: error && lightError(error, most),
    },
  };
}

/** Why and when a client stopped waiting by itself; `at` in milliseconds since the recording began. */
export type GivenUp = Pick<Failure, 'brokenLine' | 'text'> & {
  readonly by: Failure['givenUpBy'];
  readonly at: number;
};

export type Notes = {
  /** Which message of its batch the request is; undefined if it came alone. */
  part?: number;
  requestFaults?: Failure['requestFaults'];
  /** True for an initialize of a process that had answered another request before. */
  answeredBefore?: boolean;
  /** True for a request that was answered only once stdin was closed, as the first of its process. */
  answeredAtEnd?: boolean;
  isReused?: boolean;
  answer?: AnswerEvidence;
  /** An answer that is only likely meant for it, and that its client gave up. */
  unmatched?: AnswerEvidence;
  givenUp?: GivenUp;
  end?: ProcessEnd;
  stderr?: PickedStderr;
  http?: HttpFailure;
};

/** A message that cannot be read; the whole batch has no part. */
export type BadLine = { readonly part: number | undefined; readonly fault: LineFault };

/** The failures that HTTP alone explains, by the record of their end. */
export class HttpFailures {
  readonly #at = new Map<number, HttpFailure>();

  take(
    { http, ended, error, session, record }: HttpEvent,
    noting: (exchange: Readonly<Exchange>) => Notes,
  ): void {
    if (!closes(record)) return;
    // A call that may still be resumed can be lost for it later.
    const failed = [...http.requests, ...ended].filter(
      ({ tier, outcome }) => tier !== 'ok' || outcome === 'pending',
    );
    if (failed.length === 0 && error === undefined) return;
    const failure = httpFailure(http, session, error?.http?.where ?? '');
    for (const exchange of failed) noting(exchange).http = failure;
    if (error !== undefined) this.#at.set(error.seq, failure);
  }

  at(seq: number): HttpFailure | undefined {
    return this.#at.get(seq);
  }
}

export class ListsBySeq<Item> {
  readonly #lists = new Map<number, Item[]>();

  of(seq: number): readonly Item[] {
    return this.#lists.get(seq) ?? [];
  }

  add(seq: number, item: Item): void {
    madeFor(this.#lists, seq, () => []).push(item);
  }

  remove(seq: number, item: Item): void {
    this.#lists.set(
      seq,
      this.of(seq).filter((one) => one !== item),
    );
  }
}

/** An error by which the client answered a request of the server; what its user refused is for nobody to fix. */
export function refusalOf(
  { record, envelope, exchange }: AnswerEvent,
  { cause, actor, action, verb }: Explanation,
): ClientRefusal | undefined {
  if (exchange === undefined || envelope.kind !== 'error') return undefined;
  const step = cause === 'request-refused' ? NO_STEP : { actor, action, verb };
  const { requestSeq, method } = exchange;
  return { seq: record.seq, requestSeq, method, message: envelope.error.message, step };
}

/** The refusal if it came during a call, and if the result of the call repeats its words. */
export function repeatedIn(
  result: unknown,
  call: Readonly<Exchange> | undefined,
  refusal: ClientRefusal | undefined,
): ClientRefusal | undefined {
  if (refusal === undefined || refusal.requestSeq < (call?.requestSeq ?? 0) || refusal.message === '')
    return undefined;
  return allText(result).includes(refusal.message) ? refusal : undefined;
}

const IS_TIME_OUT = /time[ds]?[ -]?out/i;

/** The server's last request, if it waits in vain since the call began, and the call says that a time ran out. */
export function unansweredIn(
  { exchange: call, record, outcome, facts }: AnswerEvent,
  asked: Readonly<Exchange> | undefined,
): UnansweredAsk | undefined {
  if (call === undefined || asked === undefined || asked.answerSeq > 0) return undefined;
  if (asked.requestSeq < call.requestSeq || !IS_TIME_OUT.test(outcome.message)) return undefined;
  const by = facts.peers.client?.name === 'tierscope' ? 'user' : 'client';
  const { requestSeq: seq, method, startedAt } = asked;
  return { seq, method, waitedMs: record.at - startedAt, by };
}

export class BadLines extends ListsBySeq<BadLine> {
  /** The last one of the client. */
  ofClient: Failure['badLine'];
  #ofServer: (Omit<BrokenLine, 'afterMs'> & { readonly at: number }) | undefined;

  /** Takes a line, or the message of this place in its batch. */
  take({ record, envelope, reason, text }: MalformedEvent, part: number | undefined): void {
    const { seq, at, direction } = record;
    const isNested = envelope.kind === 'not-json-rpc' && envelope.reason === '';
    const isCut = envelope.kind === 'not-json' && record.truncatedBytes !== undefined;
    this.add(seq, { part, fault: isNested ? 'nested-batch' : isCut ? 'cut' : envelope.kind });
    if (direction === 'client-to-server') this.ofClient = { seq, reason };
    else {
      const isHeader = this.#ofServer?.isHeader === true || hasLspHeader(text);
      this.#ofServer = { seq, at, likeMessage: text.trimStart().startsWith('{'), isHeader };
    }
  }

  /** The last one of the server, if it is not older than the record `first`; its time counts from `since`. */
  ofServer(first: number, since: number): Failure['brokenLine'] {
    const line = this.#ofServer;
    if (line === undefined || line.seq < first) return undefined;
    const { at, ...rest } = line;
    return { ...rest, afterMs: at - since };
  }
}
