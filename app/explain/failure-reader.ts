import { stringAt } from '../base/json-value.ts';
import { shortened } from '../base/wrapped-text.ts';
import { callName } from '../findings/call-name.ts';
import { opposite, type StderrRecord } from '../frame/record.ts';
import type { PickedStderr } from '../frame/stderr-pick.ts';
import { taskEnd } from '../frame/task-end.ts';
import type { ErrorTier } from '../frame/tier.ts';
import { type CommandFault, commandFault } from '../hosts/command-fault.ts';
import { firstAnswerAfter } from '../hosts/start-limits.ts';
import { idText } from '../session/answer-outcome.ts';
import { type Exchange, isInferred } from '../session/exchange.ts';
import type {
  AnswerEvent,
  BatchEvent,
  ClientEvent,
  HttpEvent,
  MalformedEvent,
  MessageEvent,
  NotificationEvent,
  ProcessEvent,
  RequestEvent,
  SessionEvent,
} from '../session/session-event.ts';
import { EventReader } from '../session/session-event.ts';
import type { SessionFacts } from '../session/session-facts.ts';
import { isTimeOut } from './cause-values.ts';
import {
  argumentsIn,
  type Failure,
  type LastingFailure,
  lastingFacts,
  NO_FACTS,
  NO_FAILURE,
  type ProcessEnd,
  peerFacts,
  recordedEnd,
} from './failure.ts';
import { explainFailure } from './failure-causes.ts';
import {
  type AnswerEvidence,
  answerEvidence,
  type BadLine,
  BadLines,
  HttpFailures,
  ListsBySeq,
  type Notes,
  refusalOf,
  repeatedIn,
  unansweredIn,
} from './failure-notes.ts';
import { type FinalStderr, FinalStderrReader } from './final-stderr.ts';
import { MAX_DATA, MAX_MESSAGE, taskError } from './light-answer.ts';
import { lastedMs, SilenceReader } from './silence.ts';
import { StderrTail } from './stderr-tail.ts';

/** Once failed answers reach this many characters, only short data is kept of further ones. */
const MAX_KEPT = 64_000_000;
/** Milliseconds: a process's stdout closes about this long before its exit is known. */
const SAME_END_MS = 2000;
const NO_STDERR: PickedStderr = { lines: [], crashes: [], last: undefined };
/** All answers under other ids are one problem. */
const UNDER_OTHER_ID = 'answered-under-other-id';
const NO_NOTES: Readonly<Notes> = {};

/** Collects, next to the session's model, the evidence for each failure. Keeps errors, never whole frames. */
export class FailureReader extends EventReader {
  readonly #vocabularies: () => Failure['vocabularies'];
  readonly #isFull: () => boolean;
  /** Kept as long as the model keeps an exchange: failed ones and the most recent. */
  readonly #notes = new WeakMap<Readonly<Exchange>, Notes>();
  /** Answers that match no open request, in record order. */
  readonly misplaced = new ListsBySeq<AnswerEvidence>();
  readonly #badLines = new BadLines();
  #part: number | undefined;
  /** Exchanges lost when stdout ended, until an exit of the process explains them. */
  #lostBefore: Readonly<Exchange>[] = [];
  readonly #endAt = new Map<number, ProcessEnd>();
  readonly #https = new HttpFailures();
  readonly #tail = new StderrTail();
  readonly #silence = new SilenceReader((from, to) => this.#tail.crashBetween(from, to));
  readonly #ends = new FinalStderrReader();
  #hasAnswered = false;
  #spawnedAt: number | undefined;
  /** Milliseconds to the server's first answer; undefined before it. */
  firstAnswerMs: number | undefined;
  #closedAt = 0;
  #command: CommandFault | undefined;
  /** The characters of all failed answers so far. */
  #kept = 0;
  #refusal: Failure['refusal'];
  /** The server's last request. */
  #asked: Readonly<Exchange> | undefined;
  #facts: SessionFacts | undefined;
  #lastEnd: ProcessEnd | undefined;

  /** `vocabularies` are those shown so far, surest first. Once `isFull`, no more failures are explained. */
  constructor(vocabularies: () => Failure['vocabularies'], isFull: () => boolean) {
    super();
    this.#vocabularies = vocabularies;
    this.#isFull = isFull;
  }

