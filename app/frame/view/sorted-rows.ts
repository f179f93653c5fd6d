import type { Row } from '../row.ts';
import type { RowTable } from '../row-table.ts';
import type { ListedLog, RowPlace, RowSource, SourceRow } from './row-source.ts';

/** The sortable columns; time order is the default. */
export const SORTS = ['message', 'id', 'duration', 'size', 'outcome'] as const;

export type RowSort = { readonly by: (typeof SORTS)[number]; readonly falls: boolean };

/** Rows measured between two checks of the clock. */
const STEP = 4096;
/** Rows without a measure come last in either direction. */
const NO_MEASURE = 0xffff_ffff;
const MOST = NO_MEASURE - 1;

/** Rows in an order other than time; later rows come at the end. */
export class SortedRows implements RowSource {
  readonly #source: RowSource;
  readonly sort: RowSort;
  readonly #steps: Generator<undefined, Uint32Array<ArrayBuffer>>;
  #order = new Uint32Array(0);
  #places = new Uint32Array(0);
  #isDone = false;

  constructor(source: RowSource, sort: RowSort) {
    this.#source = source;
    this.sort = sort;
    this.#steps = sortInSteps(source, sort);
  }

  /** Continues sorting until `isLate`; true once done. Until then rows are in the source's order. */
  advance(isLate: () => boolean): boolean {
    while (!this.#isDone) {
      const step = this.#steps.next();
      if (step.done === true) this.#take(step.value);
      else if (isLate()) return false;
    }
    return true;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  isOf(source: RowSource): boolean {
    return source === this.#source;
  }

  get sorted(): number {
    return this.#order.length;
  }

  get logs(): readonly ListedLog[] {
    return this.#source.logs;
  }

  get length(): number {
    return this.#source.length;
  }

  get generation(): number {
    return this.#source.generation;
  }

  log(session: string): ListedLog | undefined {
    return this.#source.log(session);
  }

  at(position: number): SourceRow | undefined {
    return this.#source.at(this.#order[position] ?? position);
  }

  timeAt(position: number): number {
    return this.#source.timeAt(this.#order[position] ?? position);
  }

  positionFrom(session: string, index: number): number {
    return this.#placeOf(this.#source.positionFrom(session, index));
  }

  positionOf(session: string, index: number): number {
    const position = this.#source.positionOf(session, index);
    return position < 0 ? -1 : this.#placeOf(position);
  }

  numberOf(session: string, index: number): number {
    return this.#source.numberOf(session, index);
  }

  isListed(session: string, index: number): boolean {
    return this.#source.isListed(session, index);
  }

  positionFromTime(time: number): number {
    return this.#placeOf(this.#source.positionFromTime(time));
  }

  startedBy(session: string, index: number): number {
    return this.#source.startedBy(session, index);
  }

  compare(one: RowPlace, other: RowPlace): number {
    const [a, b] = [one, other].map(({ session, index }) => this.positionFrom(session, index));
    return (a ?? 0) - (b ?? 0) || this.#source.compare(one, other);
  }

  #take(order: Uint32Array<ArrayBuffer>): void {
    this.#isDone = true;
    this.#order = order;
    this.#places = new Uint32Array(order.length);
    order.forEach((position, place) => {
      this.#places[position] = place;
    });
  }

  #placeOf(position: number): number {
    return this.#places[position] ?? position;
  }
}

/** Sorts positions by measure; rows inside an opened group stay with its row. */
function* sortInSteps(
  source: RowSource,
  { by, falls }: RowSort,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  const measures = new Uint32Array(source.length);
  const measure = yield* measureOf(source, by);
  for (let position = 0; position < measures.length; position += 1) {
    if (position % STEP === 0) yield;
    const place = source.at(position);
    const own = place === undefined ? NO_MEASURE : measure(place.log.table, place.index);
    const known = Math.min(own, MOST);
    if (place?.inside === true && position > 0) measures[position] = measures[position - 1] ?? NO_MEASURE;
    else measures[position] = own === NO_MEASURE ? own : falls ? MOST - known : known;
  }
  return yield* orderOf(measures);
}

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;

