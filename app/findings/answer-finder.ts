import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import type { Direction, FrameRecord } from '../frame/record.ts';
import type { Answer } from '../wire/envelope.ts';
import { type Dispatch, dispatchFor } from './dispatch.ts';
import type { FindingSink } from './finding-sink.ts';
import { learnEra, learnEraFromError, learnFromResult } from './learn.ts';
import { type ErrorAnswer, type Placed, type ResultAnswer, TEXT_LIMIT, type ToolAnswer } from './message.ts';
import type { SeenExchange } from './seen-exchange.ts';
import type { SessionView } from './session-view.ts';
import { structuredErrorOf } from './structured-error.ts';
import { toolText } from './tool-text.ts';

/** Answers that come this soon after a frame malformed on purpose may be answers to it. */
const DELIBERATE_WINDOW_MS = 10_000;

/** Pairs each answer with its request and lets the rules look at it. */
export class AnswerFinder {
  readonly #view: SessionView;
  readonly #sink: FindingSink;

  constructor(view: SessionView, sink: FindingSink) {
    this.#view = view;
    this.#sink = sink;
  }

  /** Judges one answer frame. */
  judge(record: FrameRecord, envelope: Answer): void {
    const view = this.#view;
    view.fragments[record.direction].reset();
    const found = this.#exchangeOf(record, envelope);
    const exchange = found?.answerSeq === 0 || found?.inferred ? found : undefined;
    if (exchange !== undefined) this.#learnEra(exchange, envelope);
    const placed = this.#placed(record, exchange);
    const dispatch = dispatchFor(placed.revision);
    const own = record.deliberate === true;
    if (envelope.faults.length > 0) {
      this.#sink.run(dispatch.fault, { ...placed, faults: envelope.faults, envelope, exchange }, own);
    }
    if (exchange === undefined) this.#sink.run(dispatch.stray, { ...placed, envelope, earlier: found }, own);
    if (envelope.kind === 'error') this.#error(dispatch, placed, envelope, exchange, own);
    else if (isJsonObject(envelope.result)) {
      this.#result(dispatch, placed, envelope.id, envelope.result, exchange, own);
    }
    this.#settle(record, envelope, exchange ?? this.#meant(record, envelope));
  }