  override take(event: SessionEvent): void {
    if (this.#isFull()) return;
    this.#facts = event.facts;
    const { record } = event;
    if (record.type === 'session') this.#command = commandFault(record.command ?? '', record.args ?? []);
    this.#ends.take(event);
    super.take(event);
  }

  finish(): void {
    this.#tail.finish();
  }

  notes(exchange: Readonly<Exchange>): Readonly<Notes> {
    return this.#notes.get(exchange) ?? NO_NOTES;
  }

  #noting(exchange: Readonly<Exchange>): Notes {
    const notes = this.#notes.get(exchange) ?? {};
    this.#notes.set(exchange, notes);
    return notes;
  }

  /** The unreadable messages of a record, in order; a forbidden batch comes before its parts. */
  badLines(seq: number): readonly BadLine[] {
    return this.#badLines.of(seq);
  }

  /** The most informative stderr lines for a call or for the end of a process. */
  stderrOf(failed: Readonly<Exchange> | number): PickedStderr & Partial<FinalStderr> {
    const ofCall =
      typeof failed === 'number' ? undefined : (this.#tail.soFar(failed) ?? this.notes(failed).stderr);
    return this.#ends.of(failed) ?? ofCall ?? NO_STDERR;
  }

  /** The failure of an exchange that no answer settled, or whose answer was given up. */
  failureOf(exchange: Readonly<Exchange>, tier: ErrorTier): Failure {
    const {
      answer,
      givenUp: given,
      unmatched,
      end,
      answeredBefore = false,
      answeredAtEnd,
      http,
    } = this.notes(exchange);
    const answered = exchange.answerSeq > 0;
    const ended = given?.at ?? (answered ? undefined : exchange.endedAt);
    return {
      ...this.#bare(tier),
      outcome: exchange.outcome,
      sender: exchange.sender,
      method: exchange.method,
      target: exchange.target,
      requestId: exchange.id.text,
      params: exchange.params,
      arguments: argumentsIn(exchange.params),
      paramsKnown: !answered && !exchange.isRebuilt,
      requestFaults: this.notes(exchange).requestFaults ?? [],
      error: answer?.failure.error,
      result: answer?.failure.result,
      unmatchedId: unmatched?.failure.unmatchedId,
      unmatchedError: unmatched?.failure.error,
      sharesId: exchange.sharesId,
      silence: this.#silence.of(exchange),
      answeredMs: answered ? exchange.endedAt - exchange.startedAt : undefined,
      endedMs: lastedMs(exchange, ended),
      givenUpBy: given?.by ?? '',
      text: given?.text ?? exchange.message,
      end,
      brokenLine: given?.brokenLine,
      answeredBefore,
      answeredAtEnd,
      http: http && { ...http, where: exchange.where, isReused: this.notes(exchange).isReused === true },
    };
  }

  failureAt(seq: number, tier: ErrorTier, known: Partial<Failure>): Failure {
    return { ...this.#bare(tier), end: this.#endAt.get(seq), http: this.#https.at(seq), ...known };
  }

  protected override onBatch(event: BatchEvent): void {
    if (event.tier !== 'ok')
      this.#badLines.add(event.record.seq, { part: undefined, fault: 'refused-batch' });
    super.onBatch(event);
  }

  protected override onMessage(event: MessageEvent, part: number | undefined): void {
    this.#part = part;
    super.onMessage(event, part);
  }

  protected override onStderr({ seq, at, text }: StderrRecord): void {
    this.#tail.add(seq, at, text);
  }

  protected override onMalformed(event: MalformedEvent): void {
    if (event.record.http !== undefined) return;
    this.#badLines.take(event, this.#part);
    if (event.record.direction === 'client-to-server') this.#silence.point('line', event.record.seq);
  }

  protected override onRequest({ record, envelope, exchange, earlier }: RequestEvent): void {
    this.#tail.pass(record.at);
    if (this.#part !== undefined) this.#noting(exchange).part = this.#part;
    const inRefused =
      this.#part !== undefined && this.badLines(record.seq).some(({ fault }) => fault === 'refused-batch');
    if (inRefused) this.#noting(exchange).requestFaults = [...envelope.faults, 'in-refused-batch'];
    else if (envelope.faults.length > 0) this.#noting(exchange).requestFaults = envelope.faults;
    if (earlier !== undefined) this.#noting(earlier).isReused = true;
    if (exchange.method === 'initialize' && this.#hasAnswered) this.#noting(exchange).answeredBefore = true;
    if (exchange.sender === 'server-to-client') {
      this.#silence.works(record.seq);
      this.#asked = exchange;
    } else this.#tail.request(record.seq, exchange.target);
  }

  protected override onAnswer(event: AnswerEvent): void {
    const { envelope, exchange, match, outcome, record } = event;
    if (record.direction === 'server-to-client') {
      if (exchange !== undefined)
        this.firstAnswerMs ??= firstAnswerAfter(exchange, record.at, this.#spawnedAt ?? exchange.startedAt);
      const isClosed = event.facts.stdinClosed && record.at - this.#closedAt < SAME_END_MS;
      if (isClosed && !this.#hasAnswered && exchange !== undefined)
        this.#noting(exchange).answeredAtEnd = true;
      else this.#hasAnswered = true;
      this.#silence.answered(record.seq);
    }
    const placed = match !== 'orphan' && match !== 'duplicate' && exchange !== undefined;
    if (placed && envelope.kind === 'error' && record.direction === 'client-to-server')
      this.#refusal = refusalOf(event, explainFailure(this.#failureOfAnswer(event, true)));
    if (event.orphaned !== undefined) {
      if (exchange !== undefined) this.#forgetUnmatched(exchange, event.orphaned.record.seq);
      this.misplaced.add(event.orphaned.record.seq, this.#evidence(event.orphaned, false));
    }
    if (!placed) {
      if ((match !== 'raw-message' && match !== 'http') || outcome.tier !== 'ok') {
        this.misplaced.add(record.seq, this.#evidence(event, false));
      }
      return;
    }
    if (outcome.tier !== 'ok' || envelope.kind === 'error') {
      this.#noting(exchange).answer = this.#evidence(event, true);
      this.#openWindow(exchange, false);
    }
    if (record.direction === 'server-to-client') this.#tail.ended();
  }

  /** The client gave up without the inferred answer, whose error is the same problem. */
  #unmatch(exchange: Readonly<Exchange>): void {
    const notes = this.#noting(exchange);
    const { answer } = notes;
    if (answer === undefined) return;
    delete notes.answer;
    const failure: LastingFailure = { ...answer.failure, tier: 'protocol', outcome: 'orphan' };
    const evidence = { ...answer, failure, why: { ...answer.why, problem: UNDER_OTHER_ID } };
    notes.unmatched = evidence;
    this.misplaced.add(exchange.likelyAnswerSeq, evidence);
  }

  #forgetUnmatched(exchange: Readonly<Exchange>, seq: number): void {
    const notes = this.#noting(exchange);
    const evidence = notes.unmatched;
    if (evidence === undefined) return;
    delete notes.unmatched;
    this.misplaced.remove(seq, evidence);
  }

  #evidence(event: AnswerEvent, placed: boolean): AnswerEvidence {
    const failure = this.#failureOfAnswer(event, placed);
    this.#kept += event.record.raw?.length ?? 0;
    const most = this.#kept > MAX_KEPT ? MAX_MESSAGE : MAX_DATA;
    return answerEvidence(failure, this.#part, most);
  }

  #failureOfAnswer(event: AnswerEvent, placed: boolean): Failure {
    const { envelope, exchange, match, outcome, record, facts, misfit } = event;
    const sent = envelope.kind === 'result' ? envelope.result : undefined;
    const end = taskEnd(exchange?.method ?? '', sent);
    const ofTask = end?.kind === 'error' ? taskError(end.error) : undefined;
    const error = envelope.kind === 'error' ? envelope.error : ofTask;
    const tier = outcome.tier === 'ok' ? 'protocol' : outcome.tier;
    const isUnmatched = placed && (isInferred({ match }) || match === 'other-type');
    const result = end?.kind === 'result' ? end.result : sent;
    return {
      ...this.#bare(placed ? tier : 'protocol', peerFacts(facts, exchange)),
      outcome: match === 'duplicate' || match === 'orphan' ? match : outcome.outcome,
      sender: exchange?.sender ?? opposite(record.direction),
      method: exchange?.method ?? '',
      target: exchange?.target ?? '',
      requestId: exchange?.id.text ?? '',
      params: exchange?.params,
      arguments: argumentsIn(exchange?.params),
      paramsKnown: exchange !== undefined && !exchange.isRebuilt,
      requestFaults: (exchange && this.notes(exchange).requestFaults) ?? [],
      answerFaults: envelope.faults,
      error,
      result,
      resultFault: outcome.fault,
      unmatchedId: isUnmatched ? idText(envelope) : undefined,
      misnumbers: facts.misnumbers,
      ...{ sharesId: exchange?.sharesId === true, lacksSession: exchange?.lacksSession },
      answeredMs: exchange === undefined ? undefined : record.at - exchange.startedAt,
      brokenLine: exchange === undefined ? this.#badLines.ofServer(0, record.at) : undefined,
      refusal: tier === 'tool' ? repeatedIn(result, exchange, this.#refusal) : undefined,
      unanswered: unansweredIn(event, this.#asked),
      answeredLine: event.line,
      text: placed ? outcome.message : misfit,
    };
  }

  #openWindow(exchange: Readonly<Exchange>, silent: boolean): void {
    const { requestSeq, id, target, startedAt, endedAt } = exchange;
    const taken = () => ({
      id: this.notes(exchange).isReused === true,
      target: this.#tail.lastRequestOf(target) > requestSeq,
    });
    const call = { requestSeq, id: id.text, target, startedAt, endedAt, silent, taken };
    this.#tail.pickFor(exchange, call, (picked) => {
      this.#noting(exchange).stderr = picked;
    });
  }

  protected override onNotification({ exchange, record, envelope }: NotificationEvent): void {
    const ofServer = record.direction === 'server-to-client';
    if (ofServer && envelope.method === 'notifications/progress') this.#silence.works(record.seq);
    if (envelope.method !== 'notifications/cancelled' || exchange === undefined) return;
    if (this.notes(exchange).givenUp !== undefined) return;
    const text = stringAt(envelope.params, 'reason') ?? '';
    this.#giveUp(exchange, 'cancel', record.at, text);
    if (exchange.outcome !== 'cancelled') return;
    this.#openWindow(exchange, true);
    if (ofServer) return;
    if (isTimeOut({ text })) this.#silence.vain(exchange);
    else this.#silence.point('cancel', record.seq, callName(exchange));
  }

  #giveUp(exchange: Readonly<Exchange>, by: Failure['givenUpBy'], at: number, text: string): void {
    const brokenLine = this.#badLines.ofServer(exchange.requestSeq, exchange.startedAt);
    this.#noting(exchange).givenUp = { by, at, text: shortened(text, MAX_MESSAGE), brokenLine };
  }

  protected override onClient({ exchange, record, settled }: ClientEvent): void {
    this.#tail.pass(record.at);
    if (exchange === undefined || record.event === 'closed') return;
    const before = this.notes(exchange).givenUp;
    if (before === undefined || (before.by === 'cancel' && record.event === 'timeout'))
      this.#giveUp(exchange, 'event', before?.at ?? record.at, record.message);
    if (exchange.likelyAnswerSeq > 0) this.#unmatch(exchange);
    else if (exchange.answerSeq === 0 && exchange.outcome === 'timed out') this.#silence.vain(exchange);
    if (settled && this.notes(exchange).stderr === undefined)
      this.#openWindow(exchange, exchange.answerSeq === 0);
  }

  protected override onHttp(event: HttpEvent): void {
    this.#https.take(event, (exchange) => this.#noting(exchange));
  }

  protected override onProcess({ record, tier, ended, facts }: ProcessEvent): void {
    this.#tail.pass(record.at);
    if (record.event === 'spawned') {
      this.#hasAnswered = false;
      this.#spawnedAt = record.at;
      this.#silence.startRun();
    }
    if (record.event === 'stdin-closed') this.#closedAt = record.at;
    const fault = this.#hasAnswered ? undefined : this.#command;
    const end = { ...recordedEnd(record, facts.endedBy), commandFault: fault };
    if (tier !== 'ok' || record.event === 'exited') this.#lastEnd = end;
    for (const exchange of ended) {
      if (exchange.likelyAnswerSeq > 0) this.#unmatch(exchange);
      this.#noting(exchange).end = record.event === 'spawned' ? (this.#lastEnd ?? end) : end;
    }
    // The exit code says more than "stdout closed" just before it.
    if (record.event === 'exited') this.#knowExit(end, record.at);
    else if (record.event === 'stdout-closed') this.#lostBefore = [...this.#lostBefore, ...ended];
    if (tier !== 'ok') this.#endAt.set(record.seq, end);
  }

  #knowExit(end: ProcessEnd, at: number): void {
    for (const exchange of this.#lostBefore)
      if (at - exchange.endedAt < SAME_END_MS) this.#noting(exchange).end = end;
    this.#lostBefore = [];
  }

  #bare(tier: ErrorTier, facts = this.#factsNow()): Failure {
    const commandFault = this.#hasAnswered ? undefined : this.#command;
    const vocabularies = this.#vocabularies();
    return { ...NO_FAILURE, tier, commandFault, badLine: this.#badLines.ofClient, facts, vocabularies };
  }

  #factsNow(): Failure['facts'] {
    return this.#facts === undefined ? NO_FACTS : { ...NO_FACTS, ...lastingFacts(this.#facts, undefined) };
  }
}
