import { getOrCreate } from '../../base/grouped-by.ts';
import { SUBSCRIPTIONS_LISTEN } from '../../protocol/methods.ts';
import { GrowingColumn } from '../growing-column.ts';
import type { Row } from '../row.ts';
import type { RowTable } from '../row-table.ts';
import { CRASH_WEIGHT, stderrWeight } from '../stderr-pick.ts';
import { IndexSet } from './index-set.ts';

/** Listens to changes in a log's groups; every view of the log has one. */
type FoldListener = {
  /** A row joined the group of `key`, or left its group. */
  regrouped(index: number, key: number): void;
  /** The group of `key` shows a different row. */
  faced(key: number): void;
};

/** Requests that keep no server busy: its output during them concerns its start, or nothing. */
const NOT_BUSY: ReadonlySet<string> = new Set([
  'initialize',
  'server/discover',
  'ping',
  SUBSCRIPTIONS_LISTEN,
]);

/** Stderr lines within this many milliseconds of each other belong together. */
const TOGETHER_MS = 20;

type Moment = { readonly session: string; readonly at: number };

/** The latest stderr lines, until something else arrives. */
type Together = Moment & { readonly key: number; readonly weight: number };

/** The latest notifications of one method; `keys` has the start of the run for each progress token. */
type Run = Pick<Row, 'method' | 'direction' | 'session'> & { readonly keys: Map<string, number> };

const PROGRESS = 'notifications/progress';

/** This many equal consecutive calls are folded; a group above the maximum would be slow to open. */
const MIN_REPEATS = 3;
const MAX_REPEATS = 500;

const words = () => new GrowingColumn(Uint32Array);

/**
 * Groups the rows of a log: an exchange with what belongs to it, equal consecutive calls, a run of like notifications
 * or stray lines, stderr lines that came together. A group is at its first row, the key, and shows one of its rows: for
 * an exchange the one that settled it, for stderr the one that names the cause. Two numbers per row, computed once on
 * arrival, regardless of filters.
 */
export class RowFolds {
  /** The group rows without a filter, among the first `length`. */
  readonly keys = new IndexSet();
  readonly #table: RowTable;
  readonly #listeners = new Set<FoldListener>();
  readonly #key = words();
  /** By key: the index of the shown row plus 1, or 0 if that is the key. */
  readonly #shown = words();
  /** By key: how many rows its group has besides itself and its shown row; 0 in most exchanges. */
  readonly #more = new Map<number, number>();
  readonly #sessions = new Map<string, OpenCalls>();
  /** By key: how many calls its group has, if more than one. */
  readonly #repeats = new Map<number, number>();
  #run: Run | undefined;
  /** The first of the latest stray lines. */
  #stray: number | undefined;
  #together: Together | undefined;
  #length = 0;

  constructor(table: RowTable) {
    this.#table = table;
  }

  get length(): number {
    return this.#length;
  }

