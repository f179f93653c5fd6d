import { cutText } from '../base/wrapped-text.ts';
import { changeOf, isRewritten } from '../frame/answer-change.ts';
import { argumentsPreview, indentOf, notificationPreview, preview, resultPreview } from '../frame/preview.ts';
import { type FrameRecord, frameLine, type MarkRecord } from '../frame/record.ts';
import { type DraftRow, emptyRow, isOpen, type Outcome, type Row, type RowSink } from '../frame/row.ts';
import { targetOf } from '../frame/target.ts';
import { createdTask } from '../frame/task-end.ts';
import { TIERS, type Tier } from '../frame/tier.ts';
import { cutNote, type Envelope } from '../wire/envelope.ts';
import { lineByteLength } from '../wire/line-text.ts';
import { idText } from './answer-outcome.ts';
import type { Exchange } from './exchange.ts';
import {
  closes,
  type HttpExchange,
  isOfMcp,
  isRaw,
  isSuccess,
  messageOf,
  pathIn,
  statusOf,
} from './http-exchange.ts';
import { CLIENT_OUTCOMES } from './process-event.ts';
import type {
  AnswerEvent,
  BatchEvent,
  ClientEvent,
  HttpEvent,
  MessageEvent,
  NoteEvent,
  ProcessEvent,
} from './session-event.ts';
import { EventReader } from './session-event.ts';

/** Derives the log's rows: at most one per record, and patches of earlier rows. */
export class RowReader extends EventReader {
  readonly #sink: RowSink;
  readonly #sharedRows = new Map<number, SharedRow>();
  /** The latest refusal over HTTP, which may turn out to be a good answer. */
  #refused: Row | undefined;
  /** The last record with a row. */
  lastSeq = 0;

  constructor(sink: RowSink) {
    super();
    this.#sink = sink;
  }

