/** Words to search for, in lower-case ASCII, and the bits to set if one of them occurs. */
type WordGroup = {
  readonly bits: number;
  /** `start`: only at the start of a word, like `\b`; `anywhere`: also within a word. */
  readonly at: 'start' | 'anywhere';
  readonly words: readonly string[];
};

type Place = { readonly next: Map<number, Place>; bits: number };

type State = { readonly read: readonly Place[]; readonly inWord: boolean };

const ASCII = 128;
/** Character classes for characters in none of the words: `\w` characters, and all others. */
const OTHER_LETTER = 0;
const OTHER_SIGN = 1;
const BEYOND_ASCII = 2;
const UNKNOWN = 0;
const FIRST = 1;

/** Searches for many words in one pass over a text, ignoring case, several times as fast as a pattern. */
export class WordScan {
  readonly #classes = new Uint8Array(ASCII);
  readonly #isLetter: boolean[] = [];
  readonly #classCount: number;
  /** The words that match at the start of a word, and those that match within one. */
  readonly #atStart: Place = { next: new Map(), bits: 0 };
  readonly #within: Place = { next: new Map(), bits: 0 };
  readonly #beyondAscii: number;
  /** The next state's row by state and class, negative if that state has bits; filled on demand. */
  readonly #steps: Int32Array;
  readonly #bits: Int32Array;
  readonly #states: State[] = [];

  /** `beyondAscii` are the bits for a non-ASCII character. */
  constructor(groups: readonly WordGroup[], beyondAscii = 0) {
    this.#beyondAscii = beyondAscii;
    this.#classCount = this.#classify(groups.flatMap(({ words }) => words));
    let places = 0;
    for (const { words, at, bits } of groups) {
      for (const word of words) {
        places += this.#add(this.#atStart, word, bits);
        if (at === 'anywhere') places += this.#add(this.#within, word, bits);
      }
    }
    // The longest word in progress determines the others, so there are no more states than places.
    const most = places + 5;
    this.#steps = new Int32Array(most * this.#classCount);
    this.#bits = new Int32Array(most);
    this.#states.push({ read: [], inWord: false }, { read: [], inWord: false });
  }

  /** The bits of all words in the first `length` characters; may stop at the first bit in `enough`. */
  find(text: string, length: number, enough = 0): number {
    const steps = this.#steps;
    const classes = this.#classes;
    const end = Math.min(length, text.length);
    let found = 0;
    let row = this.#classCount * FIRST;
    for (let index = 0; index < end; index += 1) {
      const unit = text.charCodeAt(index);
      const step = row + (unit < ASCII ? (classes[unit] ?? 0) : BEYOND_ASCII);
      row = steps[step] ?? UNKNOWN;
      if (row > 0) continue;
      if (row === UNKNOWN) row = this.#workOut(step);
      if (row > 0) continue;
      row = -row;
      found |= this.#bits[row / this.#classCount] ?? 0;
      if ((found & enough) !== 0) break;
    }
    return found;
  }

  #classify(words: readonly string[]): number {
    for (let unit = 0; unit < ASCII; unit += 1) {
      this.#classes[unit] = /\w/.test(String.fromCharCode(unit)) ? OTHER_LETTER : OTHER_SIGN;
    }
    this.#isLetter.push(true, false, false);
    for (const sign of new Set(words.join(''))) {
      const unit = sign.charCodeAt(0);
      if (unit >= ASCII) throw new Error(`a word to look for is not ASCII: it has ${sign}`);
      const own = this.#isLetter.push(/\w/.test(sign)) - 1;
      this.#classes[unit] = own;
      this.#classes[sign.toUpperCase().charCodeAt(0)] = own;
    }
    return this.#isLetter.length;
  }

  #add(root: Place, word: string, bits: number): number {
    let place = root;
    let added = 0;
    for (const sign of word) {
      const own = this.#classes[sign.charCodeAt(0)] ?? 0;
      let next = place.next.get(own);
      if (next === undefined) {
        next = { next: new Map(), bits: 0 };
        place.next.set(own, next);
        added += 1;
      }
      place = next;
    }
    place.bits |= bits;
    return added;
  }

  #workOut(step: number): number {
    const before = this.#states[Math.floor(step / this.#classCount)];
    const own = step % this.#classCount;
    const root = before?.inWord === true ? this.#within : this.#atStart;
    const read = [...(before?.read ?? []), root].flatMap((place) => place.next.get(own) ?? []);
    const inWord = this.#isLetter[own] === true;
    const bits = read.reduce((sum, place) => sum | place.bits, own === BEYOND_ASCII ? this.#beyondAscii : 0);
    const isSame = (one: State, index: number) =>
      index >= FIRST && one.read[0] === read[0] && one.inWord === inWord && this.#bits[index] === bits;
    let state = this.#states.findIndex(isSame);
    if (state < 0) {
      state = this.#states.push({ read, inWord }) - 1;
      this.#bits[state] = bits;
    }
    const row = state * this.#classCount * (bits === 0 ? 1 : -1);
    this.#steps[step] = row;
    return row;
  }
}
