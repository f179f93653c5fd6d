import { partitionPoint } from '../../../app/base/partition-point.ts';

const FIRST_ROOM = 256;

/** Rising numbers in one piece of memory; most are added at the end. */
export class SortedIndexes {
  #held = new Uint32Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The number at a place; -1 beyond the ends. */
  at(place: number): number {
    return place < 0 || place >= this.#length ? -1 : (this.#held[place] ?? -1);
  }

  /** How many of them are smaller. */
  rank(value: number): number {
    const { length } = this;
    if (length === 0 || (this.#held[length - 1] ?? 0) < value) return length;
    return partitionPoint(length, (place) => (this.#held[place] ?? 0) < value);
  }

  has(value: number): boolean {
    return this.at(this.rank(value)) === value;
  }

  /** Adds a number, or takes it out; true if that changed something. */
  set(value: number, wanted: boolean): boolean {
    const place = this.rank(value);
    if ((this.at(place) === value) === wanted) return false;
    if (wanted) this.#makeRoom();
    if (wanted) this.#held.copyWithin(place + 1, place, this.#length);
    else this.#held.copyWithin(place, place + 1, this.#length);
    if (wanted) this.#held[place] = value;
    this.#length += wanted ? 1 : -1;
    return true;
  }

  clear(): void {
    this.#length = 0;
  }

  #makeRoom(): void {
    if (this.#length < this.#held.length) return;
    const held = new Uint32Array(2 * this.#length);
    held.set(this.#held);
    this.#held = held;
  }
}
