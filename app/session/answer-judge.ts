import { jsonText } from '../base/json-text.ts';
import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import type { Outcome } from '../frame/outcome.ts';
import { firstText, preview, resultPreview } from '../frame/preview.ts';
import type { Direction, FrameRecord } from '../frame/record.ts';
import type { Row, RowSink } from '../frame/row.ts';
import { createdTask, taskEnd } from '../frame/task-end.ts';
import type { Tier } from '../frame/tier.ts';
import { type Answer, isBrokenAnswer } from '../wire/envelope.ts';
import type { Exchange, StrayError } from './exchange.ts';
import type { ExchangeBook } from './exchange-book.ts';
import type { HandLine } from './hand-lines.ts';
import type { DraftRow } from './rows.ts';

type Judgement = { tier: Tier; outcome: Outcome; codeText: string; message: string };

/** Pairs answers with their requests and says at which tier each one lands. */
export class AnswerJudge {
  readonly #book: ExchangeBook;
  readonly #sink: RowSink;

  constructor(book: ExchangeBook, sink: RowSink) {
    this.#book = book;
    this.#sink = sink;
  }

  /** Judges one answer frame and gives its row. */
  judge(record: FrameRecord, envelope: Answer, row: DraftRow): Row {
    const line = this.#handLineOf(record, envelope);
    const asked = line === undefined ? this.#exchangeOf(record, envelope) : undefined;
    const exchange = line?.exchange ?? asked;
    const judgement = judgementOf(envelope, exchange);
    row.shape = envelope.kind;
    row.id = envelope.id?.text ?? envelope.strangeId ?? (envelope.faults.includes('id-null') ? 'null' : '');
    row.code = judgement.codeText;
    row.deliberate ||= line !== undefined || exchange?.deliberate === true;
    if (line !== undefined && exchange === undefined)
      return this.#answersHandLine(record, row, judgement, line);
    if (exchange === undefined) return this.#orphan(record, row, judgement, 'orphan');
    row.method = exchange.method;
    row.target = exchange.target;
    row.pair = exchange.requestSeq;
    if (exchange.answerSeq > 0 && !this.#replacesInferred(exchange, envelope)) {
      return this.#orphan(record, row, judgement, 'duplicate');
    }
    return this.#settle(record, envelope, exchange, row, judgement);
  }

  #settle(
    record: FrameRecord,
    envelope: Answer,
    exchange: Exchange,
    row: DraftRow,
    judgement: Judgement,
  ): Row {
    const tooLate = exchange.outcome === 'timed out' || exchange.outcome === 'cancelled';
    const tier = tooLate ? 'client' : judgement.tier;
    const outcome = tooLate ? 'late' : judgement.outcome;
    const shown = judgement.message === '' ? envelopePreview(exchange.method, envelope) : judgement.message;
    this.#book.settle(exchange, {
      tier,
      outcome,
      answerSeq: record.seq,
      endedAt: record.at,
      codeText: judgement.codeText,
      message: preview(tooLate && exchange.message !== '' ? exchange.message : judgement.message),
      inferred: envelope.id === undefined,
    });
    row.tier = tier;
    row.outcome = outcome;
    row.durationMs = record.at - exchange.startedAt;
    row.text = preview(shown);
    row.createdTask =
      exchange.method === 'tools/call' &&
      envelope.kind === 'result' &&
      createdTask(envelope.result) !== undefined;
    return row;
  }

  /** The answer to a line that was malformed on purpose: an error, but nobody's fault. */
  #answersHandLine(record: FrameRecord, row: DraftRow, judgement: Judgement, line: HandLine): Row {
    const { tier, outcome, message } = judgement;
    this.#sink.patch(line.seq, { pair: record.seq });
    if (tier !== 'ok') this.#book.stray(strayAnswer(record, judgement, tier, message));
    const durationMs = record.at - line.at;
    return Object.assign(row, { tier, outcome, pair: line.seq, durationMs, text: preview(message) });
  }

  #orphan(record: FrameRecord, row: DraftRow, judgement: Judgement, outcome: 'orphan' | 'duplicate'): Row {
    const what =
      outcome === 'duplicate'
        ? `a second answer to id ${row.id}`
        : `an answer to id ${row.id === '' ? '(none)' : row.id}, which nobody asked for`;
    const message = judgement.message === '' ? what : `${what}: ${judgement.message}`;
    const { method, deliberate } = row;
    const again = outcome === 'duplicate' ? { requestSeq: row.pair, target: row.target } : {};
    this.#book.stray({
      ...strayAnswer(record, judgement, 'protocol', message),
      method,
      deliberate,
      ...again,
    });
    return Object.assign(row, { tier: 'protocol', outcome, text: preview(message) } as const);
  }

  /** The line that was malformed on purpose and that this answers; a request with its id comes first. */
  #handLineOf(record: FrameRecord, envelope: Answer): HandLine | undefined {
    if (record.direction === 'client-to-server' || this.#book.handLines.none) return undefined;
    const asked = envelope.id !== undefined && this.#exchangeOf(record, envelope)?.outcome === 'pending';
    return asked ? undefined : this.#book.handLines.take(envelope.id?.key, record.at);
  }

  /** An answer without a usable id can only be meant for the one call in flight, where there is just one. */
  #exchangeOf(record: FrameRecord, envelope: Answer): Exchange | undefined {
    const asker: Direction =
      record.direction === 'server-to-client' ? 'client-to-server' : 'server-to-client';
    if (envelope.id === undefined) return this.#book.onlyOpen(asker);
    return this.#book.find(asker, envelope.id.key) ?? this.#mistyped(asker, envelope.id.key);
  }

  /** The open call whose id is this one in the other type: "5" for 5. Some clients take it for the answer. */
  #mistyped(asker: Direction, idKey: string): Exchange | undefined {
    const other = idKey.startsWith('s:') ? `n:${idKey.slice(2)}` : `s:${idKey.slice(2)}`;
    const exchange = this.#book.find(asker, other);
    return exchange?.outcome === 'pending' ? exchange : undefined;
  }

  /** The true answer came after one that was only inferred: the earlier frame is an orphan after all. */
  #replacesInferred(exchange: Exchange, envelope: Answer): boolean {
    if (!exchange.inferred || envelope.id === undefined) return false;
    const { session, answerSeq, endedAt, codeText, message, deliberate } = exchange;
    this.#sink.patch(answerSeq, { outcome: 'orphan', pair: 0, durationMs: -1, tier: 'protocol' });
    this.#book.stray({
      session,
      seq: answerSeq,
      at: endedAt,
      direction: exchange.sender === 'client-to-server' ? 'server-to-client' : 'client-to-server',
      tier: 'protocol',
      method: '',
      codeText,
      message,
      deliberate,
    });
    return true;
  }
}

