import { partitionPoint } from '../../base/partition-point.ts';

/** Texts in order. `before` is the place of the longest other one that the text begins with; -1 for none. */
type Run = readonly { readonly text: string; readonly before: number }[];

/**
 * Texts that are looked for at a place of another text. A look costs steps by the logarithm of their number, also if
 * they all begin alike, as the keys of one vendor do.
 */
export class TextSet {
  /** Each at least twice as long as the next, so that a text is sorted anew only as often as the number doubles. */
  readonly #runs: Run[] = [];

  /** Adds a text that is not in the set. */
  add(text: string): void {
    let run: Run = [{ text, before: -1 }];
    for (;;) {
      const last = this.#runs.at(-1);
      if (last === undefined || last.length >= 2 * run.length) break;
      this.#runs.pop();
      run = sorted([...last, ...run].map((one) => one.text));
    }
    this.#runs.push(run);
  }

  /** The texts of the set that stand in `text` at this place. */
  *at(text: string, place: number): Generator<string> {
    for (const run of this.#runs) {
      // All that are a beginning of the text here are beginnings of the last one that is not after it.
      let found = partitionPoint(run.length, (index) => !isAfter(run[index]?.text ?? '', text, place)) - 1;
      for (let one = run[found]; one !== undefined; one = run[found]) {
        if (text.startsWith(one.text, place)) yield one.text;
        found = one.before;
      }
    }
  }
}

function sorted(texts: readonly string[]): Run {
  const run: { text: string; before: number }[] = [];
  // By UTF-16 units, as `isAfter` has it.
  for (const text of [...texts].sort()) {
    let before = run.length - 1;
    for (let one = run[before]; one !== undefined && !text.startsWith(one.text); one = run[before]) {
      before = one.before;
    }
    run.push({ text, before });
  }
  return run;
}

/** True if `one` comes after what stands in `text` from this place on. */
function isAfter(one: string, text: string, place: number): boolean {
  for (let at = 0; at < one.length; at += 1) {
    const difference = one.charCodeAt(at) - text.charCodeAt(place + at);
    if (difference !== 0) return !(difference < 0);
  }
  return false;
}
