import { GrowingColumn, type StringPool } from '../frame/growing-column.ts';
import type { Direction } from '../frame/record.ts';
import type { Outcome } from '../frame/row.ts';
import { ChoiceColumn, NumberColumn, PooledColumn } from '../frame/row-columns.ts';
import { TIERS } from '../frame/tier.ts';
import { MCP_REVISIONS, type Revision } from '../protocol/revisions.ts';
import type { RpcId } from '../wire/envelope.ts';
import { type Exchange, isUserCaused, newExchange } from './exchange.ts';

const OUTCOMES: readonly [Outcome, ...Outcome[]] = ['ok', 'tool error', 'protocol error'];
/** Ids up to this far beyond the highest so far are stored by number, without their own key. */
const MAX_GAP = 10_000;

/** Numbers by id key. Both SDKs count from 0, so most keys are an index. */
class PlacesById {
  readonly #counted = new GrowingColumn(Uint32Array);
  readonly #others = new Map<string, number>();

  /** 0 for none. */
  at(key: string): number {
    const number = countedNumber(key);
    if (number >= 0 && number < this.#counted.length) return this.#counted.at(number);
    return this.#others.get(key) ?? 0;
  }

  set(key: string, place: number): void {
    const number = countedNumber(key);
    if (number < 0 || number > this.#counted.length + MAX_GAP || this.#others.has(key)) {
      if (place === 0) this.#others.delete(key);
      else this.#others.set(key, place);
      return;
    }
    while (this.#counted.length <= number) {
      // Moves the number that was stored by key until now.
      const other = `n:${this.#counted.length}`;
      this.#counted.push(this.#others.get(other) ?? 0);
      this.#others.delete(other);
    }
    this.#counted.set(number, place);
  }
}

const ZERO = 0x30;

/** The number in a numeric key; parsed digit by digit, since it runs for every call. */
function countedNumber(key: string): number {
  if (!key.startsWith('n:') || key.length < 3 || key.length > 11) return -1;
  if (key.length > 3 && key.charCodeAt(2) === ZERO) return -1;
  let number = 0;
  for (let at = 2; at < key.length; at += 1) {
    const digit = key.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    number = number * 10 + digit;
  }
  return number;
}

function newColumns(pool: StringPool) {
  return {
    method: new PooledColumn(pool),
    target: new PooledColumn(pool),
    declared: new ChoiceColumn<Revision | undefined>([undefined, 'unknown', ...MCP_REVISIONS]),
    codeText: new PooledColumn(pool),
    message: new PooledColumn(pool),
    toolsGeneration: new NumberColumn(),
    requestSeq: new NumberColumn(),
    answerSeq: new NumberColumn(),
    startedAt: new NumberColumn(),
    endedAt: new NumberColumn(),
    tier: new ChoiceColumn(TIERS),
    outcome: new ChoiceColumn(OUTCOMES),
  };
}

/** Ordinarily answered calls, in columns: an object costs thirty times as much. Each can be restored. */
export class SettledExchanges {
  readonly #session: string;
  readonly #sender: Direction;
  readonly #places = new PlacesById();
  readonly #pool: StringPool;
  /** The HTTP exchange and status of calls over HTTP, by index. */
  readonly #http = new Map<number, Pick<Exchange, 'x' | 'status'>>();
  /** Created on the first call: a recording may have thousands of tiny sessions. */
  #made: ReturnType<typeof newColumns> | undefined;

  constructor(session: string, sender: Direction, pool: StringPool) {
    this.#session = session;
    this.#sender = sender;
    this.#pool = pool;
  }

  get #columns() {
    this.#made ??= newColumns(this.#pool);
    return this.#made;
  }

  has({ key }: RpcId): boolean {
    return this.#places.at(key) > 0;
  }

  /** Stores a call; false if it has more to it than the columns hold. */
  take(exchange: Readonly<Exchange>): boolean {
    if (!isPlain(exchange)) return false;
    const columns = this.#columns;
    columns.method.push(exchange.method);
    columns.target.push(exchange.target);
    columns.declared.push(exchange.declared);
    columns.codeText.push(exchange.codeText);
    columns.message.push(exchange.message);
    columns.toolsGeneration.push(exchange.toolsGeneration);
    columns.requestSeq.push(exchange.requestSeq);
    columns.answerSeq.push(exchange.answerSeq);
    columns.startedAt.push(exchange.startedAt);
    columns.endedAt.push(exchange.endedAt);
    columns.tier.push(exchange.tier);
    columns.outcome.push(exchange.outcome);
    const place = columns.requestSeq.numbers.length;
    this.#places.set(exchange.id.key, place);
    if (exchange.x > 0) this.#http.set(place, { x: exchange.x, status: exchange.status });
    return true;
  }

  /** Removes the call with this id and returns it as an object; undefined if there is none. */
  restore(key: string): Exchange | undefined {
    const at = this.#places.at(key) - 1;
    if (at < 0) return undefined;
    this.#places.set(key, 0);
    const columns = this.#columns;
    const http = this.#http.get(at + 1);
    const exchange = newExchange(this.#session, {
      sender: this.#sender,
      id: { key, text: textOf(key) },
      method: columns.method.at(at),
      target: columns.target.at(at),
      requestSeq: columns.requestSeq.at(at),
      startedAt: columns.startedAt.at(at),
      fromRawMessage: false,
      isRebuilt: false,
      declared: columns.declared.at(at),
      toolsGeneration: columns.toolsGeneration.at(at),
      repeats: 0,
      params: undefined,
      x: http?.x ?? 0,
      lacksSession: false,
    });
    exchange.status = http?.status ?? 0;
    exchange.answerSeq = columns.answerSeq.at(at);
    exchange.match = 'id';
    exchange.endedAt = columns.endedAt.at(at);
    exchange.tier = columns.tier.at(at);
    exchange.outcome = columns.outcome.at(at);
    exchange.codeText = columns.codeText.at(at);
    exchange.message = columns.message.at(at);
    return exchange;
  }
}

function isPlain(exchange: Readonly<Exchange>): boolean {
  return (
    exchange.match === 'id' &&
    exchange.answerSeq > 0 &&
    exchange.params === undefined &&
    !exchange.sharesId &&
    !isUserCaused(exchange) &&
    exchange.heldMs === 0 &&
    exchange.likelyAnswerSeq === 0 &&
    exchange.cancelledSeq === 0 &&
    exchange.givenUpSeq === 0 &&
    OUTCOMES.includes(exchange.outcome) &&
    exchange.id.text === textOf(exchange.id.key)
  );
}

/** An id as nearly every peer writes it. */
function textOf(key: string): string {
  return key.startsWith('s:') ? JSON.stringify(key.slice(2)) : key.slice(2);
}