  follow(listener: FoldListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The key of a row's group; its own index without a group. */
  keyAt(index: number): number {
    return index < this.#key.length ? this.#key.at(index) : index;
  }

  shownOf(key: number): number {
    const shownRow = key < this.#shown.length ? this.#shown.at(key) : 0;
    return shownRow === 0 ? key : shownRow - 1;
  }

  /** How many rows the group of `key` has besides its key and its shown row. */
  moreOf(key: number): number {
    return this.#more.get(key) ?? 0;
  }

  sizeOf(key: number): number {
    return 1 + this.moreOf(key) + (this.shownOf(key) === key ? 0 : 1);
  }

  isExchange(key: number): boolean {
    return this.#table.columns.shape.at(key) === 'request';
  }

  /** How many equal calls the group of `key` has. */
  repeatsOf(key: number): number {
    return this.#repeats.get(key) ?? 1;
  }

  membersOf(key: number): number[] {
    const members = [key];
    let left = this.sizeOf(key) - 1;
    for (let index = key + 1; left > 0 && index < this.#key.length; index += 1) {
      if (this.#key.at(index) !== key) continue;
      members.push(index);
      left -= 1;
    }
    return members;
  }

  takeUpTo(end: number): void {
    const rowAt = this.#table.reader();
    for (let index = this.#length; index < end; index += 1) {
      this.#key.push(index);
      this.#shown.push(0);
      this.#take(rowAt(index), index);
    }
    for (; this.#length < end; this.#length += 1) {
      if (this.#key.at(this.#length) === this.#length) this.keys.set(this.#length, true);
    }
  }

  changed(row: Row, index: number): void {
    const key = this.keyAt(index);
    if (key === index || index >= this.#key.length || row.shape === 'invalid') return;
    const isStray = row.outcome === 'orphan' || row.outcome === 'duplicate';
    // Failures are never folded, except within their own exchange.
    if (isStray || (row.pair === 0 && row.tier !== 'ok')) this.#free(index, key);
  }

  #take(row: Row, index: number): void {
    // A bookmark concerns another row and ends nothing.
    const { kind, shape } = row;
    if (kind === 'mark') return;
    const calls = getOrCreate(this.#sessions, row.session, newCalls);
    if (shape !== 'notification') this.#run = undefined;
    if (kind !== 'stderr') this.#together = undefined;
    if (shape !== 'invalid') this.#stray = undefined;
    if (kind === 'frame') this.#frame(row, shape, index, calls);
    else if (kind === 'stderr') this.#stderr(row, index, calls);
    else if (kind === 'client') this.#settled(row, index, calls);
    // The end of the process answers no call, so rows in between stay visible.
    else if (kind === 'process') calls.clear();
  }

  #frame(row: Row, shape: Row['shape'], index: number, calls: OpenCalls): void {
    if (shape === 'notification') this.#notification(row, index, calls);
    else if (shape === 'result' || shape === 'error') this.#settled(row, index, calls);
    else if (shape === 'invalid') this.#strayLine(row, index);
    else if (shape !== 'request') return;
    else if (row.direction === 'server-to-client') calls.meanwhile(index);
    else if (!NOT_BUSY.has(row.method)) calls.add(index, row.repeats);
  }

  #strayLine(row: Row, index: number): void {
    const first = this.#stray;
    const { session, direction, method } = this.#table.columns;
    const isLike =
      first !== undefined &&
      session.at(first) === row.session &&
      direction.at(first) === row.direction &&
      method.at(first) === row.method;
    if (isLike) this.#fold(index, first);
    else this.#stray = index;
  }

  #notification(row: Row, index: number, calls: OpenCalls): void {
    if (row.tier !== 'ok') {
      this.#run = undefined;
      return;
    }
    const request = row.pair > 0 ? this.#requestOf(row) : -1;
    const call = request >= 0 ? request : row.method === PROGRESS ? calls.only : undefined;
    const { method, direction, session } = row;
    if (call !== undefined) {
      this.#fold(index, call);
      return;
    }
    const run = this.#run;
    const isLike = run?.method === method && run.direction === direction && run.session === session;
    const keys = isLike ? run.keys : new Map<string, number>();
    if (!isLike) this.#run = { method, direction, session, keys };
    const token = method === PROGRESS ? row.target : '';
    const key = keys.get(token);
    if (key === undefined) keys.set(token, index);
    else this.#fold(index, key);
  }

  #stderr(row: Row, index: number, calls: OpenCalls): void {
    const weight = stderrWeight(row.text);
    const together = this.#together;
    const comesWith =
      together !== undefined && row.session === together.session && row.at - together.at <= TOGETHER_MS;
    const at = { session: row.session, at: row.at };
    if (!comesWith) {
      this.#together = { key: index, weight, ...at };
      calls.meanwhile(index);
      return;
    }
    this.#fold(index, together.key);
    // Of several exceptions, the last one ended the program.
    if (weight > together.weight || weight === CRASH_WEIGHT) this.#setShown(together.key, index);
    this.#together = { key: together.key, weight: Math.max(weight, together.weight), ...at };
  }