  /** The open request whose id has the same characters and another type: this was its answer. */
  #meant({ direction }: FrameRecord, { id }: Answer): SeenExchange | undefined {
    if (id === undefined) return undefined;
    const asker: Direction = direction === 'server-to-client' ? 'client-to-server' : 'server-to-client';
    const { exchanges } = this.#view;
    const meant = exchanges.find(asker, id) === undefined ? exchanges.findOtherType(asker, id) : undefined;
    return meant !== undefined && exchanges.open.has(meant) ? meant : undefined;
  }

  #error(
    dispatch: Dispatch,
    placed: Placed,
    envelope: Extract<Answer, { kind: 'error' }>,
    exchange: SeenExchange | undefined,
    own: boolean,
  ): void {
    const answer = errorAnswer(placed, envelope, exchange);
    this.#sink.run(dispatch.error(answer.code), answer, own);
    if (exchange !== undefined && exchange.cancelledSeq > 0)
      this.#sink.run(dispatch.cancelledAnswer, answer, own);
  }

  #result(
    dispatch: Dispatch,
    placed: Placed,
    id: Answer['id'],
    result: JsonObject,
    exchange: SeenExchange | undefined,
    own: boolean,
  ): void {
    const failed = result.isError === true;
    const ofTool = failed || exchange?.method === 'tools/call';
    const rules = exchange === undefined ? [] : dispatch.result(exchange.method);
    const cancelled = exchange !== undefined && exchange.cancelledSeq > 0;
    if (!ofTool && rules.length === 0 && !cancelled) return;
    let answer: ResultAnswer;
    if (ofTool) {
      const ofCall = toolAnswer(placed, id, result, exchange);
      this.#sink.run(failed ? dispatch.toolError : dispatch.toolOk, ofCall, own);
      answer = ofCall;
    } else answer = resultAnswer(placed, id, result, exchange);
    if (rules.length > 0) this.#sink.run(rules, answer, own);
    if (cancelled) this.#sink.run(dispatch.cancelledAnswer, answer, own);
  }

  #settle(record: FrameRecord, envelope: Answer, exchange: SeenExchange | undefined): void {
    const view = this.#view;
    if (record.direction === 'server-to-client') {
      view.lastAnswerAt = record.at;
      view.lastAnswerSeq = record.seq;
      const code = envelope.kind === 'error' ? envelope.error.code : 0;
      if (code === -32700 || code === -32600) view.unreadLines.length = 0;
    }
    if (exchange === undefined) return;
    if (envelope.kind === 'result' && isJsonObject(envelope.result)) {
      learnFromResult(view, exchange, envelope.result, record.seq);
    }
    view.exchanges.settle(exchange, record.seq, envelope.id === undefined);
  }

  #learnEra(exchange: SeenExchange, envelope: Answer): void {
    if (envelope.kind === 'error') learnEraFromError(this.#view, exchange, envelope.error);
    else if (isJsonObject(envelope.result)) learnEra(this.#view, exchange, envelope.result);
  }

  /** An answer without a usable id can only be meant for the one call in flight, where there is just one. */
  #exchangeOf({ direction, at }: FrameRecord, envelope: Answer): SeenExchange | undefined {
    const asker: Direction = direction === 'server-to-client' ? 'client-to-server' : 'server-to-client';
    if (envelope.id === undefined) {
      // It may as well be meant for what was just malformed on purpose.
      const provoked =
        direction === 'server-to-client' && at - this.#view.deliberateAt < DELIBERATE_WINDOW_MS;
      return provoked ? undefined : this.#view.exchanges.onlyOpen(asker);
    }
    return this.#view.exchanges.find(asker, envelope.id);
  }

  #placed(record: FrameRecord, exchange: SeenExchange | undefined): Placed {
    const { seq, at, direction } = record;
    const own = record.deliberate === true;
    const near = exchange === undefined && at - this.#view.deliberateAt < DELIBERATE_WINDOW_MS;
    return {
      seq,
      at,
      sender: direction,
      revision: this.#view.revisionOf(exchange),
      deliberate: own || exchange?.deliberate === true || (near && direction === 'server-to-client'),
    };
  }
}

// Members are named one by one: spreading costs more than reading the frame.

function errorAnswer(
  placed: Placed,
  envelope: Extract<Answer, { kind: 'error' }>,
  exchange: SeenExchange | undefined,
): ErrorAnswer {
  const { code, message } = envelope.error;
  return {
    seq: placed.seq,
    at: placed.at,
    sender: placed.sender,
    revision: placed.revision,
    deliberate: placed.deliberate,
    exchange,
    method: exchange === undefined ? '' : exchange.method,
    params: exchange?.params,
    id: envelope.id,
    excerpt: undefined,
    error: envelope.error,
    code: typeof code === 'number' && Number.isInteger(code) ? code : undefined,
    text: message.slice(0, TEXT_LIMIT),
    told: undefined,
  };
}

function resultAnswer(
  placed: Placed,
  id: Answer['id'],
  result: JsonObject,
  exchange: SeenExchange | undefined,
): ResultAnswer {
  return {
    seq: placed.seq,
    at: placed.at,
    sender: placed.sender,
    revision: placed.revision,
    deliberate: placed.deliberate,
    exchange,
    method: exchange === undefined ? '' : exchange.method,
    params: exchange?.params,
    id,
    excerpt: undefined,
    result,
  };
}

function toolAnswer(
  placed: Placed,
  id: Answer['id'],
  result: JsonObject,
  exchange: SeenExchange | undefined,
): ToolAnswer {
  const params = exchange?.params;
  return {
    seq: placed.seq,
    at: placed.at,
    sender: placed.sender,
    revision: placed.revision,
    deliberate: placed.deliberate,
    exchange,
    method: exchange === undefined ? '' : exchange.method,
    params,
    id,
    excerpt: undefined,
    result,
    tool: stringAt(params, 'name') ?? '',
    text: toolText(result),
    told: undefined,
    structuredError: structuredErrorOf(result),
  };
}
