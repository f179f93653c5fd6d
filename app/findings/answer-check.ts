import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { isUserMade } from '../frame/answer-change.ts';
import { type FrameRecord, shownFrame } from '../frame/record.ts';
import { isToolError } from '../protocol/result-check.ts';
import type { Revision } from '../protocol/revisions.ts';
import { type Exchange, isInferred, isUserCaused } from '../session/exchange.ts';
import type { AnswerEvent } from '../session/session-event.ts';
import type { Answer } from '../wire/envelope.ts';
import { beginningTraits, errorTraits, memberTraits, requestTraits } from './answer-traits.ts';
import { type Bound, dispatchFor } from './dispatch.ts';
import { errorText, errorTextOf } from './error-text.ts';
import type { FindingSink } from './finding-sink.ts';
import type { HeldFinding } from './held-finding.ts';
import { type Suspicion, suspicionOf } from './hidden-failure/hidden-failure.ts';
import {
  type ErrorAnswer,
  type RecordContext,
  structuredErrorOf,
  TEXT_LIMIT,
  type ToolAnswer,
} from './message.ts';
import type { SessionView } from './session-view.ts';
import { TRAIT } from './trait.ts';

/** Answers that come this soon after an intentionally malformed message may be answers to it. */
const RAW_MESSAGE_WINDOW_MS = 10_000;
/** The text of a tool result is read from so many blocks. */
const MAX_BLOCKS = 50;
/** An answer on a line of so many characters is kept by what is found in it. */
const LIGHT = 1000;

/** Lets the rules look at each answer, beside the request that the model has paired it with. */
export class AnswerCheck {
  readonly #view: SessionView;
  readonly #sink: FindingSink;
  /** What was found in answers whose pairing may be taken back. */
  #uncertain: WeakMap<Answer, readonly HeldFinding[]> | undefined;

  constructor(view: SessionView, sink: FindingSink) {
    this.#view = view;
    this.#sink = sink;
  }

  check(event: AnswerEvent): void {
    const { envelope } = event;
    const inferred = isInferred(event);
    const before = inferred ? this.#sink.found.length : 0;
    this.#run(event);
    if (inferred) {
      this.#uncertain ??= new WeakMap();
      this.#uncertain.set(envelope, this.#sink.found.slice(before));
    }
    if (event.record.direction === 'server-to-client') this.#note(event);
    if (
      event.exchange?.method === 'tools/call' &&
      envelope.kind === 'result' &&
      isJsonObject(envelope.result)
    ) {
      this.#view.taskTools.learn(event.exchange.params, envelope.result);
    }
  }

  /** What an answer of the server shows, for the checks of what follows. */
  #note(event: AnswerEvent): void {
    const view = this.#view;
    const { record, envelope, exchange } = event;
    view.lastAnswerSeq = record.seq;
    view.unreadLines.answer(envelope, record.at, view.lastClientSeq);
    if (exchange === undefined) return;
    this.#sink.answered(exchange.requestSeq);
    view.progress.delete(exchange);
    view.lastAnsweredRequest = Math.max(view.lastAnsweredRequest, exchange.requestSeq);
    if (exchange.method === 'initialize') view.handshake.answer(event);
    if (envelope.kind === 'result') view.served.add(exchange.method);
  }

  /** Checks an answer that has turned out to be an orphan: what was found in it before is taken back. */
  checkAgain(event: AnswerEvent): void {
    this.#sink.takeBack(this.#uncertain?.get(event.envelope) ?? []);
    this.#run(event);
  }

  #run(event: AnswerEvent): void {
    const { record, envelope, match } = event;
    // Which of the requests that share an id it answers, nobody can tell.
    const isUncertain = match === 'duplicate' || event.exchange?.sharesId === true;
    const exchange = isUncertain ? undefined : event.exchange;
    const revision = this.#view.facts.revisionOf(exchange);
    const fromRawMessage = this.#isFromRawMessage(event, exchange);
    const dispatch = dispatchFor(revision);
    const own = isUserMade(record);
    if (envelope.faults.length > 0 || (match !== 'id' && match !== 'raw-message')) {
      this.#strange(event, exchange, { revision, fromRawMessage });
    }
    if (envelope.kind === 'error') {
      const answer = errorAnswer(record, envelope, exchange, revision, fromRawMessage);
      const traits = errorTextOf(answer).traits | errorTraits(envelope.error, exchange, this.#view);
      this.#sink.run(dispatch.error(answer.code, answer.method).of(traits), answer, own);
      if (isCancelled(exchange)) this.#sink.run(dispatch.cancelledAnswer, answer, own);
      return;
    }
    const { fault } = event.outcome;
    if (fault !== undefined && match !== 'duplicate') {
      const { seq, at, direction: sender } = record;
      const { id, result } = envelope;
      const { method = '', params } = exchange ?? {};
      const placed = { seq, at, sender, revision, fromRawMessage, exchange, method, params, id };
      this.#sink.run(dispatch.resultFault, { ...placed, result, fault }, own);
    }
    if (!isJsonObject(envelope.result)) return;
    const isRead = fault === undefined || fault.client === 'takes';
    this.#result(record, envelope, exchange, { revision, fromRawMessage }, isRead);
  }

  /** `isRead` is false if no client reads the result. */
  #result(
    record: FrameRecord,
    { id, result }: Extract<Answer, { kind: 'result' }>,
    exchange: Readonly<Exchange> | undefined,
    { revision, fromRawMessage }: Pick<RecordContext, 'revision' | 'fromRawMessage'>,
    isRead: boolean,
  ): void {
    if (!isJsonObject(result)) return;
    const dispatch = dispatchFor(revision);
    const known = requestTraits(exchange, this.#view);
    const failed = isToolError(exchange?.method ?? '', result);
    const ofTool = isRead && (failed || exchange?.method === 'tools/call');
    const text = ofTool ? toolText(result) : '';
    let rules: readonly (Bound<'toolError'> | Bound<'toolOk'>)[] = NO_RULES;
    let suspicion: Suspicion = 'none';
    if (ofTool && failed) {
      const traits = known | errorText(text).traits | memberTraits(result);
      rules = dispatch.toolError.of(traits);
    } else if (ofTool) {
      suspicion = suspicionOf(result);
      const suspect = suspicion === 'none' ? 0 : TRAIT.suspect;
      rules = dispatch.toolOk.of(known | beginningTraits(text) | memberTraits(result) | suspect);
    }
    const ofMethod = exchange === undefined ? NO_RULES : dispatch.result(exchange.method).of(known);
    // Of nearly all results there is nothing to ask.
    if (rules.length === 0 && ofMethod.length === 0 && !isCancelled(exchange)) return;
    const answer = resultAnswer(
      record,
      id,
      result,
      exchange,
      revision,
      fromRawMessage,
      ofTool,
      text,
      suspicion,
    );
    const own = isUserMade(record);
    this.#sink.run(rules, answer, own);
    this.#sink.run(ofMethod, answer, own);
    if (isCancelled(exchange)) this.#sink.run(dispatch.cancelledAnswer, answer, own);
  }

  /** An answer that breaks JSON-RPC, or that its id alone does not match with a request. */
  #strange(
    { record, envelope, match, exchange: named }: AnswerEvent,
    exchange: Readonly<Exchange> | undefined,
    held: Pick<RecordContext, 'revision' | 'fromRawMessage'>,
  ): void {
    const placed = { seq: record.seq, at: record.at, sender: record.direction, ...held };
    const { fault, mismatch } = dispatchFor(held.revision);
    const own = isUserMade(record);
    if (envelope.faults.length > 0) {
      const line = shownFrame(record);
      this.#sink.run(fault, { ...placed, faults: envelope.faults, envelope, exchange, line }, own);
    }
    if (match !== 'id' && match !== 'raw-message') {
      this.#sink.run(mismatch, { ...placed, envelope, match, exchange: named }, own);
    }
  }

  #isFromRawMessage(
    { record, rawMessage, exchange: named }: AnswerEvent,
    exchange: Readonly<Exchange> | undefined,
  ): boolean {
    if (isUserMade(record) || rawMessage !== undefined) return true;
    if (named !== undefined && isUserCaused(named)) return true;
    const near = exchange === undefined && record.at - this.#view.rawMessageAt < RAW_MESSAGE_WINDOW_MS;
    return near && record.direction === 'server-to-client';
  }
}

