import { GrowingColumn } from '../../app/frame/growing-column.ts';

/** Positions in an index, `from` included and `to` not. */
export type IndexRange = { readonly from: number; readonly to: number };

const floats = () => new GrowingColumn((room) => new Float64Array(room));

/** Where each record of a session lies in its file, by seq: three numbers for a record. */
export class RecordIndex {
  readonly #seq = floats();
  readonly #offset = floats();
  readonly #length = floats();

  get length(): number {
    return this.#seq.length;
  }

  /** Adds the place of a record, in bytes, its line feed not counted. `seq` must be above the last one. */
  push(seq: number, offset: number, length: number): void {
    this.#seq.push(seq);
    this.#offset.push(offset);
    this.#length.push(length);
  }

  offsetAt(position: number): number {
    return this.#offset.at(position);
  }

  lengthAt(position: number): number {
    return this.#length.at(position);
  }

  /** The records with `first` ≤ seq ≤ `last`: at most `limit`, and at most `maxBytes` unless one alone is more. */
  range(first: number, last: number, limit: number, maxBytes: number): IndexRange {
    const from = this.#firstFrom(first);
    let to = from;
    let bytes = 0;
    while (to < this.length && to - from < limit && this.#seq.at(to) <= last) {
      bytes += this.#length.at(to);
      if (bytes > maxBytes && to > from) break;
      to += 1;
    }
    return { from, to };
  }

  #firstFrom(seq: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#seq.at(middle) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
