import { assertNever } from '../base/assert-never.ts';
import { stringAt } from '../base/json-value.ts';
import { frameLine, shownFrame } from '../frame/frame-line.ts';
import { notificationPreview, preview } from '../frame/preview.ts';
import type { ClientRecord, Direction, FrameRecord, KnownRecord, ProcessRecord } from '../frame/record.ts';
import type { Row, RowSink } from '../frame/row.ts';
import { targetOf } from '../frame/target.ts';
import type { Tier } from '../frame/tier.ts';
import { SUBSCRIPTIONS_LISTEN } from '../protocol/methods.ts';
import { type Answer, type Envelope, readEnvelope } from '../wire/envelope.ts';
import { lineByteLength } from '../wire/line-text.ts';
import { AnswerJudge } from './answer-judge.ts';
import type { Counts, Exchange, StrayError } from './exchange.ts';
import { ExchangeBook } from './exchange-book.ts';
import { lenientId } from './hand-lines.ts';
import { judgeProcessEvent, type ProcessJudgement } from './process-event.ts';
import { clientRow, type DraftRow, emptyRow, frameRow, markRow } from './rows.ts';
import { batchRow } from './shared-row.ts';

/**
 * Reads the records of one session in order and derives rows, exchanges and counts.
 * Pure and incremental: live, replayed, imported and tapped traffic go the same way.
 */
export class SessionTracker {
  readonly #sink: RowSink;
  readonly #book: ExchangeBook;
  readonly #answers: AnswerJudge;
  #stdinClosed = false;
  #spawned = false;
  /** True from the end of a process to the start of the next: nothing can be answered. */
  #ended = false;
  /** The stdout that closed before its process ended: one failure of the pipe, counted once. */
  #stdoutClosed: StrayError | undefined;

  constructor(session: string, sink: RowSink) {
    this.#sink = sink;
    this.#book = new ExchangeBook(session, sink);
    this.#answers = new AnswerJudge(this.#book, sink);
  }

  get counts(): Readonly<Counts> {
    return this.#book.counts;
  }

  /** Every exchange so far, in the order of their requests. */
  get exchanges(): readonly Readonly<Exchange>[] {
    return this.#book.exchanges;
  }

  /** Errors that belong to no exchange, in order. */
  get strays(): readonly Readonly<StrayError>[] {
    return this.#book.strays;
  }

  /**
   * Takes the next record. `envelope` saves a second reading where the caller has read the line already.
   * Adds at most one row, and may patch rows that came before.
   */
  ingest(record: KnownRecord, envelope?: Envelope): void {
    switch (record.type) {
      case 'frame':
        this.#frame(record, envelope ?? readEnvelope(shownFrame(record)));
        return;
      case 'stderr':
        this.#sink.add({ ...emptyRow(record, 'stderr'), text: preview(record.text) });
        return;
      case 'process':
        this.#process(record);
        return;
      case 'client':
        this.#client(record);
        return;
      case 'mark':
        this.#sink.add(markRow(record));
        return;
      case 'dropped': {
        const text = `${record.count} dropped: ${record.reason}`;
        this.#sink.add({ ...emptyRow(record, 'dropped'), text: preview(text) });
        return;
      }
      case 'session':
        this.#begin();
        return;
      case 'end':
        return;
      default:
        assertNever(record);
    }
  }