const NO_RULES: readonly never[] = [];

function isCancelled(exchange: Readonly<Exchange> | undefined): boolean {
  // An answer that the user kept back may have come before the client gave up.
  return exchange !== undefined && exchange.cancelledSeq > 0 && exchange.heldMs === 0;
}

/** A finding is read long after its frame, and then perhaps never: what it keeps should cost little more than texts. */
function isLight({ raw }: FrameRecord): boolean {
  return raw !== undefined && raw.length <= LIGHT;
}

// Members are named one by one: spreading costs more than reading the frame.

function errorAnswer(
  record: FrameRecord,
  envelope: Extract<Answer, { kind: 'error' }>,
  exchange: Readonly<Exchange> | undefined,
  revision: Revision,
  fromRawMessage: boolean,
): ErrorAnswer {
  const { code, message } = envelope.error;
  return {
    seq: record.seq,
    at: record.at,
    sender: record.direction,
    revision,
    fromRawMessage,
    exchange,
    method: exchange === undefined ? '' : exchange.method,
    params: exchange?.params,
    id: envelope.id,
    isLight: isLight(record),
    error: envelope.error,
    code: typeof code === 'number' && Number.isInteger(code) ? code : undefined,
    text: message.length > TEXT_LIMIT ? message.slice(0, TEXT_LIMIT) : message,
    errorText: undefined,
    rejection: undefined,
  };
}

/** `ofTool` reads what only the result of a tool call has. */
function resultAnswer(
  record: FrameRecord,
  id: Answer['id'],
  result: JsonObject,
  exchange: Readonly<Exchange> | undefined,
  revision: Revision,
  fromRawMessage: boolean,
  ofTool: boolean,
  text: string,
  suspicion: Suspicion,
): ToolAnswer {
  const params = exchange?.params;
  return {
    seq: record.seq,
    at: record.at,
    sender: record.direction,
    revision,
    fromRawMessage,
    exchange,
    method: exchange === undefined ? '' : exchange.method,
    params,
    id,
    isLight: isLight(record),
    result,
    tool: (ofTool ? stringAt(params, 'name') : undefined) ?? '',
    text,
    errorText: undefined,
    structuredError: ofTool ? structuredErrorOf(result) : undefined,
    suspicion,
  };
}

/** The text blocks of a tool's result, one below the other, at most `TEXT_LIMIT` characters. */
function toolText(result: JsonObject): string {
  if (!Array.isArray(result.content)) return '';
  // By far the most results have one text.
  if (result.content.length === 1) return (stringAt(result.content[0], 'text') ?? '').slice(0, TEXT_LIMIT);
  const texts: string[] = [];
  let room = TEXT_LIMIT;
  for (const block of result.content.slice(0, MAX_BLOCKS)) {
    const text = stringAt(block, 'text');
    if (text === undefined) continue;
    texts.push(text.slice(0, room));
    room -= text.length;
    if (room <= 0) break;
  }
  return texts.join('\n').slice(0, TEXT_LIMIT);
}
