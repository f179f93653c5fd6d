import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { shownFrame } from '../frame/record.ts';
import { isToolError } from '../protocol/result-check.ts';
import { type Exchange, isInferred } from '../session/exchange.ts';
import type { AnswerEvent } from '../session/session-event.ts';
import type { Answer } from '../wire/envelope.ts';
import { type Dispatch, dispatchFor } from './dispatch.ts';
import type { Finding } from './finding.ts';
import type { FindingSink } from './finding-sink.ts';
import {
  type ErrorAnswer,
  type RecordContext,
  structuredErrorOf,
  TEXT_LIMIT,
  type ToolAnswer,
} from './message.ts';
import type { SessionView } from './session-view.ts';

/** Answers that come this soon after an intentionally malformed message may be answers to it. */
const RAW_MESSAGE_WINDOW_MS = 10_000;
/** The text of a tool result is read from so many blocks. */
const MAX_BLOCKS = 50;

/** Lets the rules look at each answer, beside the request that the model has paired it with. */
export class AnswerCheck {
  readonly #view: SessionView;
  readonly #sink: FindingSink;
  /** What was found in answers whose pairing may be taken back. */
  readonly #uncertain = new WeakMap<Answer, readonly Finding[]>();

  constructor(view: SessionView, sink: FindingSink) {
    this.#view = view;
    this.#sink = sink;
  }

  check(event: AnswerEvent): void {
    const { envelope } = event;
    const inferred = isInferred(event);
    const before = inferred ? this.#sink.findings.length : 0;
    this.#run(event);
    if (inferred) this.#uncertain.set(envelope, this.#sink.findings.slice(before));
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
    view.lastAnsweredRequest = Math.max(view.lastAnsweredRequest, exchange.requestSeq);
    if (exchange.method === 'initialize') view.handshake.answer(event);
    if (envelope.kind === 'result') view.served.add(exchange.method);
  }

  /** Checks an answer that has turned out to be an orphan: what was found in it before is taken back. */
  checkAgain(event: AnswerEvent): void {
    this.#sink.takeBack(this.#uncertain.get(event.envelope) ?? []);
    this.#run(event);
  }

  #run(event: AnswerEvent): void {
    const { record, envelope, match } = event;
    // Which of the requests that share an id it answers, nobody can tell.
    const isUncertain = match === 'duplicate' || event.exchange?.sharesId === true;
    const exchange = isUncertain ? undefined : event.exchange;
    const placed = this.#contextOf(event, exchange);
    const dispatch = dispatchFor(placed.revision);
    const own = record.deliberate === true;
    if (envelope.faults.length > 0) {
      const line = shownFrame(record);
      this.#sink.run(dispatch.fault, { ...placed, faults: envelope.faults, envelope, exchange, line }, own);
    }
    if (match !== 'id' && match !== 'raw-message') {
      this.#sink.run(dispatch.mismatch, { ...placed, envelope, match, exchange: event.exchange }, own);
    }
    if (envelope.kind === 'error') {
      this.#error(dispatch, placed, envelope, exchange, own);
      return;
    }
    const { fault } = event.outcome;
    if (fault !== undefined && match !== 'duplicate') {
      const { id, result } = envelope;
      const faulty = { ...placed, exchange, method: exchange?.method ?? '', params: exchange?.params, id };
      this.#sink.run(dispatch.resultFault, { ...faulty, result, fault }, own);
    }
    if (isJsonObject(envelope.result)) {
      const read = fault === undefined || fault.client === 'takes';
      this.#result(dispatch, placed, envelope.id, envelope.result, exchange, own, read);
    }
  }

  #error(
    dispatch: Dispatch,
    placed: RecordContext,
    envelope: Extract<Answer, { kind: 'error' }>,
    exchange: Readonly<Exchange> | undefined,
    own: boolean,
  ): void {
    const answer = errorAnswer(placed, envelope, exchange);
    this.#sink.run(dispatch.error(answer.code), answer, own);
    if (exchange !== undefined && exchange.cancelledSeq > 0)
      this.#sink.run(dispatch.cancelledAnswer, answer, own);
  }

  #result(
    dispatch: Dispatch,
    placed: RecordContext,
    id: Answer['id'],
    result: JsonObject,
    exchange: Readonly<Exchange> | undefined,
    own: boolean,
    read: boolean,
  ): void {
    const failed = isToolError(exchange?.method ?? '', result);
    const ofTool = read && (failed || exchange?.method === 'tools/call');
    const rules = exchange === undefined ? [] : dispatch.result(exchange.method);
    const cancelled = exchange !== undefined && exchange.cancelledSeq > 0;
    if (!ofTool && rules.length === 0 && !cancelled) return;
    const answer = resultAnswer(placed, id, result, exchange, ofTool);
    if (ofTool) this.#sink.run(failed ? dispatch.toolError : dispatch.toolOk, answer, own);
    if (rules.length > 0) this.#sink.run(rules, answer, own);
    if (cancelled) this.#sink.run(dispatch.cancelledAnswer, answer, own);
  }

  #contextOf(
    { record, rawMessage, exchange: named }: AnswerEvent,
    exchange: Readonly<Exchange> | undefined,
  ): RecordContext {
    const { seq, at, direction } = record;
    const expected = record.deliberate === true || named?.fromRawMessage === true || rawMessage !== undefined;
    const near = exchange === undefined && at - this.#view.rawMessageAt < RAW_MESSAGE_WINDOW_MS;
    return {
      seq,
      at,
      sender: direction,
      revision: this.#view.facts.revisionOf(exchange),
      fromRawMessage: expected || (near && direction === 'server-to-client'),
    };
  }
}

// Members are named one by one: spreading costs more than reading the frame.

function errorAnswer(
  context: RecordContext,
  envelope: Extract<Answer, { kind: 'error' }>,
  exchange: Readonly<Exchange> | undefined,
): ErrorAnswer {
  const { code, message } = envelope.error;
  return {
    seq: context.seq,
    at: context.at,
    sender: context.sender,
    revision: context.revision,
    fromRawMessage: context.fromRawMessage,
    exchange,
    method: exchange === undefined ? '' : exchange.method,
    params: exchange?.params,
    id: envelope.id,
    excerpt: undefined,
    error: envelope.error,
    code: typeof code === 'number' && Number.isInteger(code) ? code : undefined,
    text: message.slice(0, TEXT_LIMIT),
    errorText: undefined,
    rejection: undefined,
  };
}

/** `ofTool` reads what only the result of a tool call has. */
function resultAnswer(
  context: RecordContext,
  id: Answer['id'],
  result: JsonObject,
  exchange: Readonly<Exchange> | undefined,
  ofTool: boolean,
): ToolAnswer {
  const params = exchange?.params;
  return {
    seq: context.seq,
    at: context.at,
    sender: context.sender,
    revision: context.revision,
    fromRawMessage: context.fromRawMessage,
    exchange,
    method: exchange === undefined ? '' : exchange.method,
    params,
    id,
    excerpt: undefined,
    result,
    tool: (ofTool ? stringAt(params, 'name') : undefined) ?? '',
    text: ofTool ? toolText(result) : '',
    errorText: undefined,
    structuredError: ofTool ? structuredErrorOf(result) : undefined,
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
