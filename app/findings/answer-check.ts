import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { structuredErrorOf } from '../codes/structured-error.ts';
import { isUserEdited } from '../frame/answer-change.ts';
import { type FrameRecord, shownFrame } from '../frame/record.ts';
import { isDeclared } from '../protocol/client-capabilities.ts';
import { methodFacts, serverCapabilityFor } from '../protocol/methods.ts';
import { isToolError } from '../protocol/result-check.ts';
import type { Revision } from '../protocol/revisions.ts';
import { type Exchange, isInferred, isUserCaused } from '../session/exchange.ts';
import type { AnswerEvent } from '../session/session-event.ts';
import type { Answer } from '../wire/envelope.ts';
import { type Bound, dispatchFor } from './all-rules.ts';
import { errorText, errorTextOf, TRAIT } from './error-text.ts';
import type { FindingSink, HeldFinding } from './finding-sink.ts';
import { type Suspicion, suspicionOf } from './hidden-failure/hidden-failure.ts';
import { type ErrorAnswer, type RecordContext, TEXT_LIMIT, type ToolAnswer } from './message.ts';
import type { SessionView } from './session-view.ts';

/** How long after an intentionally malformed message an answer may belong to it, in milliseconds. */
const RAW_MESSAGE_WINDOW_MS = 10_000;
const MAX_BLOCKS = 50;
/** Findings keep an answer whose line has at most this many characters. */
const MAX_LIGHT = 1000;
/** A longer name may have been cut elsewhere. */
const MAX_NAME = 400;

type Held = Pick<RecordContext, 'revision' | 'fromRawMessage'>;

/** Runs the rules on each answer, together with the request that the model paired it with. */
export class AnswerCheck {
  readonly #view: SessionView;
  readonly #sink: FindingSink;
  /** Findings in answers whose pairing may be revoked. */
  #uncertain: WeakMap<Answer, readonly HeldFinding[]> | undefined;

  constructor(view: SessionView, sink: FindingSink) {
    this.#view = view;
    this.#sink = sink;
  }

  check(event: AnswerEvent): void {
    const { envelope, exchange } = event;
    // An error explained by an HTTP status answers no message: the HTTP rules check its exchange.
    if (event.match === 'http') {
      if (event.record.direction === 'server-to-client' && exchange !== undefined)
        this.#sink.answered(exchange);
      return;
    }
    const inferred = isInferred(event);
    const before = inferred ? this.#sink.found.length : 0;
    this.#run(event);
    if (inferred) {
      this.#uncertain ??= new WeakMap();
      this.#uncertain.set(envelope, this.#sink.found.slice(before));
    }
    if (event.record.direction === 'server-to-client') this.#note(event);
    if (exchange?.method === 'tools/call' && envelope.kind === 'result' && isJsonObject(envelope.result))
      this.#view.taskTools.learn(exchange.params, envelope.result);
  }

