import { CRASH_WEIGHT, foldStderr, stderrWeight } from '../frame/stderr-pick.ts';
import type { Exchange } from '../session/exchange.ts';

type Line = { readonly seq: number; readonly text: string };

const MAX_LINES = 300;
const SHOWN = 120;

/** What stderr held while one tool alone was at work: nothing else can have written it. */
export class CallStderr {
  /** The request of the call; 0 for none. */
  requestSeq = 0;
  #lines: Line[] = [];

  /** Takes a line that came while this request of the client was the only one that waited. */
  add(only: Readonly<Exchange> | undefined, seq: number, text: string): void {
    if (only?.method !== 'tools/call') return;
    if (only.requestSeq !== this.requestSeq) {
      this.requestSeq = only.requestSeq;
      this.#lines = [];
    }
    if (this.#lines.length < MAX_LINES) this.#lines.push({ seq, text: text.slice(0, 500) });
  }

  /** The exception with a stack that was written during this call; undefined for none. */
  crashOf(requestSeq: number): Line | undefined {
    if (requestSeq !== this.requestSeq) return undefined;
    let at = 0;
    for (const { head, folded, tail } of foldStderr(this.#lines.map(({ text }) => text))) {
      const first = this.#lines[at];
      at += 1 + folded.length + (tail === '' ? 0 : 1);
      const isCrash = folded.length > 0 && (tail !== '' || stderrWeight(head) >= CRASH_WEIGHT);
      if (isCrash && first !== undefined)
        return { seq: first.seq, text: (tail === '' ? head : tail).trim().slice(0, SHOWN) };
    }
    return undefined;
  }
}
