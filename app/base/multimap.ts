/** Values by a key that several may share; none is looked through, however many there are. No value is a set. */
export class Multimap<Key, Value> {
  /** Nearly always one. */
  readonly #found = new Map<Key, Value | Set<Value>>();

  add(key: Key, value: Value): void {
    const found = this.#found.get(key);
    if (found instanceof Set) found.add(value);
    else this.#found.set(key, found === undefined || found === value ? value : new Set([found, value]));
  }

  delete(key: Key, value: Value): void {
    const found = this.#found.get(key);
    if (found instanceof Set) found.delete(value);
    if (found === value || (found instanceof Set && found.size === 0)) this.#found.delete(key);
  }

  /** The values of a key, in the order in which they were added. */
  *of(key: Key): Generator<Value> {
    const found = this.#found.get(key);
    if (found instanceof Set) yield* found;
    else if (found !== undefined) yield found;
  }
}