  #note(event: AnswerEvent): void {
    const view = this.#view;
    const { record, envelope, exchange } = event;
    view.lastAnswerSeq = record.seq;
    view.unreadLines.answer(envelope, record.at, view.lastClientSeq);
    if (exchange === undefined) return;
    this.#sink.answered(exchange);
    view.progress.delete(exchange);
    view.lastAnsweredRequest = Math.max(view.lastAnsweredRequest, exchange.requestSeq);
    if (exchange.method === 'initialize') view.handshake.answer(event);
    if (envelope.kind === 'result') view.served.add(exchange.method);
  }

  /** Checks an answer again that became an orphan, after retracting its earlier findings. */
  checkAgain(event: AnswerEvent): void {
    for (const held of this.#uncertain?.get(event.envelope) ?? []) this.#sink.retract(held);
    this.#run(event);
  }

  #run(event: AnswerEvent): void {
    const { record, envelope, match } = event;
    // Nobody can tell which of the requests with this id it answers.
    const isUncertain = match === 'duplicate' || event.exchange?.sharesId === true;
    const exchange = isUncertain ? undefined : event.exchange;
    const revision = this.#view.facts.revisionOf(exchange);
    const fromRawMessage = this.#isFromRawMessage(event, exchange);
    const held = { revision, fromRawMessage };
    if (envelope.faults.length > 0 || (match !== 'id' && match !== 'raw-message'))
      this.#strange(event, exchange, held);
    if (envelope.kind === 'error') {
      const dispatch = dispatchFor(revision);
      const own = isUserEdited(record);
      const answer = errorAnswer(record, envelope, exchange, held);
      const traits = errorTextOf(answer).traits | errorTraits(answer, this.#view);
      this.#sink.run(dispatch.error.of(answer.method, answer.code).of(traits), answer, own);
      if (isCancelled(exchange)) this.#sink.run(dispatch.cancelledAnswer, answer, own);
      return;
    }
    const { fault } = event.outcome;
    if (fault !== undefined && match !== 'duplicate') {
      const { id, result } = envelope;
      const { method = '', params } = exchange ?? {};
      const faulty = { ...placed(record, held), exchange, method, params, id, result, fault };
      this.#sink.run(dispatchFor(revision).resultFault, faulty, isUserEdited(record));
    }
    const isRead = fault === undefined || fault.client === 'takes';
    if (isJsonObject(envelope.result))
      this.#result(record, envelope.id, envelope.result, exchange, held, isRead);
  }

  /** `isRead` is false if no client reads the result. */
  #result(
    record: FrameRecord,
    id: Answer['id'],
    result: JsonObject,
    exchange: Readonly<Exchange> | undefined,
    held: Held,
    isRead: boolean,
  ): void {
    const dispatch = dispatchFor(held.revision);
    const { callStderr } = this.#view;
    const crashed = exchange?.requestSeq === callStderr.requestSeq ? TRAIT.crashed : 0;
    const known = requestTraits(exchange, this.#view) | crashed;
    const failed = isToolError(exchange?.method ?? '', result);
    const ofTool = isRead && (failed || exchange?.method === 'tools/call');
    const text = ofTool ? toolText(result) : '';
    if (ofTool) this.#view.noteToolAnswer(record.seq, exchange, failed);
    let rules: readonly (Bound<'toolError'> | Bound<'toolOk'>)[] = NO_RULES;
    let suspicion: Suspicion = 'none';
    if (ofTool && failed) {
      rules = dispatch.toolError.of(known | errorText(text).traits | memberTraits(result));
    } else if (ofTool) {
      suspicion = suspicionOf(result);
      const suspect = suspicion === 'none' ? 0 : TRAIT.suspect;
      rules = dispatch.toolOk.of(known | beginningTraits(text) | memberTraits(result) | suspect);
    }
    const ofMethod = exchange === undefined ? NO_RULES : dispatch.result.of(exchange.method).of(known);
    // For nearly all results, there is nothing to check.
    if (rules.length === 0 && ofMethod.length === 0 && !isCancelled(exchange)) return;
    const answer = resultAnswer(record, id, result, exchange, held, ofTool, text, suspicion);
    const own = isUserEdited(record);
    this.#sink.run(rules, answer, own);
    this.#sink.run(ofMethod, answer, own);
    if (isCancelled(exchange)) this.#sink.run(dispatch.cancelledAnswer, answer, own);
  }

  /** An answer that violates JSON-RPC, or whose id alone does not match a request. */
  #strange(
    { record, envelope, match, exchange: named }: AnswerEvent,
    exchange: Readonly<Exchange> | undefined,
    held: Held,
  ): void {
    const { fault, mismatch } = dispatchFor(held.revision);
    const { faults } = envelope;
    const own = isUserEdited(record);
    const frame = { ...placed(record, held), envelope };
    if (faults.length > 0)
      this.#sink.run(fault, { ...frame, faults, exchange, line: shownFrame(record) }, own);
    // An unsolicited answer on a listening stream is left to the stream rules.
    const isOfStream = match === 'orphan' && record.http !== undefined;
    if (match !== 'id' && match !== 'raw-message' && !isOfStream)
      this.#sink.run(mismatch, { ...frame, match, exchange: named }, own);
  }

  #isFromRawMessage(
    { record, rawMessage, exchange: named }: AnswerEvent,
    exchange: Readonly<Exchange> | undefined,
  ): boolean {
    if (isUserEdited(record) || rawMessage !== undefined) return true;
    if (named !== undefined && isUserCaused(named)) return true;
    const near = exchange === undefined && record.at - this.#view.rawMessageAt < RAW_MESSAGE_WINDOW_MS;
    return near && record.direction === 'server-to-client';
  }
}

const NO_RULES: readonly never[] = [];