  #add(row: Row): void {
    this.lastSeq = row.seq;
    this.#sink.add(row);
  }

  protected override onMessage(event: MessageEvent): void {
    this.#add(noteCut(messageRow(event, frameRow(event.record)), event.envelope));
    if (event.kind === 'request' && event.settled.length > 0) this.#resettled(event.settled);
    this.#patchOthers(event);
  }

  protected override onBatch({ record, envelope, parts, tier }: BatchEvent): void {
    const row = frameRow(record);
    const rows = parts.map((part) => messageRow(part, { ...row }));
    if (tier !== 'ok') rows.push({ ...row, tier, outcome: 'malformed' });
    this.#add(noteCut(batchRow(row, rows, parts.length), envelope));
    const exchanges = parts.flatMap((part) => (part.kind === 'request' ? [part.exchange] : []));
    const settled = rows.filter((_, index) => parts[index]?.kind !== 'request');
    if (exchanges.length > 0) this.#sharedRows.set(record.seq, new SharedRow(settled, exchanges));
    const changed: Readonly<Exchange>[] = [];
    for (const part of parts) this.#patchOthers(part, changed);
    this.#patchAll(changed);
  }

  /** Patches the rows of earlier records that a message changes; a batch first collects the `changed` exchanges. */
  #patchOthers(event: MessageEvent, changed?: Readonly<Exchange>[]): void {
    if (event.kind === 'notification' && event.exchange !== undefined && event.settled)
      this.#patchOrGather(event.exchange, changed);
    if (event.kind !== 'answer') return;
    const { exchange, rawMessage, match, record, orphaned } = event;
    if (orphaned !== undefined) this.#orphaned(orphaned);
    if (exchange !== undefined && match !== 'duplicate') this.#patchOrGather(exchange, changed);
    else if (rawMessage !== undefined) this.#sink.patch(rawMessage.seq, { pair: record.seq }, record.session);
  }

  #orphaned({ record, misfit, match, exchange, outcome }: AnswerEvent): void {
    const { requestSeq = 0, method = '', target = '' } = exchange ?? {};
    const state = { outcome: match === 'duplicate' ? match : 'orphan', tier: outcome.tier } as const;
    const pair = { pair: requestSeq, durationMs: -1, method, target, text: misfit };
    this.#sink.patch(record.seq, { ...state, ...pair }, record.session);
  }

  protected override onProcess({ record, tier, text, ended }: ProcessEvent): void {
    this.#patchAll(ended);
    for (const exchange of ended) this.#patchLikely(exchange);
    const row = emptyRow(record, 'process');
    row.method = record.event;
    row.tier = tier;
    row.text = text;
    this.#add(row);
  }

  protected override onClient({ record, exchange, settled }: ClientEvent): void {
    if (exchange !== undefined && settled) {
      this.#patchAll([exchange]);
      const { answerSeq, tier, outcome } = exchange;
      if (answerSeq > 0) this.#sink.patch(answerSeq, { tier, outcome }, record.session);
      else this.#patchLikely(exchange);
    }
    const row = emptyRow(record, 'client');
    row.text = preview(record.message);
    row.outcome = CLIENT_OUTCOMES[record.event];
    row.tier = record.event === 'closed' || (settled && exchange?.tier === 'ok') ? 'ok' : 'client';
    if (exchange === undefined) row.method = preview(record.method ?? '');
    else {
      row.method = exchange.method;
      row.target = exchange.target;
      row.id = cutText(exchange.id.text, MAX_ID);
      row.pair = exchange.requestSeq;
      row.durationMs = record.at - exchange.startedAt;
    }
    this.#add(row);
  }

  ended(exchanges: readonly Readonly<Exchange>[]): void {
    this.#patchAll(exchanges);
  }

  protected override onHttp({ record, http, ended, error, cleared }: HttpEvent): void {
    const { session } = record;
    this.#resettled(ended);
    for (const seq of cleared) this.#sink.patch(seq, { tier: 'ok', where: '' }, session);
    if (!closes(record) || !isTelling(http)) return;
    const row = emptyRow(record, 'http');
    row.method = `${http.request?.method ?? ''} ${pathIn(http)}`.trim();
    row.pair = http.requests[0]?.requestSeq ?? 0;
    row.durationMs = record.at - (http.request?.at ?? record.at);
    row.status = statusOf(http);
    row.where = error?.http?.where ?? '';
    row.tier = error?.tier ?? 'ok';
    row.code = http.errorCode || (http.failed?.code ?? '');
    row.text = preview(messageOf(http));
    row.fromRawMessage = isRaw(http);
    this.#refused = row;
    this.#add(row);
  }

  /** An error answer may turn out not to be an error. */
  #resettled(exchanges: readonly Readonly<Exchange>[]): void {
    this.#patchAll(exchanges);
    for (const { answerSeq, requestSeq, tier, outcome, message, session } of exchanges) {
      if (answerSeq > 0) this.#sink.patch(answerSeq, { tier, outcome, where: '' }, session);
      const refused = this.#refused;
      if (refused?.pair === requestSeq && message !== '')
        this.#sink.patch(refused.seq, { text: `${message}: ${refused.text}` }, session);
    }
  }

  /** The orphan still points at the request that it was probably meant for. */
  #patchLikely({ likelyAnswerSeq, session }: Readonly<Exchange>): void {
    if (likelyAnswerSeq > 0)
      this.#sink.patch(likelyAnswerSeq, { tier: 'protocol', outcome: 'orphan' }, session);
  }

  protected override onNote({ record }: NoteEvent): void {
    switch (record.type) {
      case 'stderr':
        this.#add({ ...emptyRow(record, 'stderr'), text: indentOf(record.text) + preview(record.text) });
        return;
      case 'mark':
        this.#add(markRow(record));
        return;
      case 'dropped': {
        const text = `${record.count} dropped: ${record.reason}`;
        this.#add({ ...emptyRow(record, 'dropped'), text: preview(text) });
        return;
      }
      case 'session':
      case 'end':
        return;
    }
  }

  #patchOrGather(exchange: Readonly<Exchange>, changed: Readonly<Exchange>[] | undefined): void {
    if (changed !== undefined) changed.push(exchange);
    else if (this.#sharedRows.size > 0) this.#patchAll([exchange]);
    else this.#sink.patch(exchange.requestSeq, requestState(exchange), exchange.session);
  }

  /** Exchanges of one batch may all change at once: their shared row needs only one patch. */
  #patchAll(exchanges: readonly Readonly<Exchange>[]): void {
    const patched = new Map<SharedRow, Readonly<Exchange>>();
    for (const exchange of exchanges) {
      const { requestSeq } = exchange;
      const shared = this.#sharedRows.get(requestSeq);
      if (shared === undefined) this.#sink.patch(requestSeq, requestState(exchange), exchange.session);
      else {
        shared.update(exchange);
        patched.set(shared, exchange);
      }
    }
    for (const [{ state }, { requestSeq, session }] of patched) this.#sink.patch(requestSeq, state, session);
  }
}

