import type { Verdict } from './rule.ts';

const MOST = 64;

/**
 * The verdicts of a rule whose words follow from the name of a tool and a code: a server that fails does so over and
 * over, and one verdict serves all of its findings. `make` must depend on nothing else.
 */
export class VerdictMemo {
  readonly #make: (name: string, code: number) => Verdict;
  readonly #known = new Map<number, Map<string, Verdict>>();

  constructor(make: (name: string, code: number) => Verdict) {
    this.#make = make;
  }

  of(name: string, code: number): Verdict {
    const known = this.#known.get(code)?.get(name);
    if (known !== undefined) return known;
    const made = this.#make(name, code);
    if (this.#known.size > MOST) this.#known.clear();
    const ofCode = this.#known.get(code) ?? new Map<string, Verdict>();
    if (ofCode.size > MOST) ofCode.clear();
    this.#known.set(code, ofCode.set(name, made));
    return made;
  }
}