  /** An answer, or an event of the client. */
  #settled(row: Row, index: number, calls: OpenCalls): void {
    const isAnswer = row.kind === 'frame';
    if (row.outcome === 'orphan' || row.outcome === 'duplicate') return;
    const request = this.#requestOf(row);
    if (request < 0) return;
    const shownRow = this.shownOf(request);
    const hasAnswer = shownRow !== request && this.#table.columns.kind.at(shownRow) === 'frame';
    this.#fold(index, request);
    if (isAnswer || (!hasAnswer && row.outcome !== '')) this.#setShown(request, index);
    const isCall = calls.has(request);
    const meanwhile = calls.close(request);
    if (isAnswer && meanwhile.length > 0) this.#belong(meanwhile, request);
    if (!isCall) return;
    if (isAnswer && calls.isLast(request)) this.#repeat(calls.equal, request);
    else calls.equal.length = 0;
  }

  /** Adds a newly answered call to the `equal` calls before it, and folds them all once there are enough. */
  #repeat(equal: number[], call: number): void {
    const [first = call] = equal;
    if (equal.length === MAX_REPEATS || !this.#areAlike(first, call)) equal.length = 0;
    equal.push(call);
    if (equal.length < MIN_REPEATS) return;
    const fresh = equal.length === MIN_REPEATS ? 1 : equal.length - 1;
    for (const one of equal.slice(fresh)) this.#merge(one, first);
    this.#repeats.set(first, equal.length);
  }

  #areAlike(one: number, other: number): boolean {
    const [a, b] = [this.shownOf(one), this.shownOf(other)];
    const { tier, outcome, code } = this.#table.columns;
    return tier.at(a) === tier.at(b) && outcome.at(a) === outcome.at(b) && code.at(a) === code.at(b);
  }

  #merge(from: number, key: number): void {
    const shownRow = this.shownOf(from);
    for (const index of this.membersOf(from)) this.#fold(index, key);
    this.#shown.set(from, 0);
    this.#more.delete(from);
    this.#setShown(key, shownRow);
  }

  /** Rows that arrived while this was the only open call join it once it is answered, unless they failed or wait. */
  #belong(meanwhile: readonly number[], call: number): void {
    const keys = new Set(meanwhile.filter((key) => this.#isCalm(key)));
    let [index = 0] = keys;
    // One scan for all of them: the answers to thousands of requests may come much later.
    for (let left = [...keys].reduce((sum, key) => sum + this.sizeOf(key), 0); left > 0; index += 1) {
      if (!keys.has(this.#key.at(index))) continue;
      this.#fold(index, call);
      left -= 1;
    }
    for (const key of keys) {
      this.#shown.set(key, 0);
      this.#more.delete(key);
    }
  }

  #isCalm(key: number): boolean {
    const shownRow = this.shownOf(key);
    const waits = this.isExchange(key) && shownRow === key;
    return !waits && this.#table.columns.tier.at(shownRow) === 'ok';
  }

  /** The index of the request that a row is paired with; -1 if there is no earlier request. */
  #requestOf(row: Row): number {
    const index = row.pair > 0 && row.pair < row.seq ? this.#table.indexOf(row.pair) : -1;
    return index >= 0 && this.#table.columns.shape.at(index) === 'request' ? this.keyAt(index) : -1;
  }

  #fold(index: number, key: number): void {
    this.#key.set(index, key);
    this.#count(key, 1);
    this.#regroup(index, key, false);
  }

  #free(index: number, key: number): void {
    this.#key.set(index, index);
    // The key becomes the shown row again, and neither is counted in `more`.
    if (this.shownOf(key) === index) this.#shown.set(key, 0);
    else this.#count(key, -1);
    this.#regroup(index, key, true);
  }

  #regroup(index: number, key: number, stands: boolean): void {
    if (index < this.#length) this.keys.set(index, stands);
    for (const listener of this.#listeners) listener.regrouped(index, key);
  }

  #setShown(key: number, index: number): void {
    if (this.shownOf(key) === key) this.#count(key, -1);
    this.#shown.set(key, index + 1);
    for (const listener of this.#listeners) listener.faced(key);
  }

  #count(key: number, by: number): void {
    const count = this.moreOf(key) + by;
    if (count === 0) this.#more.delete(key);
    else this.#more.set(key, count);
  }
}

const newCalls = () => new OpenCalls();

/** The unanswered calls of one session, by the index of their request. */
class OpenCalls {
  readonly #open = new Set<number>();
  /** By call: the rows that arrived while no other call was open. */
  readonly #meanwhile = new Map<number, number[]>();
  /** The latest calls, as long as they are equal, consecutive and ended alike. */
  readonly equal: number[] = [];
  #last = -1;

  get only(): number | undefined {
    const [first] = this.#open.size === 1 ? this.#open : [];
    return first;
  }

  add(request: number, isSame: boolean): void {
    if (!isSame || this.#open.size > 0) this.equal.length = 0;
    this.#open.add(request);
    this.#last = request;
  }

  has(call: number): boolean {
    return this.#open.has(call);
  }

  /** True if no call came after this one and none is open. */
  isLast(call: number): boolean {
    return call === this.#last && this.#open.size === 0;
  }

  /** Notes a row; if several calls are open, nobody can tell which one it belongs to. */
  meanwhile(index: number): void {
    const call = this.only;
    if (call === undefined) return;
    const noted = this.#meanwhile.get(call);
    if (noted === undefined) this.#meanwhile.set(call, [index]);
    else noted.push(index);
  }

  /** Closes a call and returns the rows noted for it. */
  close(request: number): readonly number[] {
    this.#open.delete(request);
    const noted = this.#meanwhile.get(request) ?? [];
    this.#meanwhile.delete(request);
    return noted;
  }

  clear(): void {
    this.#last = -1;
    this.#open.clear();
    this.#meanwhile.clear();
  }
}