function strayAnswer(
  { session, seq, at, direction }: FrameRecord,
  { codeText }: Judgement,
  tier: Tier,
  message: string,
): StrayError {
  const told = { codeText, message: preview(message) };
  return { session, seq, at, direction, tier, method: '', ...told, deliberate: true };
}

function judgementOf(envelope: Answer, exchange: Exchange | undefined): Judgement {
  if (envelope.kind === 'error') {
    const { codeText, message } = envelope.error;
    if (exchange?.method === 'server/discover' && !isBrokenAnswer(envelope)) {
      // A refused probe is how an older server negotiates: the client goes on with `initialize`.
      return { tier: 'ok', outcome: 'ok', codeText, message: `probe refused: ${message}` };
    }
    const shown = message === '' && isBrokenAnswer(envelope) ? brokenRules(envelope) : message;
    return { tier: 'protocol', outcome: 'protocol error', codeText, message: shown };
  }
  if (isBrokenAnswer(envelope)) {
    return { tier: 'protocol', outcome: 'protocol error', codeText: '', message: brokenRules(envelope) };
  }
  if (exchange !== undefined && envelope.id !== undefined && envelope.id.key !== exchange.id.key) {
    const message = `the answer has the id ${envelope.id.text}, the request had ${exchange.id.text}`;
    return { tier: 'protocol', outcome: 'protocol error', codeText: '', message };
  }
  const end = taskEnd(exchange?.method ?? '', envelope.result);
  if (end?.kind === 'error') {
    const codeText = end.error.code === undefined ? '' : jsonText(end.error.code);
    const message = preview(stringAt(end.error, 'message') ?? '');
    return { tier: 'protocol', outcome: 'protocol error', codeText, message };
  }
  const result = end?.result ?? envelope.result;
  if (isJsonObject(result) && result.isError === true) {
    const message = firstText(result) ?? statedMessage(result);
    return { tier: 'tool', outcome: 'tool error', codeText: '', message: preview(message) };
  }
  return { tier: 'ok', outcome: 'ok', codeText: '', message: '' };
}

function brokenRules(envelope: Answer): string {
  return `the answer breaks JSON-RPC: ${envelope.faults.join(', ')}`;
}

/** Some servers put the reason beside `content` instead of into it. */
function statedMessage(result: JsonObject): string {
  const structured = isJsonObject(result.structuredContent) ? result.structuredContent : {};
  for (const place of [result, result.error, structured.error, structured]) {
    if (typeof place === 'string') return place;
    const stated = stringAt(place, 'message') ?? stringAt(place, 'reason');
    if (stated !== undefined) return stated;
  }
  return '';
}

function envelopePreview(method: string, envelope: Answer): string {
  return envelope.kind === 'result' ? resultPreview(method, envelope.result) : envelope.error.message;
}
