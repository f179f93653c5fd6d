import { getOrCreate } from '../base/grouped-by.ts';
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

/** The parts of a failed answer that are kept. */
export type AnswerEvidence = {
  /** The error's whole message, or all text of the result; cut at a limit. */
  readonly message: string;
  /** The 0-based index of the message in its batch. */
  readonly part?: number;
  /** The explanation by what was known when it arrived. */
  readonly why: Explanation;
  /** The same failure without facts that only applied at that time. */
  readonly failure: LastingFailure;
};

/** What to keep of a failed answer, with at most `most` characters of data; `part` is its index in a batch. */
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

export type Notes = {
  /** The index of the request in its batch; undefined if it was sent by itself. */
  part?: number;
  requestFaults?: Failure['requestFaults'];
  /** True for an `initialize` to a process that had already answered another request. */
  answeredBefore?: boolean;
  /** True for a request that was answered only after stdin was closed, as the first of its process. */
  answeredAtEnd?: boolean;
  isReused?: boolean;
  answer?: AnswerEvidence;
  /** An answer that probably belongs to it, but that its client gave up. */
  unmatched?: AnswerEvidence;
  /** Why and when its client gave up; `at` in milliseconds since the recording began. */
  givenUp?: Pick<Failure, 'brokenLine' | 'text'> & { readonly by: Failure['givenUpBy']; readonly at: number };
  end?: ProcessEnd;
  stderr?: PickedStderr;
  http?: HttpFailure;
};

/** An unreadable message; `part` is undefined for a whole batch. */
export type BadLine = { readonly part: number | undefined; readonly fault: LineFault };

/** Failures that HTTP alone explains, by the record of their end. */
export class HttpFailures {
  readonly #at = new Map<number, HttpFailure>();

  take(
    { http, ended, error, session, record }: HttpEvent,
    noting: (exchange: Readonly<Exchange>) => Notes,
  ): void {
    if (!closes(record)) return;
    // A call that may still be resumed can be lost because of this later.
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
    getOrCreate(this.#lists, seq, () => []).push(item);
  }

  remove(seq: number, item: Item): void {
    this.#lists.set(
      seq,
      this.of(seq).filter((one) => one !== item),
    );
  }
}

/** The client's error answer to a server request; nobody must act on what its user refused. */
export function refusalOf(
  { record, envelope, exchange }: AnswerEvent,
  { cause, actor, action, verb }: Explanation,
): ClientRefusal | undefined {
  if (exchange === undefined || envelope.kind !== 'error') return undefined;
  const step = cause === 'request-refused' ? NO_STEP : { actor, action, verb };
  const { requestSeq, method } = exchange;
  return { seq: record.seq, requestSeq, method, message: envelope.error.message, step };
}

/** The refusal, if it came during a call whose result repeats its message. */
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

/** The server's last request, if it has been unanswered since the call began and the call reports a time-out. */
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
  /** The client's last one. */
  ofClient: Failure['badLine'];
  #ofServer: (Omit<BrokenLine, 'afterMs'> & { readonly at: number }) | undefined;

  /** Takes a line, or the message with this index in its batch. */
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

  /** The server's last one since the record `first`; its time is relative to `since`. */
  ofServer(first: number, since: number): Failure['brokenLine'] {
    const line = this.#ofServer;
    if (line === undefined || line.seq < first) return undefined;
    const { at, ...rest } = line;
    return { afterMs: at - since, ...rest };
  }
}