export function markRow(record: MarkRecord): Row {
  const row = emptyRow({ ...record, session: '' }, 'mark');
  return { ...row, pair: record.about ?? 0, text: preview(record.label) };
}

function frameRow(record: FrameRecord): DraftRow {
  const row = emptyRow(record, 'frame');
  row.direction = record.direction;
  row.fromRawMessage = record.deliberate === true;
  const change = changeOf(record);
  if (change !== undefined) row.change = isRewritten(record) ? 'changed' : 'held';
  row.sizeBytes = lineByteLength(frameLine(record)) + (record.truncatedBytes ?? 0);
  return row;
}

function messageRow(event: MessageEvent, row: DraftRow): Row {
  switch (event.kind) {
    case 'request': {
      const { exchange } = event;
      row.shape = 'request';
      row.method = exchange.method;
      row.target = exchange.target;
      row.id = cutText(exchange.id.text, MAX_ID);
      row.tier = exchange.tier;
      row.outcome = exchange.outcome;
      row.repeats = exchange.repeats > 0;
      row.text = argumentsPreview(exchange.method, event.envelope.params);
      return row;
    }
    case 'notification': {
      const { method, params } = event.envelope;
      row.shape = 'notification';
      row.method = method;
      row.target = targetOf(method, params);
      row.text = notificationPreview(method, params);
      row.pair = event.exchange?.requestSeq ?? 0;
      return row;
    }
    case 'answer':
      return answerRow(event, row);
    case 'malformed':
      row.shape = 'invalid';
      row.tier = event.tier;
      row.outcome = event.tier === 'ok' ? '' : 'malformed';
      row.method = event.reason.split(':', 1)[0] ?? event.reason;
      row.text = preview(event.text);
      return row;
  }
}

function answerRow(event: AnswerEvent, row: DraftRow): Row {
  const { envelope, exchange, rawMessage, outcome, match, record } = event;
  row.shape = envelope.kind;
  row.id = cutText(idText(envelope), MAX_ID);
  row.code = outcome.codeText;
  row.fromRawMessage ||= rawMessage !== undefined || exchange?.fromRawMessage === true;
  if (exchange !== undefined) {
    row.method = exchange.method;
    row.target = exchange.target;
    row.pair = exchange.requestSeq;
  }
  if (match === 'orphan' || match === 'duplicate') {
    row.tier = outcome.tier;
    row.outcome = match;
    row.text = event.misfit;
    return row;
  }
  row.createdTask =
    exchange?.method === 'tools/call' &&
    envelope.kind === 'result' &&
    createdTask(envelope.result) !== undefined;
  row.tier = exchange?.tier ?? outcome.tier;
  if (exchange !== undefined && exchange.x > 0) {
    row.status = exchange.status;
    row.where = exchange.where;
  }
  row.outcome = exchange?.outcome ?? outcome.outcome;
  row.pair = exchange?.requestSeq ?? rawMessage?.seq ?? 0;
  row.durationMs = record.at - (exchange?.startedAt ?? rawMessage?.at ?? record.at);
  row.text = preview(answerText(event));
  return row;
}

function answerText({ envelope, exchange, outcome, match }: AnswerEvent): string {
  const { message } = outcome;
  const shown =
    message === '' && exchange !== undefined ? contentPreview(exchange.method, envelope) : message;
  // A result's message already names this id; an error keeps its own text.
  if (match !== 'own-id' || envelope.kind === 'result') return shown;
  return `${shown} (under the id ${idText(envelope)})`;
}

