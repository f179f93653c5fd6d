import type { RowSort } from './log-view.ts';
import type { RowPlace, RowSource, SourceLog, SourceRow } from './row-source.ts';
import type { SessionLog } from './session-log.ts';

/** Above so many rows a log that grows is not sorted again by itself: that would be felt. */
export const SORTED_ANEW = 20_000;

/**
 * Rows in another order than that of time. It holds for the rows that there were when it was made; later ones stand
 * at the end, in the order in which they come.
 */
export class SortedRows<Log extends SourceLog = SessionLog> implements RowSource<Log> {
  readonly merged: boolean;
  readonly #source: RowSource<Log>;
  readonly #order: Uint32Array;
  /** The sorted place of each position of the source. */
  readonly #places: Uint32Array;

  constructor(source: RowSource<Log>, sort: RowSort) {
    this.#source = source;
    this.merged = source.merged;
    const measures = measuresOf(source, sort.by);
    this.#order = orderOf(measures, sort.falls);
    this.#places = new Uint32Array(this.#order.length);
    this.#order.forEach((position, place) => {
      this.#places[position] = place;
    });
  }

  /** How many rows were sorted. */
  get sorted(): number {
    return this.#order.length;
  }

  get view() {
    return this.#source.view;
  }

  get sessions() {
    return this.#source.sessions;
  }

  get length() {
    return this.#source.length;
  }

  get passing() {
    return this.#source.passing;
  }

  get total() {
    return this.#source.total;
  }

  get hidden() {
    return this.#source.hidden;
  }

  get dropped() {
    return this.#source.dropped;
  }

  get counts() {
    return this.#source.counts;
  }

  get upToDate() {
    return this.#source.upToDate;
  }

  get generation() {
    return this.#source.generation;
  }

  session(name: string) {
    return this.#source.session(name);
  }

  at(position: number): SourceRow<Log> | undefined {
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

  #placeOf(position: number): number {
    return this.#places[position] ?? position;
  }
}

/**
 * The positions by their measures; what has none stands last, whichever way the others are sorted. Numbers sort by
 * themselves ten times as fast as by a function: each measure, in hundredths, makes one with its position.
 */
function orderOf(measures: Float64Array, falls: boolean): Uint32Array {
  const positions = 2 ** Math.ceil(Math.log2(measures.length + 1));
  const most = 2 ** 53 / positions - 2;
  const keys = measures.map((measure, position) => {
    if (measure < 0) return (most + 1) * positions + position;
    const key = Math.min(Math.round(100 * measure), most);
    return (falls ? most - key : key) * positions + position;
  });
  return Uint32Array.from(keys.sort(), (key) => key % positions);
}

/** The measure by which each position is sorted; rows of an opened group stay with the row that they belong to. */
function measuresOf<Log extends SourceLog>(source: RowSource<Log>, by: RowSort['by']): Float64Array {
  const measures = new Float64Array(source.length);
  for (let position = 0; position < measures.length; position += 1) {
    const place = source.at(position);
    const table = place?.session.log.mirror.table;
    if (place === undefined || table === undefined) continue;
    const own =
      by === 'duration' ? table.columns.durationMs.at(place.index) : table.columns.sizeBytes.at(place.index);
    measures[position] = place.inside ? (measures[position - 1] ?? -1) : own;
  }
  return measures;
}
