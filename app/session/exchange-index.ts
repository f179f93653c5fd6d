import { isJsonObject } from '../base/json-value.ts';
import { partitionPoint } from '../base/partition-point.ts';
import { StringPool } from '../frame/growing-column.ts';
import type { Direction } from '../frame/record.ts';
import { isOpen, type Outcome } from '../frame/row.ts';
import { type RpcId, readRpcId } from '../wire/envelope.ts';
import type { Exchange } from './exchange.ts';
import { metaOf } from './session-facts.ts';
import { SettledExchanges } from './settled-exchanges.ts';

/** The token that links requests and progress notifications (2025-11-25, basic/utilities/progress.mdx). */
type ProgressToken = string | number;

/** The exchanges started by one side, by id key. */
type Side = {
  readonly latest: Map<string, Exchange>;
  readonly settled: SettledExchanges;
  /** Exchanges whose id was reused before they were answered. */
  readonly reused: Map<string, Reused>;
  readonly byToken: Multimap<ProgressToken, Exchange>;
};
/** The open exchanges started by one side, in all runs. */
type Open = {
  readonly pending: PendingRequests;
  /** Exchanges whose id JSON.parse rounds wherever it is mentioned. */
  readonly byRoundedId: Multimap<number, Exchange>;
};
type Sides<Of> = { readonly [Sender in Direction]: Of };

const MAX_COMPARED = 16;
const NONE: readonly never[] = [];

/** The exchanges with one id, oldest first. Each is passed over once, since an id may be reused a million times. */
class Reused {
  readonly #exchanges: Exchange[] = [];
  #closed = 0;
  #answered = 0;

  push(exchange: Exchange): void {
    this.#exchanges.push(exchange);
  }

  get open(): Exchange | undefined {
    for (; this.#closed < this.#exchanges.length; this.#closed += 1) {
      const exchange = this.#exchanges[this.#closed];
      if (exchange !== undefined && isOpen(exchange.outcome)) return exchange;
    }
    return undefined;
  }

  get unanswered(): Exchange | undefined {
    for (; this.#answered < this.#exchanges.length; this.#answered += 1) {
      const exchange = this.#exchanges[this.#answered];
      if (exchange?.answerSeq === 0) return exchange;
    }
    return undefined;
  }

  /** The answer of an exchange, possibly one of these, was revoked. */
  lookAgain({ requestSeq }: Exchange): void {
    this.#answered = partitionPoint(
      this.#answered,
      (at) => (this.#exchanges[at]?.requestSeq ?? 0) < requestSeq,
    );
  }

  get waiting(): readonly Exchange[] {
    const { unanswered } = this;
    if (unanswered === undefined) return [];
    const some = this.#exchanges.slice(this.#answered, this.#answered + MAX_COMPARED);
    return some.filter(({ answerSeq }) => answerSeq === 0);
  }
}

