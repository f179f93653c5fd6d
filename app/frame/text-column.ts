import { utf8Length } from '../wire/line-text.ts';

/** A text for each row, by its index. */
export type TextColumn = {
  push(text: string): void;
  /** Adds the texts of a pack from the one numbered `from` on. */
  append(pack: TextPack, from: number): void;
  /** The text at `index`; empty beyond the end. */
  at(index: number): string;
  /** Gives texts as `at` does, for a loop over many of them in order; until the column changes. */
  reader(): (index: number) => string;
  set(index: number, text: string): void;
  /** Adds the text at `index` to a pack. */
  write(index: number, into: TextPacker): void;
};

/** Texts one behind another as UTF-8; `ends` says for each where it ends in `bytes`. */
export type TextPack = { readonly bytes: Uint8Array; readonly ends: Uint32Array };

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** No UTF-16 unit takes more bytes in UTF-8. */
export const MAX_BYTES_A_UNIT = 3;

/** The longest text that is written faster by itself than by the encoder. */
const MAX_SHORT = 64;

/** Writes a text as UTF-8 to where there is room for it, and gives how many bytes it took. */
export function writeUtf8(text: string, into: Uint8Array, from: number): number {
  if (text.length > MAX_SHORT) return encoder.encodeInto(text, into.subarray(from)).written;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return encoder.encodeInto(text, into.subarray(from)).written;
    into[from + at] = unit;
  }
  return text.length;
}

export function utf8Text(bytes: Uint8Array): string {
  return bytes.length === 0 ? '' : decoder.decode(bytes);
}

/** Every text of a pack. */
export function* textsOf({ bytes, ends }: TextPack): Iterable<string> {
  let start = 0;
  for (const end of ends) {
    yield utf8Text(bytes.subarray(start, end));
    start = end;
  }
}

/** The pack of these texts: one encoding of all costs a fraction of one for each. */
export function packOf(texts: readonly string[]): TextPack {
  const joined = texts.join('');
  const bytes = encoder.encode(joined);
  const ends = new Uint32Array(texts.length);
  // A character of one byte has one unit, and no other has as few bytes as units.
  const isAscii = bytes.length === joined.length;
  let end = 0;
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] ?? '';
    end += isAscii ? text.length : utf8Length(text);
    ends[at] = end;
  }
  return { bytes, ends };
}

/** Gathers texts as UTF-8, from strings or from the bytes of other columns. */
export class TextPacker {
  #bytes = new Uint8Array(1024);
  #used = 0;
  readonly #ends: number[] = [];

  push(text: string): void {
    this.#makeRoom(text.length * MAX_BYTES_A_UNIT);
    this.#used += writeUtf8(text, this.#bytes, this.#used);
    this.#ends.push(this.#used);
  }

  /** Adds one text that is UTF-8 already. */
  pushBytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#used);
    this.#used += bytes.length;
    this.#ends.push(this.#used);
  }

  /** What was gathered; the bytes are not copied. */
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
