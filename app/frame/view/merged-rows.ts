import { getOrCreate } from '../../base/grouped-by.ts';
import { partitionPoint } from '../../base/partition-point.ts';
import { GrowingColumn } from '../growing-column.ts';
import type { RowList } from './row-list.ts';
import type { ListedLog, RowPlace, RowSource, SourceRow } from './row-source.ts';

type Slot = {
  readonly log: ListedLog;
  readonly base: number;
  readonly number: number;
  readonly list: RowList;
  readonly generation: number;
  edits: number;
  /** The time that places each row: its own, or the previous row's if that is later. */
  readonly clock: GrowingColumn<Float64Array<ArrayBuffer>>;
  /** Listed rows merged so far, and the highest code ever merged. */
  taken: number;
  last: number;
};

/** Rows merged at once: some milliseconds of work. */
const STEP = 20_000;

/** The listed rows of all participating sessions by wall-clock time, updated as their logs grow. */
export class MergedRows implements RowSource {
  readonly #order = new MergedOrder();
  readonly #slots = new Map<string, Slot>();
  readonly #numbered: Slot[] = [];
  readonly #numbers = new Map<string, number>();
  #generation = 0;

  /** Brings the order closer to these logs; true once it is current. Only changes are merged again. */
  sync(logs: readonly ListedLog[]): boolean {
    const wanted = new Set(logs.map(({ session }) => session));
    for (const name of [...this.#slots.keys()]) if (!wanted.has(name)) this.#take(name);
    let left = STEP;
    for (const log of logs) left -= this.#grow(this.#slot(log), left);
    return left > 0;
  }

  get length(): number {
    return this.#order.length;
  }

  get generation(): number {
    return this.#generation;
  }

  get logs(): readonly ListedLog[] {
    return [...this.#slots.values()].map(({ log }) => log);
  }

  log(session: string): ListedLog | undefined {
    return this.#slots.get(session)?.log;
  }

  at(position: number): SourceRow | undefined {
    if (position < 0 || position >= this.#order.length) return undefined;
    const slot = this.#numbered[this.#order.sourceAt(position)];
    return slot && { log: slot.log, ...slot.list.rowAt(this.#order.indexAt(position)) };
  }

  timeAt(position: number): number {
    return this.#order.timeAt(position);
  }

  positionFrom(session: string, index: number): number {
    const slot = this.#slots.get(session);
    if (slot === undefined || index < 0 || index >= slot.log.table.length) return this.#order.length;
    const code = slot.list.codeOf(index);
    return this.#order.positionFrom(timeOf(slot, slot.list.placedBy(code)), slot.number, code);
  }

  compare(one: RowPlace, other: RowPlace): number {
    const [a, b] = [this.#slots.get(one.session), this.#slots.get(other.session)];
    if (a === undefined || b === undefined) return 0;
    return timeOf(a, one.index) - timeOf(b, other.index) || a.number - b.number || one.index - other.index;
  }

  positionOf(session: string, index: number): number {
    const slot = this.#slots.get(session);
    if (slot === undefined || index < 0 || slot.log.visible.positionOf(index) < 0) return -1;
    const position = this.positionFrom(session, index);
    const isThere =
      this.#numbered[this.#order.sourceAt(position)] === slot &&
      this.#order.indexAt(position) === slot.list.codeOf(index);
    return position < this.#order.length && isThere ? position : -1;
  }

  numberOf(session: string, index: number): number {
    const own = this.#slots.get(session);
    if (own === undefined || index < 0 || index >= own.log.table.length) return 0;
    const time = timeOf(own, index);
    return this.#sum((slot) => {
      const { clock, log } = slot;
      if (slot === own) return log.visible.startedBy(index);
      const isBefore = (place: number) =>
        clock.at(place) < time || (clock.at(place) === time && slot.number < own.number);
      return log.visible.startedBy(partitionPoint(clock.length, isBefore) - 1);
    });
  }

  isListed(session: string, index: number): boolean {
    return index >= 0 && this.#slots.get(session)?.list.isListed(index) === true;
  }

  positionFromTime(time: number): number {
    return this.#order.positionFrom(time, 0, 0);
  }

  startedBy(session: string, index: number): number {
    return this.positionFrom(session, index + 1);
  }

  #slot(log: ListedLog): Slot {
    const { session, list, base } = log;
    const { generation, edits } = list;
    const known = this.#slots.get(session);
    const same = known?.log.table === log.table && known.base === base && known.list === list;
    if (same && known.generation === generation) {
      const codes = edits.since(known.edits);
      if (codes !== undefined) {
        this.#edit(known, codes);
        return known;
      }
    }
    if (known !== undefined) this.#order.remove(known.number);
    // Filtering a row again is no reason to scroll: the filter is the same.
    if (!same || known.generation !== generation) this.#generation += 1;
    const isTimed = known?.log.table === log.table && known.base === base;
    const slot = {
      log,
      base,
      number: getOrCreate(this.#numbers, session, () => this.#numbers.size),
      list,
      generation,
      edits: edits.count,
      clock: isTimed ? known.clock : new GrowingColumn(Float64Array),
      taken: 0,
      last: -1,
    };
    this.#slots.set(session, slot);
    this.#numbered[slot.number] = slot;
    return slot;
  }

  #take(session: string): void {
    const slot = this.#slots.get(session);
    if (slot === undefined) return;
    this.#slots.delete(session);
    this.#order.remove(slot.number);
    this.#generation += 1;
  }

  #edit(slot: Slot, codes: readonly number[]): void {
    const { list, number } = slot;
    const timeOfCode = (code: number) => timeOf(slot, list.placedBy(code));
    const taken = [...new Set(codes)].filter((code) => code <= slot.last).sort((one, other) => one - other);
    const changed = taken.filter(
      (code) => this.#order.has(timeOfCode(code), number, code) !== list.has(code),
    );
    const run = (indexes: number[]) => ({ times: indexes.map(timeOfCode), indexes });
    const [come, gone] = [true, false].map((listed) => changed.filter((code) => list.has(code) === listed));
    if (gone !== undefined && gone.length > 0) this.#order.removeSome(number, run(gone));
    if (come !== undefined && come.length > 0) this.#order.insert(number, run(come));
    slot.taken += (come?.length ?? 0) - (gone?.length ?? 0);
    slot.edits = list.edits.count;
  }

  /** Merges at most `limit` new rows of the log; returns how many. */
  #grow(slot: Slot, limit: number): number {
    const { list } = slot;
    const { table } = slot.log;
    const end = Math.min(list.length, slot.taken + limit);
    const times: number[] = [];
    const indexes: number[] = [];
    for (; slot.taken < end; slot.taken += 1) {
      const code = list.codeAt(slot.taken);
      times.push(timeOf(slot, list.placedBy(code)));
      indexes.push(code);
    }
    if (end === list.length && table.length > 0) timeOf(slot, table.length - 1);
    slot.last = Math.max(slot.last, indexes.at(-1) ?? -1);
    this.#order.insert(slot.number, { times, indexes });
    return times.length;
  }

  #sum(of: (slot: Slot) => number): number {
    let sum = 0;
    for (const slot of this.#slots.values()) sum += of(slot);
    return sum;
  }
}

/** The time that places a row; extends its log's clock up to it. */
function timeOf({ clock, base, log: { table } }: Slot, index: number): number {
  while (clock.length <= index) {
    const before = clock.length === 0 ? Number.NEGATIVE_INFINITY : clock.at(clock.length - 1);
    clock.push(Math.max(before, base + table.columns.at.at(clock.length)));
  }
  return clock.at(index);
}

/** Rows of one log in time order: wall-clock milliseconds, and the row's index in its log. */
type TimedRun = {
  readonly times: readonly number[];
  readonly indexes: readonly number[];
};

const FIRST_ROOM = 1024;

/** Rows of several logs by time, log and index, merged from the end: nothing is ever sorted. */
export class MergedOrder {
  #times = new Float64Array(FIRST_ROOM);
  #sources = new Uint16Array(FIRST_ROOM);
  #indexes = new Uint32Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The number of the log that a row belongs to; the position must be in range. */
  sourceAt(position: number): number {
    return this.#sources[position] ?? 0;
  }

  indexAt(position: number): number {
    return this.#indexes[position] ?? 0;
  }

  timeAt(position: number): number {
    return this.#times[position] ?? 0;
  }

  /** Merges rows of one log; their times must not decrease. */
  insert(source: number, { times, indexes }: TimedRun): void {
    this.#makeRoom(this.#length + times.length);
    let old = this.#length - 1;
    let place = this.#length + times.length - 1;
    for (let fresh = times.length - 1; fresh >= 0; place -= 1) {
      const time = times[fresh] ?? 0;
      const index = indexes[fresh] ?? 0;
      if (old >= 0 && this.#compare(old, time, source, index) > 0) {
        this.#move(old, place);
        old -= 1;
      } else {
        this.#times[place] = time;
        this.#sources[place] = source;
        this.#indexes[place] = index;
        fresh -= 1;
      }
    }
    this.#length += times.length;
  }

  has(time: number, source: number, index: number): boolean {
    const position = this.positionFrom(time, source, index);
    return position < this.#length && this.#compare(position, time, source, index) === 0;
  }

  /** Removes these rows of one log, which must be in the order; rows before the first one stay in place. */
  removeSome(source: number, { times, indexes }: TimedRun): void {
    const gone = indexes.map((index, at) => this.positionFrom(times[at] ?? 0, source, index));
    let place = gone[0] ?? this.#length;
    let next = 0;
    for (let position = place; position < this.#length; position += 1) {
      if (position === gone[next]) {
        next += 1;
        continue;
      }
      this.#move(position, place);
      place += 1;
    }
    this.#length = place;
  }

  remove(source: number): void {
    let place = 0;
    for (let position = 0; position < this.#length; position += 1) {
      if (this.#sources[position] === source) continue;
      if (place !== position) this.#move(position, place);
      place += 1;
    }
    this.#length = place;
  }

  /** The first position at or after this place in the order. */
  positionFrom(time: number, source: number, index: number): number {
    return partitionPoint(this.#length, (place) => this.#compare(place, time, source, index) < 0);
  }

  #compare(position: number, time: number, source: number, index: number): number {
    return (
      (this.#times[position] ?? 0) - time ||
      (this.#sources[position] ?? 0) - source ||
      (this.#indexes[position] ?? 0) - index
    );
  }

  #move(from: number, to: number): void {
    this.#times[to] = this.#times[from] ?? 0;
    this.#sources[to] = this.#sources[from] ?? 0;
    this.#indexes[to] = this.#indexes[from] ?? 0;
  }

  #makeRoom(wanted: number): void {
    let room = this.#times.length;
    if (wanted <= room) return;
    while (room < wanted) room *= 2;
    const [times, sources, indexes] = [this.#times, this.#sources, this.#indexes];
    this.#times = new Float64Array(room);
    this.#sources = new Uint16Array(room);
    this.#indexes = new Uint32Array(room);
    this.#times.set(times);
    this.#sources.set(sources);
    this.#indexes.set(indexes);
  }
}