function placed({ seq, at, direction: sender }: FrameRecord, held: Held): RecordContext {
  return { seq, at, sender, ...held };
}

function isCancelled(exchange: Readonly<Exchange> | undefined): boolean {
  // An answer that the user held may have arrived before the client gave up.
  return exchange !== undefined && exchange.cancelledSeq > 0 && exchange.heldMs === 0;
}

/** Findings are read long after their frame, or never, so they should keep little more than short texts. */
function isLight({ raw }: FrameRecord): boolean {
  return raw !== undefined && raw.length <= MAX_LIGHT;
}

// Field by field: spreading costs more than reading the frame.

function errorAnswer(
  record: FrameRecord,
  envelope: Extract<Answer, { kind: 'error' }>,
  exchange: Readonly<Exchange> | undefined,
  { revision, fromRawMessage }: Held,
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

/** `ofTool` reads members that only tool results have. */
function resultAnswer(
  record: FrameRecord,
  id: Answer['id'],
  result: JsonObject,
  exchange: Readonly<Exchange> | undefined,
  { revision, fromRawMessage }: Held,
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

/** The text blocks of a tool result, separated by line feeds, at most `TEXT_LIMIT` characters. */
function toolText(result: JsonObject): string {
  if (!Array.isArray(result.content)) return '';
  // Nearly all results have a single text.
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

function errorTraits({ error: { code, data }, exchange }: ErrorAnswer, view: SessionView): number {
  const rejecting = code === -32602 ? TRAIT.rejects : 0;
  return rejecting | (data === undefined ? 0 : TRAIT.data) | requestTraits(exchange, view);
}

function requestTraits(exchange: Readonly<Exchange> | undefined, { facts }: SessionView): number {
  if (exchange === undefined) return TRAIT.unlisted | TRAIT.outputSchema;
  const { method, params, declared } = exchange;
  let odd = declared === 'unknown' || method === 'initialize' ? TRAIT.oddRevision : 0;
  if (method !== 'tools/call') {
    if (methodFacts(method)?.kind !== 'request') odd |= TRAIT.oddMethod;
    return odd | TRAIT.unlisted | TRAIT.outputSchema | TRAIT.oddCall;
  }
  const given = isJsonObject(params) ? params.arguments : undefined;
  const name = stringAt(params, 'name');
  if (name === undefined || (given !== undefined && !isJsonObject(given))) odd |= TRAIT.oddCall;
  const tool = facts.tools.find(name ?? '');
  if (name === undefined || tool === undefined) return odd | TRAIT.unlisted;
  const promises = tool.outputSchema === undefined ? 0 : TRAIT.outputSchema;
  const only = tool.taskSupport === 'required' ? TRAIT.taskOnly : 0;
  return odd | promises | only | (name.length > MAX_NAME ? TRAIT.unlisted : 0);
}

/** The traits of a client request when it is sent. */
export function traitsWhenSent(
  { method, declared: revision }: Pick<Exchange, 'method' | 'declared'>,
  { facts }: SessionView,
): number {
  const declared = facts.serverCapabilities;
  const path = declared === undefined ? undefined : serverCapabilityFor(method);
  const undeclared = path === undefined || isDeclared(declared ?? {}, path) ? 0 : TRAIT.undeclared;
  return revision === undefined || isOffered(revision, facts) ? undeclared : undeclared | TRAIT.otherRevision;
}

/** True for a revision that the server offers or that was agreed on; also if neither is known. */
function isOffered(revision: Revision, { supportedVersions, negotiated }: SessionView['facts']): boolean {
  if (supportedVersions.length > 0) return supportedVersions.includes(revision);
  return negotiated === 'unknown' || negotiated === revision;
}

function memberTraits(result: JsonObject): number {
  let traits = 0;
  for (const member in result) {
    if (member === 'content') continue;
    traits = TRAIT.moreMembers;
    break;
  }
  if (traits === 0 || result.structuredContent === undefined) return traits;
  const structured = result.structuredContent;
  const hasError = isJsonObject(structured) && structured.error !== undefined;
  return traits | TRAIT.structured | (hasError ? TRAIT.structuredError : 0);
}

/** Traits from the start of a non-error result's text; the rules themselves search for words inside. */
function beginningTraits(text: string): number {
  if (text.startsWith('MCP error ')) return TRAIT.mcpError;
  return text.startsWith('ERROR:') ? TRAIT.category : 0;
}
