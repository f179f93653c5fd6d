export type NumberArray = Float64Array | Uint32Array | Uint16Array | Uint8Array;
export type ArrayType<Values extends NumberArray = NumberArray> = {
  new (length: number): Values;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): Values;
};

/** Rows per chunk; a power of two. */
const CHUNK = 2048;
/** Small, since a recording may have a thousand sessions with one row each, and a table has many columns. */
const FIRST_ROOM = 32;
const GROWTH = 8;
const MAX_32_BITS = 0xffff_ffff;
/** A chunk that keeps changing is packed at most this often. */
const MAX_PACKINGS = 3;
/** The only base that changes no number it is added to, -0 included. */
const AS_IT_IS = -0;

/** A full chunk: each value is `(base + values[at]) / scale`, or `base` if all are equal. */
type Packed = {
  readonly base: number;
  readonly scale: number;
  readonly values: NumberArray | undefined;
  readonly packings: number;
};

/** A saved column: for each full chunk its base, its scale and the byte width of its values, 0 for none. */
export type SavedColumn = {
  readonly length: number;
  readonly bases: Float64Array;
  readonly scales: Float64Array;
  readonly widths: Uint8Array;
  readonly values: number;
  readonly rest: Float64Array;
};

/** An append-only column of numbers: older chunks are packed into as few bytes as their values need. */
export class GrowingColumn<Values extends NumberArray> {
  readonly Numbers: ArrayType<Values>;
  readonly #packed: Packed[] = [];
  /** The full chunk before the last, kept unpacked because its rows still change, such as when an answer arrives. */
  #before: Values | undefined;
  #last: Values;
  readonly #one: Values;
  #length = 0;
  /** Packed chunks that were opened for a change and must be packed again. */
  #opened: number[] = [];

  constructor(Numbers: ArrayType<Values>) {
    this.Numbers = Numbers;
    this.#last = new Numbers(FIRST_ROOM);
    this.#one = new Numbers(1);
  }

  get length(): number {
    return this.#length;
  }

  get width(): number {
    return this.#one.BYTES_PER_ELEMENT;
  }

