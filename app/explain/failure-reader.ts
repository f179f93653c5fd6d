import { stringAt } from '../base/json-value.ts';
import { shortened } from '../base/wrapped-text.ts';
import { opposite } from '../frame/record.ts';
import type { PickedStderr } from '../frame/stderr-pick.ts';
import { taskEnd } from '../frame/task-end.ts';
import type { ErrorTier } from '../frame/tier.ts';
import { idText } from '../session/answer-outcome.ts';
import { type Exchange, isInferred } from '../session/exchange.ts';
import type {
  AnswerEvent,
  BatchEvent,
  ClientEvent,
  MessageEvent,
  ProcessEvent,
  RequestEvent,
  SessionEvent,
  SessionReader,
} from '../session/session-event.ts';
import type { SessionFacts } from '../session/session-facts.ts';
import type { EnvelopeFault } from '../wire/envelope.ts';
import { type EndWords, EndWordsReader } from './end-words.ts';
import type { Explanation } from './explanation.ts';
import {
  type Failure,
  type LastingFailure,
  type LineFault,
  type ProcessEnd,
  recordedEnd,
} from './failure.ts';
import { explainFailure, unmatchedAnswer } from './failure-causes.ts';
import { GivenUpCalls } from './given-up-calls.ts';
import { allText, lightError, lightResult, MAX_MESSAGE, taskError } from './light-answer.ts';
import { lasting, NO_FACTS, NOTHING_LISTED, peerFacts } from './peer-facts.ts';
import { StderrTail } from './stderr-tail.ts';

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

/** A message that cannot be read; the whole batch has no part. */
type BadLine = { readonly part: number | undefined; readonly fault: LineFault };

/** How many targets are remembered with their last request. */
const MAX_TARGETS = 2000;
const NO_STDERR: PickedStderr = { lines: [], crashes: [], last: undefined };

/** Gathers, beside the session's model, the evidence that explains each failure. Keeps errors, never whole frames. */
export class FailureReader implements SessionReader {
  readonly #vocabularies: () => Failure['vocabularies'];
  readonly #isFull: () => boolean;
  readonly #answers = new Map<Readonly<Exchange>, AnswerEvidence>();
  readonly #misplaced = new Map<number, AnswerEvidence[]>();
  /** Which message of its batch a request is. */
  readonly #requestParts = new Map<Readonly<Exchange>, number>();
  /** The messages of a record that cannot be read, in order. */
  readonly #badLines = new Map<number, BadLine[]>();
  /** The message of a batch that is read now. */
  #part: number | undefined;
  /** Answers that are only likely meant for a call, which its client gave up. */
  readonly #unmatched = new Map<Readonly<Exchange>, AnswerEvidence>();
  readonly #givenUp = new GivenUpCalls();
  readonly #endOf = new Map<Readonly<Exchange>, ProcessEnd>();
  /** What the end of stdout has ended, and no exit of the process has explained. */
  #lostBefore: Readonly<Exchange>[] = [];
  readonly #endAt = new Map<number, ProcessEnd>();
  readonly #stderrOf = new Map<Readonly<Exchange>, PickedStderr>();
  readonly #tail = new StderrTail();
  readonly #ends = new EndWordsReader();
  readonly #lastRequestOf = new Map<string, number>();
  readonly #reused = new WeakSet<Readonly<Exchange>>();
  /** The initializes of processes that had answered another request before. */
  readonly #answeredBefore = new WeakSet<Readonly<Exchange>>();
  #hasAnswered = false;
  readonly #faultsOf = new WeakMap<Readonly<Exchange>, readonly EnvelopeFault[]>();
  #badLine: Failure['badLine'];
  #facts: SessionFacts | undefined;
  #lastEnd: ProcessEnd | undefined;

  /**
   * `vocabularies` gives those that the server has shown so far, surest first. Once `isFull`, no more failures are
   * explained.
   */
  constructor(vocabularies: () => Failure['vocabularies'], isFull: () => boolean) {
    this.#vocabularies = vocabularies;
    this.#isFull = isFull;
  }