function contentPreview(method: string, envelope: AnswerEvent['envelope']): string {
  return envelope.kind === 'result' ? resultPreview(method, envelope.result) : envelope.error.message;
}

/** True for what the rows of its messages do not show: a GET, DELETE, authorization, or unanswered request. */
function isTelling(http: Readonly<HttpExchange>): boolean {
  if (http.request?.method !== 'POST' || !isOfMcp(http) || !isSuccess(http)) return true;
  return http.requests.some(({ answerSeq }) => answerSeq === 0);
}

/** An id may be as long as a line, but a row is sent to every screen. */
const MAX_ID = 200;

function noteCut(row: Row, envelope: Envelope): Row {
  const note = cutNote(envelope);
  if (note === '') return row;
  return { ...row, text: row.text === '' ? note : `${row.text} (${note})` };
}

/** The row of a batch: its worst part's row, labeled as a batch. */
function batchRow(row: Row, parts: readonly Row[], size: number): Row {
  const lead = worst(parts) ?? row;
  const text = `batch of ${size}`;
  return { ...lead, shape: 'batch', text: lead.text === '' ? text : `${text}: ${lead.text}` };
}

type RowState = {
  readonly tier: Tier;
  readonly outcome: Outcome | '';
  readonly pair: number;
  readonly status?: number;
  readonly where?: Row['where'];
  readonly code?: string;
};

/** The state of a request's row: an answered exchange shows its tier on the answer. */
export function requestState(exchange: Readonly<Exchange>): RowState {
  const { outcome, answerSeq, tier } = exchange;
  const state = { outcome, pair: answerSeq, tier: answerSeq > 0 ? ('ok' as const) : tier };
  if (exchange.x === 0) return state;
  const { status, where, codeText } = exchange;
  return answerSeq > 0 ? { ...state, status } : { ...state, status, where, code: codeText };
}

/** The worst part, the first if several; among parts without errors, one that still waits. */
export function worst<Part extends RowState>(parts: readonly Part[]): Part | undefined {
  let found: Part | undefined;
  for (const part of parts) if (found === undefined || rank(part) > rank(found)) found = part;
  return found;
}

function rank({ tier, outcome }: RowState): number {
  return 2 * TIERS.indexOf(tier) + (isOpen(outcome) ? 1 : 0);
}

/** The shared row of a batch (JSON-RPC 2.0 §6): its worst part, updated without looking at all parts. */
export class SharedRow {
  /** The states of the parts that are not requests, then those of the requests. */
  readonly #states: RowState[];
  readonly #places = new Map<Readonly<Exchange>, number>();
  /** A tournament tree: the parts from `#size` on, before them the worse of each two; index 1 is the worst. */
  readonly #winners: Int32Array;
  readonly #size: number;

  constructor(settled: readonly RowState[], exchanges: readonly Readonly<Exchange>[]) {
    this.#states = settled.map(({ tier, outcome, pair }) => ({ tier, outcome, pair }));
    for (const exchange of exchanges) {
      this.#places.set(exchange, this.#states.length);
      this.#states.push(requestState(exchange));
    }
    this.#size = this.#states.length;
    this.#winners = new Int32Array(2 * this.#size);
    for (let place = 0; place < this.#size; place += 1) this.#winners[this.#size + place] = place;
    for (let at = this.#size - 1; at > 0; at -= 1) this.#play(at);
  }

  update(exchange: Readonly<Exchange>): void {
    const place = this.#places.get(exchange);
    if (place === undefined) return;
    this.#states[place] = requestState(exchange);
    for (let at = (this.#size + place) >> 1; at > 0; at >>= 1) this.#play(at);
  }

  get state(): RowState {
    return this.#states[this.#winners[1] ?? 0] ?? { tier: 'ok', outcome: '', pair: 0 };
  }

  #play(at: number): void {
    const one = this.#winners[2 * at] ?? 0;
    const other = this.#winners[2 * at + 1] ?? 0;
    const difference = this.#rankAt(one) - this.#rankAt(other);
    this.#winners[at] = difference > 0 || (difference === 0 && one < other) ? one : other;
  }

  #rankAt(place: number): number {
    const state = this.#states[place];
    return state === undefined ? -1 : rank(state);
  }
}
