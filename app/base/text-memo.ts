const SLOTS = 128;
const LONGEST = 1000;

/** Caches results for texts that servers repeat, in a small number of slots; long texts are not cached. */
export class TextMemo<Made> {
  readonly #make: (text: string) => Made;
  readonly #texts: (string | undefined)[] = new Array(SLOTS).fill(undefined);
  readonly #made: (Made | undefined)[] = new Array(SLOTS).fill(undefined);

  /** `make` must depend on the text alone and never return `undefined`. */
  constructor(make: (text: string) => Made) {
    this.#make = make;
  }

  of(text: string): Made {
    if (text.length > LONGEST) return this.#make(text);
    const slot = slotOf(text);
    const known = this.#made[slot];
    if (known !== undefined && this.#texts[slot] === text) return known;
    const made = this.#make(text);
    this.#texts[slot] = text;
    this.#made[slot] = made;
    return made;
  }
}

function slotOf(text: string): number {
  const { length } = text;
  if (length === 0) return 0;
  const middle = text.charCodeAt(length >> 1);
  return (length * 31 + text.charCodeAt(0) * 7 + middle * 3 + text.charCodeAt(length - 1)) % SLOTS;
}

/** A function that computes its value once per object; `values` holds known values. */
export function onceForEach<Key extends object, Value extends object | boolean | number | string>(
  work: (key: Key) => Value,
  values = new WeakMap<Key, Value>(),
): (key: Key) => Value {
  return (key) => {
    const kept = values.get(key);
    if (kept !== undefined) return kept;
    const value = work(key);
    values.set(key, value);
    return value;
  };
}
