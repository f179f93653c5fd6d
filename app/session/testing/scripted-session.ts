import type { ClientRecord, Direction, KnownRecord, ProcessRecord } from '../../frame/record.ts';
import { isOpen, type Row } from '../../frame/row.ts';
import { RowTable } from '../../frame/row-table.ts';
import { type Counts, countedAs, type Exchange, noCounts, type OrphanError } from '../exchange.ts';
import { LogModel } from '../log-model.ts';
import { RowReader } from '../row-reader.ts';

/** A session that a test writes record by record, 10 ms apart. */
export class ScriptedSession {
  readonly rows = new RowTable();
  readonly log = new LogModel({ all: [new RowReader(this.rows)] });
  readonly model = this.log.model('s1');
  #seq = 0;

  /** The client writes a line; objects are written as JSON. Returns the seq. */
  client(line: unknown): number {
    return this.#frame('client-to-server', line);
  }

  /** The user sends a raw message. Returns the seq. */
  rawMessage(raw: string): number {
    const direction = 'client-to-server';
    return this.#ingest({ type: 'frame', ...this.#place(), direction, raw, deliberate: true });
  }

  /** The server writes a line; objects are written as JSON. Returns the seq. */
  server(line: unknown): number {
    return this.#frame('server-to-client', line);
  }

  /** The client calls a tool. Returns the seq of the request. */
  call(id: number | string, name = 'search'): number {
    return this.client({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } });
  }

  result(id: unknown, result: unknown = { content: [{ type: 'text', text: 'done' }] }): number {
    return this.server({ jsonrpc: '2.0', id, result });
  }

  error(id: unknown, code: unknown, message = 'failed'): number {
    return this.server({ jsonrpc: '2.0', id, error: { code, message } });
  }

  process(event: ProcessRecord['event'], more: Partial<ProcessRecord> = {}): number {
    return this.#ingest({ type: 'process', ...this.#place(), event, ...more });
  }

  event(event: ClientRecord['event'], more: Partial<ClientRecord> = {}): number {
    return this.#ingest({
      type: 'client',
      ...this.#place(),
      event,
      message: `client says ${event}`,
      ...more,
    });
  }

  record(record: KnownRecord): void {
    this.log.take(record);
  }

  row(seq: number): Row {
    const row = this.rows.row(this.rows.indexOf(seq));
    if (row === undefined) throw new Error(`no row with seq ${seq}`);
    return row;
  }

  /** The exchange of the request with this seq. */
  exchange(requestSeq: number): Readonly<Exchange> {
    const found = this.model.book.exchanges.find((exchange) => exchange.requestSeq === requestSeq);
    if (found === undefined) throw new Error(`no exchange with the request ${requestSeq}`);
    return found;
  }

  #frame(direction: Direction, line: unknown): number {
    const raw = typeof line === 'string' ? line : JSON.stringify(line);
    return this.#ingest({ type: 'frame', ...this.#place(), direction, raw });
  }

  #place(): { seq: number; at: number; session: string } {
    this.#seq += 1;
    return { seq: this.#seq, at: this.#seq * 10, session: 's1' };
  }

  #ingest(record: KnownRecord): number {
    this.log.take(record);
    return record.seq;
  }
}

/** The counts by tier, computed again from exchanges and other errors. */
export function recount(
  exchanges: readonly Readonly<Exchange>[],
  orphans: readonly Readonly<OrphanError>[],
): Omit<Counts, 'frames' | 'notifications'> {
  const { frames: _, notifications: __, ...counts } = noCounts();
  counts.requests = exchanges.length;
  counts.unanswered = exchanges.filter((exchange) => exchange.answerSeq === 0).length;
  for (const exchange of exchanges) if (!isOpen(exchange.outcome)) counts[countedAs(exchange)] += 1;
  for (const orphan of orphans) counts[countedAs(orphan)] += 1;
  return counts;
}