/** Sorts positions by key, stably: a radix sort, one digit at a time. */
function* orderOf(keys: Uint32Array): Generator<undefined, Uint32Array<ArrayBuffer>> {
  let [order, next] = [new Uint32Array(keys.length), new Uint32Array(keys.length)];
  for (let position = 0; position < order.length; position += 1) order[position] = position;
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    yield;
    const starts = new Uint32Array(DIGITS + 1);
    for (const key of keys) {
      const digit = (key >>> shift) & (DIGITS - 1);
      starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
    }
    for (let digit = 1; digit <= DIGITS; digit += 1)
      starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
    yield;
    for (const position of order) {
      const digit = ((keys[position] ?? 0) >>> shift) & (DIGITS - 1);
      const place = starts[digit] ?? 0;
      next[place] = position;
      starts[digit] = place + 1;
    }
    [order, next] = [next, order];
  }
  return order;
}

type Measure = (table: RowTable, index: number) => number;

/** Yields the integer that a row is sorted by: for texts, the rank among all texts. */
function* measureOf(source: RowSource, by: RowSort['by']): Generator<undefined, Measure> {
  switch (by) {
    case 'duration':
      // In hundredths of a millisecond.
      return (table, index) => amount(100 * table.columns.durationMs.at(index));
    case 'size':
      return (table, index) => amount(table.columns.sizeBytes.at(index));
    case 'message':
      return yield* ranks(
        source,
        ({ kind, method, target }) => `${kind === 'frame' ? '' : kind} ${method} ${target}`,
      );
    case 'outcome':
      return yield* ranks(source, ({ tier, outcome, code }) => `${tier} ${outcome} ${code}`);
    case 'id': {
      // Numbers numerically, then texts.
      const rankOf = yield* ranks(source, ({ id }) => (numberIn(id) === undefined ? id : ''));
      return (table, index) => {
        const id = table.columns.id.at(index);
        return numberIn(id) ?? Math.min(TEXTS_FROM + rankOf(table, index), NO_MEASURE);
      };
    }
  }
}

const TEXTS_FROM = 0x8000_0000;

function numberIn(id: string): number | undefined {
  return /^\d{1,9}$/.test(id) ? Number(id) : undefined;
}

function amount(measure: number): number {
  return measure < 0 ? NO_MEASURE : Math.round(measure);
}

function* ranks(source: RowSource, textOf: (row: Row) => string): Generator<undefined, Measure> {
  const numbers = new Map<string, number>();
  const byLog = new Map<RowTable, Uint32Array>();
  for (const { table } of source.logs) {
    const own = new Uint32Array(table.length);
    const rowAt = table.reader();
    for (let index = 0; index < own.length; index += 1) {
      if (index % STEP === 0) yield;
      const text = textOf(rowAt(index));
      const known = numbers.get(text) ?? numbers.size;
      if (known === numbers.size) numbers.set(text, known);
      own[index] = known;
    }
    byLog.set(table, own);
  }
  const sorted = yield* sortedInSteps([...numbers.keys()]);
  const places = new Uint32Array(sorted.length);
  for (const [place, text] of sorted.entries()) {
    if (place % STEP === 0) yield;
    places[numbers.get(text) ?? 0] = text.trim() === '' ? NO_MEASURE : place;
  }
  return (table, index) => places[byLog.get(table)?.[index] ?? -1] ?? NO_MEASURE;
}

/** Sorts texts by code units: sorts runs one by one and merges them. */
function* sortedInSteps(texts: readonly string[]): Generator<undefined, string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < texts.length; from += STEP) {
    runs.push(texts.slice(from, from + STEP).sort());
    yield;
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* mergedInSteps(runs[at] ?? [], runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedInSteps(one: readonly string[], other: readonly string[]): Generator<undefined, string[]> {
  const merged: string[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    if (merged.length % STEP === 0) yield;
    const [a, b] = [one[left], other[right]];
    const takesLeft = b === undefined || (a !== undefined && a <= b);
    merged.push((takesLeft ? a : b) ?? '');
    if (takesLeft) left += 1;
    else right += 1;
  }
  return merged;
}
