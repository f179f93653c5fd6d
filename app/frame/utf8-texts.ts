import { partitionPoint } from '../base/partition-point.ts';
import { utf8Length } from '../wire/line-text.ts';
import { GrowingColumn, type SavedColumn, type SectionReader, type SectionWriter } from './growing-column.ts';

const FIRST_BYTES = 256;
const SLAB_BYTES = 128 * 1024;

export type SavedTexts = {
  readonly slabs: number;
  readonly lengths: readonly number[];
  readonly firsts: readonly number[];
  readonly starts: SavedColumn;
  readonly changed: readonly (readonly [number, string])[];
};

/** The texts of a log's rows as UTF-8: a string is created only for a row that is read. */
export class Utf8Texts implements TextColumn {
  #slabs: Uint8Array[] = [];
  readonly #firsts: number[] = [];
  #used = 0;
  readonly #starts = new GrowingColumn(Uint32Array);
  readonly #changed = new Map<number, string>();

  push(text: string): void {
    const slab = this.#slabFor(text.length * MAX_BYTES_A_UNIT);
    this.#starts.push(this.#used);
    this.#used += writeUtf8(text, slab, this.#used);
  }

  append({ bytes, ends }: TextPack, from = 0): void {
    let start = from === 0 ? 0 : (ends[from - 1] ?? 0);
    for (let at = from; at < ends.length; ) {
      const slab = this.#slabFor((ends[at] ?? start) - start);
      const [begin, room] = [start, slab.length - this.#used];
      for (; at < ends.length && (ends[at] ?? 0) - begin <= room; at += 1) {
        this.#starts.push(this.#used + start - begin);
        start = ends[at] ?? start;
      }
      slab.set(bytes.subarray(begin, start), this.#used);
      this.#used += start - begin;
    }
  }

  at(index: number): string {
    const changed = this.#changed.size === 0 ? undefined : this.#changed.get(index);
    return changed ?? utf8Text(this.#bytesAt(index));
  }

  /** Decodes a whole slab and slices it: a string per few bytes costs ten times as much. */
  reader(): (index: number) => string {
    let [place, first, next] = [-1, 0, 0];
    let slab: SlabText | undefined;
    return (index) => {
      const changed = this.#changed.size === 0 ? undefined : this.#changed.get(index);
      if (changed !== undefined) return changed;
      if (index >= this.#starts.length) return '';
      if (slab === undefined || index < first || index >= next) {
        place = this.#placeOf(index);
        first = this.#firsts[place] ?? 0;
        next = this.#firsts[place + 1] ?? this.#starts.length;
        slab = new SlabText(this.#usedOf(place));
      }
      return slab.part(this.#starts.at(index), index + 1 < next ? this.#starts.at(index + 1) : undefined);
    };
  }

  set(index: number, text: string): void {
    if (this.at(index) !== text) this.#changed.set(index, text);
  }

  write(index: number, into: TextPacker): void {
    const changed = this.#changed.get(index);
    if (changed === undefined) into.pushBytes(this.#bytesAt(index));
    else into.push(changed);
  }

  save(sections: SectionWriter): SavedTexts {
    const last = this.#slabs.length - 1;
    const slabs = this.#slabs.map((slab, at) => (at === last ? slab.slice(0, this.#used) : slab));
    return {
      slabs: sections.add(slabs),
      lengths: slabs.map(({ length }) => length),
      firsts: [...this.#firsts],
      starts: this.#starts.save(sections),
      changed: [...this.#changed],
    };
  }

  /** Restores a saved column; this one must be empty. Throws for invalid input. */
  restore(saved: SavedTexts, sections: SectionReader): void {
    const bytes = sections.at(saved.slabs);
    let at = 0;
    for (const length of saved.lengths) {
      this.#slabs.push(bytes.subarray(at, at + length));
      this.#used = length;
      at += length;
    }
    if (at !== bytes.length) throw new Error('not saved texts');
    this.#firsts.push(...saved.firsts);
    this.#starts.restore(saved.starts, sections);
    for (const [index, text] of saved.changed) this.#changed.set(index, text);
  }

  #bytesAt(index: number): Uint8Array {
    if (index >= this.#starts.length) return NOTHING;
    const place = this.#placeOf(index);
    const next = index + 1;
    const isLast = next === this.#starts.length || next === this.#firsts[place + 1];
    return this.#usedOf(place).subarray(this.#starts.at(index), isLast ? undefined : this.#starts.at(next));
  }

  #placeOf(index: number): number {
    return partitionPoint(this.#firsts.length, (slab) => (this.#firsts[slab] ?? 0) <= index) - 1;
  }

  #usedOf(place: number): Uint8Array {
    const slab = this.#slabs[place] ?? NOTHING;
    return place === this.#slabs.length - 1 ? slab.subarray(0, this.#used) : slab;
  }

  /** A slab with room for this many more bytes; a full one is trimmed. */
  #slabFor(bytes: number): Uint8Array {
    const last = this.#slabs.length - 1;
    const slab = this.#slabs[last];
    if (slab !== undefined && this.#used + bytes <= slab.length) return slab;
    const wanted = this.#used + bytes;
    if (slab !== undefined && wanted <= SLAB_BYTES) {
      const grown = new Uint8Array(Math.min(SLAB_BYTES, Math.max(wanted, slab.length * 2)));
      grown.set(slab.subarray(0, this.#used));
      this.#slabs[last] = grown;
      return grown;
    }
    if (slab !== undefined) this.#slabs[last] = slab.slice(0, this.#used);
    const fresh = new Uint8Array(Math.max(slab === undefined ? FIRST_BYTES : SLAB_BYTES, bytes));
    this.#slabs.push(fresh);
    this.#firsts.push(this.#starts.length);
    this.#used = 0;
    return fresh;
  }
}

const NOTHING = new Uint8Array(0);

/** The text of a slab, sliced at byte offsets. */
class SlabText {
  readonly #bytes: Uint8Array;
  readonly #text: string;
  /** A byte offset, and the same place in the text. */
  #byte = 0;
  #unit = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#text = utf8Text(bytes);
  }

  /** The text from one byte offset up to another, exclusive; fast if it starts where the last one ended. */
  part(from: number, to = this.#bytes.length): string {
    // Every character is one byte.
    if (this.#text.length === this.#bytes.length) return this.#text.slice(from, to);
    const start = this.#unitAt(from);
    return this.#text.slice(start, this.#unitAt(to));
  }

  #unitAt(byte: number): number {
    if (byte < this.#byte) {
      this.#byte = 0;
      this.#unit = 0;
    }
    for (; this.#byte < byte; this.#byte += 1) {
      const value = this.#bytes[this.#byte] ?? 0;
      // Counts a character at its first byte; four bytes make two UTF-16 units.
      if ((value & 0xc0) !== 0x80) this.#unit += value >= 0xf0 ? 2 : 1;
    }
    return this.#unit;
  }
}

export type TextColumn = {
  push(text: string): void;
  /** Appends the texts of a pack from index `from` on. */
  append(pack: TextPack, from: number): void;
  /** The text at `index`; empty beyond the end. */
  at(index: number): string;
  /** Reads texts like `at`, for loops over many in order; valid until the column changes. */
  reader(): (index: number) => string;
  set(index: number, text: string): void;
  write(index: number, into: TextPacker): void;
};

/** Consecutive UTF-8 texts; `ends` has the end of each in `bytes`. */
export type TextPack = { readonly bytes: Uint8Array; readonly ends: Uint32Array };

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A UTF-16 unit never takes more bytes in UTF-8. */
export const MAX_BYTES_A_UNIT = 3;

/** Up to this length, writing a text directly is faster than the encoder. */
const MAX_SHORT = 64;

function writeUtf8(text: string, into: Uint8Array, from: number): number {
  if (text.length > MAX_SHORT) return encoder.encodeInto(text, into.subarray(from)).written;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return encoder.encodeInto(text, into.subarray(from)).written;
    into[from + at] = unit;
  }
  return text.length;
}

function utf8Text(bytes: Uint8Array): string {
  return bytes.length === 0 ? '' : decoder.decode(bytes);
}

export function* textsOf({ bytes, ends }: TextPack): Iterable<string> {
  let start = 0;
  for (const end of ends) {
    yield utf8Text(bytes.subarray(start, end));
    start = end;
  }
}

/** Packs texts: encoding them at once costs a fraction of encoding each. */
export function packOf(texts: readonly string[]): TextPack {
  const joined = texts.join('');
  const bytes = encoder.encode(joined);
  const ends = new Uint32Array(texts.length);
  // Only one-byte characters have as many bytes as UTF-16 units.
  const isAscii = bytes.length === joined.length;
  let end = 0;
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] ?? '';
    end += isAscii ? text.length : utf8Length(text);
    ends[at] = end;
  }
  return { bytes, ends };
}

/** Collects texts as UTF-8, from strings or from other columns' bytes. */
export class TextPacker {
  #bytes = new Uint8Array(1024);
  #used = 0;
  readonly #ends: number[] = [];

  push(text: string): void {
    this.#makeRoom(text.length * MAX_BYTES_A_UNIT);
    this.#used += writeUtf8(text, this.#bytes, this.#used);
    this.#ends.push(this.#used);
  }

  pushBytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#used);
    this.#used += bytes.length;
    this.#ends.push(this.#used);
  }

  /** The collected texts; the bytes are not copied. */
  get packed(): TextPack {
    return { bytes: this.#bytes.subarray(0, this.#used), ends: new Uint32Array(this.#ends) };
  }

  #makeRoom(bytes: number): void {
    if (this.#used + bytes <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#used + bytes));
    grown.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = grown;
  }
}
