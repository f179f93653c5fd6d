/** Indexes per block, each with a known count before it: a power of two and a multiple of the word size. */
const BLOCK = 2048;
const WORD = 32;
const BLOCK_WORDS = BLOCK / WORD;

/** An ordered set of row indexes, as bits with a count per block; searched by rank or by member. */
export class IndexSet {
  #bits = new Uint32Array(BLOCK_WORDS);
  /** By block; not maintained beyond the last member. */
  #before = new Uint32Array(1);
  /** Blocks up to the last that ever had a member. */
  #blocks = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  has(index: number): boolean {
    return index >= 0 && ((this.#bits[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
  }

  /** Adds or removes an index; true if that changed the set. */
  set(index: number, wanted: boolean): boolean {
    if (this.has(index) === wanted) return false;
    const block = Math.floor(index / BLOCK);
    this.#reach(block);
    const word = index >>> 5;
    this.#bits[word] = (this.#bits[word] ?? 0) ^ (1 << (index & 31));
    const by = wanted ? 1 : -1;
    for (let later = block + 1; later < this.#blocks; later += 1) {
      this.#before[later] = (this.#before[later] ?? 0) + by;
    }
    this.#length += by;
    return true;
  }

  /** How many members are smaller than `index`. */
  rank(index: number): number {
    const block = Math.floor(index / BLOCK);
    if (block >= this.#blocks) return this.#length;
    if (index <= 0) return 0;
    const last = index >>> 5;
    let count = this.#before[block] ?? 0;
    for (let word = block * BLOCK_WORDS; word < last; word += 1) count += bitsIn(this.#bits[word] ?? 0);
    return count + bitsIn((this.#bits[last] ?? 0) & ((1 << (index & 31)) - 1));
  }

  /** The member with `place` others before it; -1 out of range. */
  at(place: number): number {
    if (place < 0 || place >= this.#length) return -1;
    const block = this.#blockOf(place);
    let left = place - (this.#before[block] ?? 0);
    let word = block * BLOCK_WORDS;
    for (let count = bitsIn(this.#bits[word] ?? 0); left >= count; count = bitsIn(this.#bits[word] ?? 0)) {
      left -= count;
      word += 1;
    }
    let bits = this.#bits[word] ?? 0;
    for (; left > 0; left -= 1) bits &= bits - 1;
    return word * WORD + 31 - Math.clz32(bits & -bits);
  }

  clear(): void {
    this.#bits.fill(0);
    this.#blocks = 0;
    this.#length = 0;
  }

  /** Among blocks with equal counts before them, all but the last are empty. */
  #blockOf(place: number): number {
    let low = 0;
    let high = this.#blocks - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#before[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #reach(block: number): void {
    if (block >= this.#before.length) {
      const room = Math.max(block + 1, 2 * this.#before.length);
      const [bits, before] = [new Uint32Array(room * BLOCK_WORDS), new Uint32Array(room)];
      bits.set(this.#bits);
      before.set(this.#before);
      this.#bits = bits;
      this.#before = before;
    }
    for (; this.#blocks <= block; this.#blocks += 1) this.#before[this.#blocks] = this.#length;
  }
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
