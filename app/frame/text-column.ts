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

/** Writes as much of a text as there is room for. */
export const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** No UTF-16 unit takes more bytes in UTF-8. */
export const MAX_BYTES_A_UNIT = 3;

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

/** Gathers texts as UTF-8, from strings or from the bytes of other columns. */
export class TextPacker {
  #bytes = new Uint8Array(1024);
  #used = 0;
  readonly #ends: number[] = [];

  push(text: string): void {
    if (text !== '') {
      this.#makeRoom(text.length * MAX_BYTES_A_UNIT);
      this.#used += encoder.encodeInto(text, this.#bytes.subarray(this.#used)).written;
    }
    this.#ends.push(this.#used);
  }

  /** Adds one text that is UTF-8 already. */
  pushBytes(bytes: Uint8Array): void {
    if (bytes.length > 0) {
      this.#makeRoom(bytes.length);
      this.#bytes.set(bytes, this.#used);
      this.#used += bytes.length;
    }
    this.#ends.push(this.#used);
  }

  /** What was gathered; the bytes are not copied. */
  get packed(): TextPack {
    return { bytes: this.#bytes.subarray(0, this.#used), ends: Uint32Array.from(this.#ends) };
  }

  #makeRoom(bytes: number): void {
    if (this.#used + bytes <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#used + bytes));
    grown.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = grown;
  }
}
