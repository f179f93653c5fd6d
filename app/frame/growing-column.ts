type NumberArray = Float64Array | Uint32Array | Uint8Array;

/** An append-only column of numbers that doubles its room when it is full. */
export class GrowingColumn<Values extends NumberArray> {
  #values: Values;
  readonly #make: (room: number) => Values;
  #length = 0;

  constructor(make: (room: number) => Values) {
    this.#make = make;
    this.#values = make(1024);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = this.#make(this.#values.length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** The value at `index`, which must be below `length`. */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }
}

/** Keeps each distinct string once and gives it a number. */
export class StringPool {
  readonly #numbers = new Map<string, number>();
  readonly #strings: string[] = [];

  number(text: string): number {
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