  #frame(record: FrameRecord, envelope: Envelope): void {
    this.#book.counts.frames += 1;
    const row = frameRow(record, lineByteLength(frameLine(record)));
    if (envelope.kind !== 'batch') {
      this.#sink.add(this.#message(record, envelope, row));
      return;
    }
    const parts = envelope.items.map((item) => this.#message(record, item, { ...row }));
    this.#sink.add(batchRow(row, parts));
    this.#book.share(
      record.seq,
      parts.filter((part) => part.shape !== 'request'),
    );
  }

  #message(record: FrameRecord, envelope: Envelope, row: DraftRow): Row {
    switch (envelope.kind) {
      case 'request':
        return this.#request(record, envelope, row);
      case 'notification':
        return this.#notification(record, envelope, row);
      case 'result':
      case 'error':
        return this.#answer(record, envelope, row);
      case 'batch':
        return this.#malformed(record, 'a batch inside a batch', row, undefined);
      case 'not-json':
        return this.#malformed(record, notJson(record, envelope.reason), row, undefined);
      case 'not-json-rpc':
        return this.#malformed(record, `not JSON-RPC: ${envelope.reason}`, row, envelope.value);
    }
  }

  #request(record: FrameRecord, envelope: Extract<Envelope, { kind: 'request' }>, row: DraftRow): Row {
    const target = targetOf(envelope.method, envelope.params);
    const exchange = this.#book.open({
      sender: record.direction,
      id: envelope.id,
      method: envelope.method,
      target,
      requestSeq: record.seq,
      startedAt: record.at,
      deliberate: row.deliberate,
    });
    if (row.deliberate) this.#byHand(record, '', exchange);
    if (this.#ended) this.#book.lose(exchange, record.at);
    row.shape = 'request';
    row.method = envelope.method;
    row.target = target;
    row.id = envelope.id.text;
    row.tier = exchange.tier;
    row.outcome = exchange.outcome;
    return row;
  }

  #notification(
    record: FrameRecord,
    envelope: Extract<Envelope, { kind: 'notification' }>,
    row: DraftRow,
  ): Row {
    this.#book.counts.notifications += 1;
    if (row.deliberate) this.#byHand(record, '');
    const { method, params } = envelope;
    const pair = this.#pairOf(record, method, params);
    row.shape = 'notification';
    row.method = method;
    row.target = targetOf(method, params);
    row.text = notificationPreview(method, params);
    row.pair = pair;
    return row;
  }

  /** The request that a notification ends or acknowledges; 0 for none. */
  #pairOf(record: FrameRecord, method: string, params: unknown): number {
    switch (method) {
      case 'notifications/cancelled':
        return this.#cancelled(record, params);
      case 'notifications/subscriptions/acknowledged':
        return this.#acknowledged(record, params);
      default:
        return 0;
    }
  }

  #acknowledged({ direction }: FrameRecord, params: unknown): number {
    const exchange = direction === 'server-to-client' ? this.#book.subscription(params) : undefined;
    if (exchange === undefined) return 0;
    this.#book.acknowledge(exchange);
    return exchange.requestSeq;
  }

  /** Either side ends a subscription so (2026-07-28, basic/patterns/cancellation); a call only its sender. */
  #cancelled(record: FrameRecord, params: unknown): number {
    const { direction } = record;
    const other = direction === 'server-to-client' ? this.#book.named('client-to-server', params) : undefined;
    const listened = other?.method === SUBSCRIPTIONS_LISTEN ? other : undefined;
    const exchange = this.#book.named(direction, params) ?? listened;
    if (exchange === undefined) return 0;
    if (exchange.outcome === 'listening' || (exchange === listened && exchange.outcome === 'pending')) {
      this.#book.settle(exchange, { tier: 'ok', outcome: 'ok', endedAt: record.at });
    } else if (exchange.outcome === 'pending') {
      const message = preview(stringAt(params, 'reason') ?? '');
      this.#book.settle(exchange, { tier: 'client', outcome: 'cancelled', endedAt: record.at, message });
    }
    return exchange.requestSeq;
  }

  #answer(record: FrameRecord, envelope: Answer, row: DraftRow): Row {
    if (row.deliberate) this.#byHand(record, '');
    return this.#answers.judge(record, envelope, row);
  }

  #byHand({ seq, at }: FrameRecord, idKey: string, exchange?: Exchange): void {
    this.#book.handLines.add({ seq, at, idKey, exchange });
  }

  #malformed(record: FrameRecord, reason: string, row: DraftRow, value: unknown): Row {
    const tier: Tier = record.direction === 'client-to-server' ? 'client' : 'transport';
    const line = shownFrame(record);
    if (row.deliberate) this.#byHand(record, lenientId(value, line));
    this.#book.stray({ ...strayOf(record), tier, message: reason });
    const what = reason.split(':', 1)[0] ?? reason;
    const text = preview(line);
    return Object.assign(row, { shape: 'invalid', tier, outcome: 'malformed', method: what, text } as const);
  }

  #process(record: ProcessRecord): void {
    if (record.event === 'spawned') this.#processBegan(record.at);
    const judged = judgeProcessEvent(record, this.#book.openCount, this.#stdinClosed);
    if (record.event === 'stdin-closed') this.#stdinClosed = true;
    if (judged.endsSession) {
      this.#ended = true;
      this.#book.loseOpen(record.at);
    }
    if (judged.tier !== 'ok') this.#pipeFailed(record, judged);
    this.#sink.add({
      ...emptyRow(record, 'process'),
      method: record.event,
      tier: judged.tier,
      text: judged.text,
    });
  }

  /** A new process cannot answer what the one before it was asked. */
  #processBegan(at: number): void {
    if (this.#spawned) this.#book.loseOpen(at);
    this.#spawned = true;
    this.#begin();
  }

  #begin(): void {
    this.#stdinClosed = false;
    this.#ended = false;
    this.#stdoutClosed = undefined;
  }

  #pipeFailed(record: ProcessRecord, judged: ProcessJudgement): void {
    const stray: StrayError = { ...strayOf(record), tier: judged.tier, message: judged.text };
    if (record.event === 'exited' && this.#stdoutClosed !== undefined) {
      this.#book.replaceStray(this.#stdoutClosed, stray);
      this.#stdoutClosed = undefined;
      return;
    }
    this.#book.stray(stray);
    if (record.event === 'stdout-closed') this.#stdoutClosed = stray;
  }

  #client(record: ClientRecord): void {
    const exchange = this.#book.byClientId(record.id);
    const row = clientRow(record, exchange);
    if (record.event === 'closed') {
      this.#sink.add(row);
      return;
    }
    if (exchange === undefined) {
      this.#book.stray({ ...strayOf(record), tier: 'client', message: record.message });
    } else {
      this.#book.clientEvent(exchange, record);
    }
    this.#sink.add({ ...row, tier: 'client' });
  }
}

function strayOf(record: FrameRecord | ProcessRecord | ClientRecord): Omit<StrayError, 'tier' | 'message'> {
  const direction: Direction | '' = record.type === 'frame' ? record.direction : '';
  const method = record.type === 'client' ? (record.method ?? '') : '';
  const deliberate = record.type === 'frame' && record.deliberate === true;
  return {
    session: record.session,
    seq: record.seq,
    at: record.at,
    direction,
    method,
    codeText: '',
    deliberate,
  };
}

function notJson(record: FrameRecord, reason: string): string {
  if (record.truncatedBytes === undefined) return `not JSON: ${reason}`;
  return `cut at the size limit for lines: ${record.truncatedBytes} more bytes were on the wire`;
}