/** Finds the exchanges of one process run by (sender, id), and tracks which are open. */
export class ExchangeIndex {
  // Separate maps for each side: a joined key would be built and hashed for every lookup.
  #sides: Sides<Side>;
  /** The exchanges of the previous run: a client may still report on its own requests. */
  #before: Sides<Side>;
  readonly #open = bothSides<Open>(() => ({
    pending: new PendingRequests(),
    byRoundedId: new Multimap(),
  }));
  readonly #listening = new Set<Exchange>();
  /** Exchanges of this run that ended without an answer. */
  readonly #endedWithout = new Set<Exchange>();
  #runSeq = 0;
  readonly #newSides: () => Sides<Side>;
  readonly #onRestored: (exchange: Exchange) => void;

  /** `onRestored` is called when an exchange that was put away becomes an object again. */
  constructor(session: string, onRestored: (exchange: Exchange) => void) {
    const pool = new StringPool();
    this.#newSides = () =>
      bothSides((sender) => ({
        latest: new Map(),
        settled: new SettledExchanges(session, sender, pool),
        reused: new Map(),
        byToken: new Multimap(),
      }));
    this.#onRestored = onRestored;
    this.#sides = this.#newSides();
    this.#before = this.#newSides();
  }

  get pending(): readonly Exchange[] {
    return Object.values(this.#open).flatMap(({ pending }) => pending.all);
  }

  get open(): Exchange[] {
    return inOrder([...this.pending, ...this.#listening]);
  }

  add(exchange: Exchange): void {
    const { latest, reused, byToken } = this.#sides[exchange.sender];
    const { key } = exchange.id;
    // An exchange that was put away has its answer.
    const earlier = latest.get(key);
    if (earlier !== undefined && earlier.answerSeq === 0) {
      const waiting = reused.get(key) ?? new Reused();
      waiting.push(earlier);
      reused.set(key, waiting);
    }
    latest.set(key, exchange);
    const token = tokenOf(exchange.params);
    if (token !== undefined) byToken.add(token, exchange);
    const { pending, byRoundedId } = this.#open[exchange.sender];
    pending.add(exchange);
    const rounded = roundedId(exchange);
    if (rounded !== undefined) byRoundedId.add(rounded, exchange);
  }

  /** A subscription was acknowledged, so no answer is expected. */
  listen(exchange: Exchange): void {
    exchange.outcome = 'listening';
    this.#open[exchange.sender].pending.settled();
    this.#listening.add(exchange);
  }

  /** The outcome of an exchange changed from `before` to one that is not open. */
  settled(exchange: Exchange, before: Outcome): void {
    const { sender, answerSeq } = exchange;
    if (before === 'pending') this.#open[sender].pending.settled();
    else if (before === 'listening') this.#listening.delete(exchange);
    const rounded = isOpen(before) ? roundedId(exchange) : undefined;
    if (rounded !== undefined) this.#open[sender].byRoundedId.delete(rounded, exchange);
    if (answerSeq > 0) {
      const token = tokenOf(exchange.params);
      if (token !== undefined) this.#sides[sender].byToken.delete(token, exchange);
      this.#endedWithout.delete(exchange);
    } else if (isOpen(before)) this.#endedWithout.add(exchange);
  }

  neverAnswered(): Exchange[] {
    return inOrder([...this.#endedWithout, ...this.open]);
  }

  unanswer(exchange: Exchange): void {
    const { reused, byToken } = this.#sides[exchange.sender];
    reused.get(exchange.id.key)?.lookAgain(exchange);
    if (exchange.requestSeq < this.#runSeq) return;
    this.#endedWithout.add(exchange);
    const token = tokenOf(exchange.params);
    if (token !== undefined) byToken.add(token, exchange);
  }

  /** Puts away an exchange that was settled long ago, if it is an ordinary one. */
  putAway(exchange: Exchange): void {
    const { latest, settled } = this.#sides[exchange.sender];
    const { key } = exchange.id;
    if (latest.get(key) === exchange && settled.take(exchange)) latest.delete(key);
  }

  /** Ids start over at the record `seq`; `kept` is unanswered and can still be answered. */
  startRun(seq: number, kept: Exchange | undefined): void {
    this.#runSeq = seq;
    for (const side of Object.values(this.#sides)) {
      // No more answers will be read against them.
      for (const exchange of side.latest.values()) if (exchange !== kept) exchange.params = undefined;
    }
    this.#before = this.#sides;
    this.#sides = this.#newSides();
    this.#endedWithout.clear();
    if (kept === undefined) return;
    const { latest, byToken } = this.#sides[kept.sender];
    latest.set(kept.id.key, kept);
    const token = tokenOf(kept.params);
    if (token !== undefined) byToken.add(token, kept);
  }

  latest(sender: Direction, { key }: RpcId): Exchange | undefined {
    return this.#latestOf(this.#sides[sender], key);
  }

  /** True if the previous run had a request with this id. */
  usedBefore(sender: Direction, id: RpcId): boolean {
    const { latest, settled } = this.#before[sender];
    return latest.has(id.key) || settled.has(id);
  }

  /** The exchange for an answer's id: the oldest open one, else the latest, else an earlier unanswered one. */
  answeredBy(sender: Direction, key: string): Exchange | undefined {
    const { reused } = this.#sides[sender];
    const last = this.#latestOf(this.#sides[sender], key);
    const waiting = reused.size === 0 ? undefined : reused.get(key);
    if (waiting === undefined) return last;
    const { open } = waiting;
    if (open !== undefined || last?.answerSeq === 0) return open ?? last;
    const { unanswered } = waiting;
    if (unanswered === undefined) reused.delete(key);
    return unanswered ?? last;
  }

  /** The requests with this id that an answer may belong to, if there are several. */
  sharing(sender: Direction, key: string): readonly Exchange[] {
    const { reused, latest } = this.#sides[sender];
    const waiting = reused.size === 0 ? undefined : reused.get(key)?.waiting;
    if (waiting === undefined || waiting.length === 0) return NONE;
    const last = latest.get(key);
    return last?.answerSeq === 0 ? [...waiting, last] : waiting;
  }

  /** The exchange whose id has the same characters but the other type: 5 and "5". */
  otherType(sender: Direction, { key }: RpcId): Exchange | undefined {
    const other = key.startsWith('s:') ? `n:${key.slice(2)}` : `s:${key.slice(2)}`;
    return this.answeredBy(sender, other);
  }

  /** The exchange for an id in a message or client record, which JSON.parse may have rounded. */
  named(sender: Direction, id: unknown): Exchange | undefined {
    const read = readRpcId(id, '');
    if (read === undefined) return undefined;
    const exact = this.#named(this.#sides[sender], read.key) ?? this.#named(this.#before[sender], read.key);
    if (exact !== undefined || Number.isSafeInteger(id) || typeof id === 'string') return exact;
    if (typeof id !== 'number') return undefined;
    const [first] = this.#open[sender].byRoundedId.of(id);
    return first;
  }

  /** The pending requests that `sender` sent since `since`, oldest first; empty if there are very many. */
  pendingSince(sender: Direction, since: number): readonly Exchange[] {
    const { pending } = this.#open[sender];
    return pending.size > MAX_COMPARED ? NONE : pending.all.filter(({ requestSeq }) => requestSeq >= since);
  }

  latestPending(sender: Direction): Exchange | undefined {
    return this.#open[sender].pending.latest;
  }

  /** The unanswered request from `sender` whose progress these params report. */
  reported(sender: Direction, params: unknown) {
    const token = isJsonObject(params) ? params.progressToken : undefined;
    const [exchange, another] = isToken(token) ? this.#sides[sender].byToken.of(token) : [];
    const several = another !== undefined;
    return { exchange: several ? undefined : exchange, several };
  }

  #named(side: Side, key: string): Exchange | undefined {
    return side.reused.get(key)?.open ?? this.#latestOf(side, key);
  }

  #latestOf({ latest, settled }: Side, key: string): Exchange | undefined {
    const known = latest.get(key);
    if (known !== undefined) return known;
    const restored = settled.restore(key);
    if (restored === undefined) return undefined;
    latest.set(key, restored);
    this.#onRestored(restored);
    return restored;
  }
}

function bothSides<Of>(make: (sender: Direction) => Of): Sides<Of> {
  return { 'client-to-server': make('client-to-server'), 'server-to-client': make('server-to-client') };
}

function inOrder(exchanges: Exchange[]): Exchange[] {
  return exchanges.sort((a, b) => a.requestSeq - b.requestSeq);
}

function isToken(value: unknown): value is ProgressToken {
  return typeof value === 'string' || typeof value === 'number';
}

function tokenOf(params: unknown): ProgressToken | undefined {
  const token = metaOf(params)?.progressToken;
  return isToken(token) ? token : undefined;
}

/** Integers with fewer digits are never rounded. */
const MIN_ROUNDED = '9007199254740993'.length;

/** The id after JSON.parse, if that may be a different number. */
function roundedId({ id: { key, text } }: Exchange): number | undefined {
  return text.length >= MIN_ROUNDED && key.startsWith('n:') ? Number(text) : undefined;
}

/** This many settled requests may stay in a list, whatever its length. */
const SLACK = 32;

/** One side's requests that wait for an answer, in order. Settled ones are removed only when they get in the way. */
class PendingRequests {
  #list: Exchange[] = [];
  size = 0;

  get all(): readonly Exchange[] {
    return this.#list.filter(isPending);
  }

  add(exchange: Exchange): void {
    this.#list.push(exchange);
    this.size += 1;
  }

  settled(): void {
    this.size -= 1;
    if (this.#list.length > 2 * this.size + SLACK) this.#list = this.#list.filter(isPending);
  }

  get latest(): Exchange | undefined {
    for (;;) {
      const last = this.#list.at(-1);
      if (last === undefined || isPending(last)) return last;
      this.#list.pop();
    }
  }
}

function isPending({ outcome }: Exchange): boolean {
  return outcome === 'pending';
}

/** Values by a shared key, without a scan even if there are many. Values must not be sets. */
class Multimap<Key, Value> {
  /** Nearly always a single value. */
  readonly #found = new Map<Key, Value | Set<Value>>();

  add(key: Key, value: Value): void {
    const found = this.#found.get(key);
    if (found instanceof Set) found.add(value);
    else this.#found.set(key, found === undefined || found === value ? value : new Set([found, value]));
  }

  delete(key: Key, value: Value): void {
    const found = this.#found.get(key);
    if (found instanceof Set) found.delete(value);
    if (found === value || (found instanceof Set && found.size === 0)) this.#found.delete(key);
  }

  *of(key: Key): Generator<Value> {
    const found = this.#found.get(key);
    if (found instanceof Set) yield* found;
    else if (found !== undefined) yield found;
  }
}