  push(value: number): void {
    const at = this.#length % CHUNK;
    if (at === 0 && this.#length > 0) this.#turn();
    else if (at === this.#last.length) this.#grow();
    this.#last[at] = value;
    this.#length += 1;
  }

  append(values: NumberArray): void {
    for (let from = 0; from < values.length; ) {
      const at = this.#length % CHUNK;
      if (at === 0 && this.#length > 0) this.#turn();
      else if (at === this.#last.length) this.#grow();
      const some = values.subarray(from, from + this.#last.length - at);
      this.#last.set(some, at);
      this.#length += some.length;
      from += some.length;
    }
  }

  /** The value at `index`, which must be below `length`. */
  at(index: number): number {
    const at = index % CHUNK;
    const place = (index - at) / CHUNK;
    const packed = this.#packed[place];
    if (packed === undefined) return this.#open(place)?.[at] ?? 0;
    if (packed.values === undefined) return packed.base;
    return (packed.base + (packed.values[at] ?? 0)) / packed.scale;
  }

  set(index: number, value: number): void {
    const at = index % CHUNK;
    const place = (index - at) / CHUNK;
    const packed = this.#packed[place];
    const values = packed === undefined ? this.#open(place) : this.#roomFor(place, packed, at, value);
    if (values !== undefined) values[at] = value;
  }

  slice(from: number, to: number): Values {
    const values = new this.Numbers(to - from);
    for (let at = from; at < to; ) {
      const place = Math.floor(at / CHUNK);
      const end = Math.min(to, (place + 1) * CHUNK);
      const open = this.#packed[place] === undefined ? this.#open(place) : undefined;
      if (open !== undefined) values.set(open.subarray(at % CHUNK, end - place * CHUNK), at - from);
      else for (let one = at; one < end; one += 1) values[one - from] = this.at(one);
      at = end;
    }
    return values;
  }

  pick(indexes: Uint32Array): Values {
    const picked = new this.Numbers(indexes.length);
    for (let place = 0; place < indexes.length; place += 1) picked[place] = this.at(indexes[place] ?? 0);
    return picked;
  }

  save(sections: SectionWriter): SavedColumn {
    const packed = this.#packed;
    const from = packed.length * CHUNK;
    return {
      length: this.#length,
      bases: Float64Array.from(packed, ({ base }) => base),
      scales: Float64Array.from(packed, ({ scale }) => scale),
      widths: Uint8Array.from(packed, ({ values }) => values?.BYTES_PER_ELEMENT ?? 0),
      values: sections.add(packed.flatMap(({ values }) => (values === undefined ? [] : [bytesOf(values)]))),
      rest: Float64Array.from({ length: this.#length - from }, (_, at) => this.at(from + at)),
    };
  }

  /** Restores a saved column; this one must be empty. Throws for invalid input. */
  restore(saved: SavedColumn, sections: SectionReader): void {
    const { buffer, byteOffset, byteLength } = sections.at(saved.values);
    let at = 0;
    for (const [place, width] of saved.widths.entries()) {
      const [base = 0, scale = 1] = [saved.bases[place], saved.scales[place]];
      const values = width === 0 ? undefined : valuesAt(buffer, byteOffset + at, width);
      this.#packed.push({ base, scale, values, packings: 0 });
      at += width * CHUNK;
    }
    const from = saved.widths.length * CHUNK;
    if (at !== byteLength || from + saved.rest.length !== saved.length) throw new Error('not a saved column');
    for (let start = 0; start < saved.rest.length; start += CHUNK) {
      this.#before = start === 0 ? undefined : this.#last;
      this.#last = new this.Numbers(CHUNK);
      this.#last.set(saved.rest.subarray(start, start + CHUNK));
    }
    this.#length = saved.length;
  }

  #open(place: number): Values | undefined {
    return place === this.#packed.length && this.#before !== undefined ? this.#before : this.#last;
  }

  #grow(): void {
    const grown = new this.Numbers(Math.min(CHUNK, this.#last.length * GROWTH));
    grown.set(this.#last);
    this.#last = grown;
  }

  /** Starts a new chunk and packs the one before the full one. */
  #turn(): void {
    const before = this.#before;
    this.#before = this.#last;
    if (before === undefined) {
      this.#last = new this.Numbers(CHUNK);
      return;
    }
    this.#packed.push(packed(before, 1));
    this.#last = before;
    for (const place of this.#opened) {
      const chunk = this.#packed[place];
      if (chunk?.values !== undefined) this.#packed[place] = packed(chunk.values, chunk.packings + 1);
    }
    this.#opened = [];
  }

  /** The array to write the value to; undefined if the chunk now holds it. Opens a chunk that cannot represent it. */
  #roomFor(place: number, chunk: Packed, at: number, given: number): Values | NumberArray | undefined {
    const { base, scale, values, packings } = chunk;
    this.#one[0] = given;
    // The value as this array type stores it: a byte cannot hold 256.
    const value = this.#one[0] ?? 0;
    if (values !== undefined) {
      if (scale === 1 && base === 0 && values instanceof this.Numbers) return values;
      const before = values[at] ?? 0;
      values[at] = Math.round(value * scale) - base;
      if (Object.is((base + (values[at] ?? 0)) / scale, value)) return undefined;
      values[at] = before;
    } else if (Object.is(base, value)) return undefined;
    const opened = new this.Numbers(CHUNK);
    for (let one = 0; one < CHUNK; one += 1) opened[one] = this.at(place * CHUNK + one);
    this.#packed[place] = { base: AS_IT_IS, scale: 1, values: opened, packings };
    if (packings < MAX_PACKINGS) this.#opened.push(place);
    return opened;
  }
}

/** Copies the values into as few bytes as reproduce them exactly. */
function packed(values: NumberArray, packings: number): Packed {
  const first = values[0] ?? 0;
  let same = 1;
  // A plain loop: a callback per number costs more than the comparison.
  while (same < values.length && Object.is(values[same], first)) same += 1;
  if (same === values.length) return { base: first, scale: 1, values: undefined, packings };
  for (const scale of values instanceof Float64Array ? SCALES : WHOLE) {
    const scaled = scaledValues(values, scale);
    if (scaled !== undefined) return { ...scaled, scale, packings };
  }
  return { base: AS_IT_IS, scale: 1, values: values.slice(), packings };
}

function valuesAt(buffer: ArrayBuffer, at: number, width: number): NumberArray {
  switch (width) {
    case 1:
      return new Uint8Array(buffer, at, CHUNK);
    case 2:
      return new Uint16Array(buffer, at, CHUNK);
    case 4:
      return new Uint32Array(buffer, at, CHUNK);
    default:
      return new Float64Array(buffer, at, CHUNK);
  }
}

const WHOLE = [1];
/** Times are in milliseconds with three decimals. */
const SCALES = [1, 1000];

function scaledValues(values: NumberArray, scale: number): { base: number; values: NumberArray } | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  // A plain loop: an iterator allocates an object per number.
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    const whole = Math.round(value * scale);
    if (!Number.isSafeInteger(whole) || !Object.is((0 + whole) / scale, value)) return undefined;
    if (whole < least) least = whole;
    if (whole > most) most = whole;
  }
  if (most - least > MAX_32_BITS) return undefined;
  const narrow = narrowest(most - least, values.length);
  for (let at = 0; at < values.length; at += 1) narrow[at] = Math.round((values[at] ?? 0) * scale) - least;
  return { base: least, values: narrow };
}

function narrowest(range: number, length: number): Uint8Array | Uint16Array | Uint32Array {
  if (range <= 0xff) return new Uint8Array(length);
  return range <= 0xffff ? new Uint16Array(length) : new Uint32Array(length);
}

/** Stores each distinct string once, under a number. */
export class StringPool {
  readonly #numbers = new Map<string, number>();
  readonly #strings: string[] = [];

  get length(): number {
    return this.#strings.length;
  }

  since(number: number): readonly string[] {
    return this.#strings.slice(number);
  }

  /** Appends the strings that another pool, mirrored by this one, has gained. */
  append(strings: readonly string[]): void {
    for (const text of strings) this.#strings.push(text);
  }

  number(text: string): number {
    // Appended strings are indexed lazily: most mirrored pools are never searched.
    for (let next = this.#numbers.size; next < this.#strings.length; next += 1)
      this.#numbers.set(this.#strings[next] ?? '', next);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#strings.length;
    this.#strings.push(text);
    this.#numbers.set(text, number);
    return number;
  }

  text(number: number): string {
    return this.#strings[number] ?? '';
  }
}

/** Stores byte sections next to the data that refers to them by number. */
export type SectionWriter = { add(pieces: readonly Uint8Array[]): number };

/** Reads sections, each aligned to eight bytes and writable by its reader. Throws if there is no such section. */
export type SectionReader = { at(section: number): Uint8Array<ArrayBuffer> };

/** The bytes that back a column. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
