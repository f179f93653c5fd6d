import { partitionPoint } from '../../../app/base/partition-point.ts';

/** Rows of one log in the order of time: wall-clock milliseconds, and the row's index in its own log. */
type TimedRun = {
  readonly times: readonly number[];
  readonly indexes: readonly number[];
};

const FIRST_ROOM = 1024;

/**
 * Rows of several logs in one order: by time, then by the number of their log, then by their index. Rows are
 * merged in from the end, so that what comes last moves next to nothing; nothing is ever sorted.
 */
export class MergedOrder {
  #times = new Float64Array(FIRST_ROOM);
  #sources = new Uint16Array(FIRST_ROOM);
  #indexes = new Uint32Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The number of the log that a row belongs to; the position must be inside. */
  sourceAt(position: number): number {
    return this.#sources[position] ?? 0;
  }

  /** The row's index in its own log. */
  indexAt(position: number): number {
    return this.#indexes[position] ?? 0;
  }

  timeAt(position: number): number {
    return this.#times[position] ?? 0;
  }

  /** Merges rows of one log in; their times must not fall. */
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

  /** True if the row stands at its place in the order. */
  has(time: number, source: number, index: number): boolean {
    const position = this.positionFrom(time, source, index);
    return position < this.#length && this.#compare(position, time, source, index) === 0;
  }

  /** Takes these rows of one log out, which stand in the order; what stands before the first of them stays untouched. */
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

  /** Takes every row of one log out. */
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