  take(event: SessionEvent): void {
    if (this.#isFull()) return;
    this.#facts = event.facts;
    this.#ends.take(event);
    switch (event.kind) {
      case 'batch':
        this.#batch(event);
        return;
      case 'process':
        this.#process(event);
        return;
      case 'client':
        this.#client(event);
        return;
      case 'note':
        if (event.record.type === 'stderr') {
          this.#tail.add(event.record.seq, event.record.at, event.record.text);
        }
        return;
      default:
        this.#message(event);
    }
  }

  finish(): void {
    this.#tail.finish();
  }

  answer(exchange: Readonly<Exchange>): AnswerEvidence | undefined {
    return this.#answers.get(exchange);
  }

  /** The answers of a record that fit no open request, in the order of the record. */
  misplaced(seq: number): readonly AnswerEvidence[] {
    return this.#misplaced.get(seq) ?? [];
  }

  /** Which message of its batch the request is; undefined if it came alone. */
  requestPart(exchange: Readonly<Exchange>): number | undefined {
    return this.#requestParts.get(exchange);
  }

  /** The messages of a record that cannot be read, in order; a batch that its revision forbids comes before its parts. */
  badLines(seq: number): readonly BadLine[] {
    return this.#badLines.get(seq) ?? [];
  }

  /** The lines that say most about a call, or about the end of a process. */
  stderrOf(failed: Readonly<Exchange> | number): PickedStderr & Partial<EndWords> {
    const ofCall =
      typeof failed === 'number' ? undefined : (this.#tail.soFar(failed) ?? this.#stderrOf.get(failed));
    return this.#ends.of(failed) ?? ofCall ?? NO_STDERR;
  }

  /** The failure of an exchange that no answer has settled, or whose answer was given up. */
  failureOf(exchange: Readonly<Exchange>, tier: ErrorTier): Failure {
    const answer = this.#answers.get(exchange);
    const given = this.#givenUp.of(exchange);
    const answered = exchange.answerSeq > 0;
    const ended = given?.at ?? (answered ? undefined : exchange.endedAt);
    return {
      ...this.#bare(tier),
      outcome: exchange.outcome,
      sender: exchange.sender,
      method: exchange.method,
      target: exchange.target,
      error: answer?.failure.error,
      result: answer?.failure.result,
      unmatchedId: this.#unmatched.get(exchange)?.failure.unmatchedId,
      answeredMs: answered ? exchange.endedAt - exchange.startedAt : undefined,
      endedMs: ended === undefined || ended < 0 ? undefined : ended - exchange.startedAt,
      givenUpBy: given?.by ?? '',
      text: given?.text ?? exchange.message,
      end: this.#endOf.get(exchange),
      brokenLine: given?.brokenLine,
      answeredBefore: this.#answeredBefore.has(exchange),
    };
  }

  /** The failure of a record that belongs to no exchange. */
  failureAt(seq: number, tier: ErrorTier, known: Partial<Failure>): Failure {
    const end = this.#endAt.get(seq);
    return { ...this.#bare(tier), end, ...known };
  }

  #batch({ record, parts, tier }: BatchEvent): void {
    if (tier !== 'ok') addTo(this.#badLines, record.seq, { part: undefined, fault: 'refused-batch' });
    for (const [index, part] of parts.entries()) {
      this.#part = index;
      this.#message(part);
    }
    this.#part = undefined;
  }

  #message(event: MessageEvent): void {
    if (event.kind === 'request') this.#request(event);
    else if (event.kind === 'answer') this.#answer(event);
    else if (event.kind === 'notification') this.#cancelled(event);
    else this.#malformed(event);
  }

  #malformed(event: Extract<MessageEvent, { kind: 'malformed' }>): void {
    const { record, envelope, reason } = event;
    const isNested = envelope.kind === 'not-json-rpc' && envelope.reason === '';
    const isCut = envelope.kind === 'not-json' && record.truncatedBytes !== undefined;
    const fault = isNested ? 'nested-batch' : isCut ? 'cut' : envelope.kind;
    addTo(this.#badLines, record.seq, { part: this.#part, fault });
    if (record.direction === 'client-to-server') this.#badLine = { seq: record.seq, reason };
    else this.#givenUp.seeLine(event);
  }

  #request({ record, envelope, exchange, earlier }: RequestEvent): void {
    this.#tail.pass(record.at);
    if (this.#part !== undefined) this.#requestParts.set(exchange, this.#part);
    if (envelope.faults.length > 0) this.#faultsOf.set(exchange, envelope.faults);
    if (earlier !== undefined) this.#reused.add(earlier);
    if (exchange.method === 'initialize' && this.#hasAnswered) this.#answeredBefore.add(exchange);
    if (exchange.sender === 'server-to-client') return;
    this.#tail.request(record.seq);
    if (exchange.target === '') return;
    this.#lastRequestOf.delete(exchange.target);
    this.#lastRequestOf.set(exchange.target, record.seq);
    const [oldest] = this.#lastRequestOf.keys();
    if (this.#lastRequestOf.size > MAX_TARGETS && oldest !== undefined) this.#lastRequestOf.delete(oldest);
  }

  #answer(event: AnswerEvent): void {
    const { envelope, exchange, match, outcome, record } = event;
    if (record.direction === 'server-to-client') this.#hasAnswered = true;
    const placed = match !== 'orphan' && match !== 'duplicate' && exchange !== undefined;
    if (event.orphaned !== undefined) {
      if (exchange !== undefined) this.#forgetUnmatched(exchange, event.orphaned.record.seq);
      addTo(this.#misplaced, event.orphaned.record.seq, this.#evidence(event.orphaned, false));
    }
    if (!placed) {
      if (match !== 'raw-message' || outcome.tier !== 'ok') {
        addTo(this.#misplaced, record.seq, this.#evidence(event, false));
      }
      return;
    }
    if (outcome.tier !== 'ok' || envelope.kind === 'error') {
      this.#answers.set(exchange, this.#evidence(event, true));
      this.#openWindow(exchange, false);
    }
    if (record.direction === 'server-to-client') this.#tail.ended();
  }

  /** The client gave up without the answer that was inferred: it is an error for itself. */
  #unmatch(exchange: Readonly<Exchange>): void {
    const answer = this.#answers.get(exchange);
    if (answer === undefined) return;
    this.#answers.delete(exchange);
    const failure: LastingFailure = { ...answer.failure, tier: 'protocol', outcome: 'orphan' };
    const evidence = { ...answer, failure, why: unmatchedAnswer(answer.why, failure) };
    this.#unmatched.set(exchange, evidence);
    addTo(this.#misplaced, exchange.likelyAnswerSeq, evidence);
  }

  #forgetUnmatched(exchange: Readonly<Exchange>, seq: number): void {
    const evidence = this.#unmatched.get(exchange);
    if (evidence === undefined) return;
    this.#unmatched.delete(exchange);
    this.#misplaced.set(
      seq,
      this.misplaced(seq).filter((one) => one !== evidence),
    );
  }

  #evidence(event: AnswerEvent, placed: boolean): AnswerEvidence {
    const failure = this.#failureOfAnswer(event, placed);
    const why = explainFailure(failure);
    const { error } = failure;
    const result = lightResult(failure.result);
    return {
      message: shortened(error === undefined ? allText(failure.result) : error.message, MAX_MESSAGE),
      ...(this.#part === undefined ? {} : { part: this.#part }),
      why,
      failure: {
        ...failure,
        ...{ params: undefined, paramsKnown: false, result, facts: lasting(failure.facts) },
        error: error && lightError(error),
      },
    };
  }

  #failureOfAnswer(event: AnswerEvent, placed: boolean): Failure {
    const { envelope, exchange, match, outcome, record, facts, misfit } = event;
    const end = envelope.kind === 'result' ? taskEnd(exchange?.method ?? '', envelope.result) : undefined;
    const ofTask = end?.kind === 'error' ? end.error : undefined;
    const error = envelope.kind === 'error' ? envelope.error : ofTask && taskError(ofTask);
    const tier = outcome.tier === 'ok' ? 'protocol' : outcome.tier;
    const result =
      end?.kind === 'result' ? end.result : envelope.kind === 'result' ? envelope.result : undefined;
    return {
      ...this.#bare(placed ? tier : 'protocol'),
      outcome: placed
        ? outcome.outcome
        : match === 'duplicate'
          ? 'duplicate'
          : match === 'orphan'
            ? 'orphan'
            : outcome.outcome,
      sender: exchange?.sender ?? opposite(record.direction),
      method: exchange?.method ?? '',
      target: exchange?.target ?? '',
      params: exchange?.params,
      paramsKnown: exchange !== undefined,
      requestFaults: (exchange && this.#faultsOf.get(exchange)) ?? [],
      answerFaults: envelope.faults,
      error,
      result,
      resultFault: outcome.fault,
      unmatchedId: placed && isInferred({ match }) ? idText(envelope) : undefined,
      answeredMs: exchange === undefined ? undefined : record.at - exchange.startedAt,
      text: placed ? outcome.message : misfit,
      facts: peerFacts(facts, exchange),
    };
  }

  #openWindow(exchange: Readonly<Exchange>, silent: boolean): void {
    const { requestSeq, id, target, startedAt, endedAt } = exchange;
    const taken = () => ({
      id: this.#reused.has(exchange),
      target: (this.#lastRequestOf.get(target) ?? 0) > requestSeq,
    });
    const call = { requestSeq, id: id.text, target, startedAt, endedAt, silent, taken };
    this.#tail.pickFor(exchange, call, (picked) => this.#stderrOf.set(exchange, picked));
  }

  #cancelled({ exchange, record, envelope }: Extract<MessageEvent, { kind: 'notification' }>): void {
    if (envelope.method !== 'notifications/cancelled' || exchange === undefined) return;
    if (this.#givenUp.of(exchange) !== undefined) return;
    const text = stringAt(envelope.params, 'reason') ?? '';
    this.#givenUp.add(exchange, 'cancel', record.at, text);
    if (exchange.outcome === 'cancelled') this.#openWindow(exchange, true);
  }

  #client({ exchange, record, settled }: ClientEvent): void {
    this.#tail.pass(record.at);
    if (exchange === undefined || record.event === 'closed') return;
    const before = this.#givenUp.of(exchange);
    if (before === undefined || (before.by === 'cancel' && record.event === 'timeout')) {
      const at = before?.at ?? record.at;
      this.#givenUp.add(exchange, 'event', at, record.message);
    }
    if (exchange.likelyAnswerSeq > 0) this.#unmatch(exchange);
    if (settled && !this.#stderrOf.has(exchange)) this.#openWindow(exchange, exchange.answerSeq === 0);
  }

  #process({ record, tier, ended, facts }: ProcessEvent): void {
    this.#tail.pass(record.at);
    if (record.event === 'spawned') this.#hasAnswered = false;
    const { event } = record;
    const end = recordedEnd(record, facts.endedBy);
    if (tier !== 'ok' || event === 'exited') this.#lastEnd = end;
    for (const exchange of ended) {
      this.#endOf.set(exchange, event === 'spawned' ? (this.#lastEnd ?? end) : end);
    }
    // What the exit code says is better than "stdout closed", which came just before.
    if (event === 'exited') this.#knowExit(end, record.at);
    else if (event === 'stdout-closed') this.#lostBefore.push(...ended);
    if (tier !== 'ok') this.#endAt.set(record.seq, end);
  }

  #knowExit(end: ProcessEnd, at: number): void {
    for (const exchange of this.#lostBefore)
      if (at - exchange.endedAt < SAME_END_MS) this.#endOf.set(exchange, end);
    this.#lostBefore = [];
  }

  #bare(tier: ErrorTier): Failure {
    return {
      tier,
      outcome: '',
      sender: 'client-to-server',
      method: '',
      target: '',
      params: undefined,
      paramsKnown: false,
      requestFaults: [],
      answerFaults: [],
      error: undefined,
      result: undefined,
      resultFault: undefined,
      unmatchedId: undefined,
      answeredMs: undefined,
      endedMs: undefined,
      givenUpBy: '',
      text: '',
      end: undefined,
      badLine: this.#badLine,
      brokenLine: undefined,
      answeredBefore: false,
      facts: this.#facts === undefined ? NO_FACTS : { ...peerFacts(this.#facts, undefined), ...NOTHING },
      vocabularies: this.#vocabularies(),
    };
  }
}

const NOTHING = { tools: NOTHING_LISTED, prompts: NOTHING_LISTED, resources: NOTHING_LISTED };

/** The stdout of a process that ends closes about this long before its exit is known. */
const SAME_END_MS = 2000;

function addTo<Item>(lists: Map<number, Item[]>, seq: number, item: Item): void {
  const others = lists.get(seq);
  if (others === undefined) lists.set(seq, [item]);
  else others.push(item);
}
