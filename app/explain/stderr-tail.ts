import { groupedBy } from '../base/grouped-by.ts';
import { foldStderr, type PickedStderr, pickStderr } from '../frame/stderr-pick.ts';
import { stripAnsi } from '../frame/stderr-text.ts';
import {
  AFTERGLOW_MS,
  type AttributedCall,
  type Attribution,
  LineAttribution,
  surest,
} from '../session/line-attribution.ts';

type Line = {
  readonly seq: number;
  readonly at: number;
  readonly text: string;
  /** How many requests had been sent before it: no trace goes on across one. */
  readonly part: number;
  /** How many calls had ended before it. */
  readonly ends: number;
};

/** A call that failed, whose stderr may still come. */
export type StderrWindow = AttributedCall & {
  readonly endedAt: number;
  /** True if the server gave no answer: then its last lines count whatever they say. */
  readonly silent: boolean;
  /** Whether the id, or the target, has come to stand for a later request by the time that the lines are picked. */
  readonly taken: () => { readonly id: boolean; readonly target: boolean };
};

const MAX_LINES = 500;
/** A trace in the JSON of a log is one line. */
const MAX_CHARS = 4000;
const MAX_REQUESTS = 2000;
/** This many lines are looked at before and after the end of a call. */
const MAX_DURING = 300;
const MAX_AFTER = 40;
const NOTHING: PickedStderr = { lines: [], crashes: [], last: undefined };

type Open = {
  readonly window: StderrWindow;
  readonly take: (picked: PickedStderr) => void;
  /** The first request after the call had ended: what is written from then on may be that one's. */
  nextSeq: number;
  /** How many calls had ended before it. */
  readonly ends: number;
};

/** The last lines of a server's stderr, from which each failure gets those that say most about it. */
export class StderrTail {
  readonly #lines: Line[] = [];
  /** In the order of their ends. */
  readonly #open = new Map<object, Open>();
  /** Those that ended since the last request. */
  #endedLast: Open[] = [];
  #part = 0;
  #ends = 0;
  readonly #requests: number[] = [];
  readonly #lastRequestOf = new Map<string, number>();

  /** Takes a line. `at` in milliseconds since the recording began. */
  add(seq: number, at: number, text: string): void {
    this.pass(at);
    this.#lines.push({ seq, at, text: text.slice(0, MAX_CHARS), part: this.#part, ends: this.#ends });
    if (this.#lines.length > 2 * MAX_LINES) this.#lines.splice(0, MAX_LINES);
  }

  /** A request was sent that is about `target`; empty for nothing. */
  request(seq: number, target: string): void {
    this.#part += 1;
    if (target !== '') this.#noteTarget(seq, target);
    this.#requests.push(seq);
    if (this.#requests.length > 2 * MAX_REQUESTS) this.#requests.splice(0, MAX_REQUESTS);
    for (const open of this.#endedLast) open.nextSeq = seq;
    this.#endedLast = [];
  }

  #noteTarget(seq: number, target: string): void {
    this.#lastRequestOf.delete(target);
    this.#lastRequestOf.set(target, seq);
    const [oldest] = this.#lastRequestOf.keys();
    if (this.#lastRequestOf.size > MAX_REQUESTS && oldest !== undefined) this.#lastRequestOf.delete(oldest);
  }

  /** The last request that was about this; 0 for none that is remembered. */
  lastRequestOf(target: string): number {
    return this.#lastRequestOf.get(target) ?? 0;
  }

  /** A call came to its end, whichever. Those that failed must have asked for their lines before. */
  ended(): void {
    this.#ends += 1;
  }

  /** Gives `take` the lines of the failure `of`, once no more of them can come. */
  pickFor(of: object, window: StderrWindow, take: (picked: PickedStderr) => void): void {
    const open = { window, take, nextSeq: 0, ends: this.#ends };
    this.#open.delete(of);
    this.#open.set(of, open);
    this.#endedLast.push(open);
  }

  /** The lines of a failure so far; undefined if no more of them can come, or none were asked for. */
  soFar(of: object): PickedStderr | undefined {
    const open = this.#open.get(of);
    return open && this.#picked(open);
  }

  /** The first line between two records that names an exception. */
  crashBetween(from: number, to: number): { seq: number; text: string } | undefined {
    const between = this.#lines.filter(({ seq }) => seq > from && seq < to);
    const [text] = pickStderr(
      between.map((line) => ({ text: line.text, names: false })),
      true,
    ).crashes;
    if (text === undefined) return undefined;
    return { seq: between.find((line) => stripAnsi(line.text).includes(text))?.seq ?? from, text };
  }

  /** Time has come so far: failures that are long over get their lines. */
  pass(at: number): void {
    for (const [of, open] of this.#open) {
      if (at <= open.window.endedAt + AFTERGLOW_MS) return;
      this.#close(of, open);
    }
  }

  finish(): void {
    for (const [of, open] of this.#open) this.#close(of, open);
  }

  #close(of: object, open: Open): void {
    this.#open.delete(of);
    open.take(this.#picked(open));
  }

  /** The lines since the request, those next to the end of the call. */
  #linesOf({ requestSeq, endedAt }: StderrWindow): readonly Line[] {
    // From the end: most calls are short.
    const since = this.#lines.slice(this.#lines.findLastIndex(({ seq }) => seq <= requestSeq) + 1);
    const after = since.findIndex(({ at }) => at > endedAt);
    if (after < 0) return since.slice(-MAX_DURING);
    return since.slice(Math.max(0, after - MAX_DURING), after + MAX_AFTER);
  }

  #picked({ window, nextSeq, ends }: Open): PickedStderr {
    const lines = this.#linesOf(window);
    if (lines.length === 0) return NOTHING;
    const taken = window.taken();
    const attribution = new LineAttribution(window, taken);
    const own = this.#requests.findLastIndex((seq) => seq <= window.requestSeq);
    const nextRequest = this.#requests[own + 1] ?? Number.POSITIVE_INFINITY;
    const whys = lines.map((line) => {
      const why = attribution.of(stripAnsi(line.text), line.at);
      if (why === 'names the request id' || why === 'other' || why === undefined) return why;
      if (nextSeq > 0 && line.seq > nextSeq && (why === 'written just after' || taken.target))
        return undefined;
      if ((why === 'names the target' && !taken.target) || why === 'written just after') return why;
      // By time alone: a call before any other is sent, or the call that ends next.
      return line.seq < nextRequest || line.ends === ends ? why : undefined;
    });
    const parts = [...groupedBy(lines, ({ part }) => part).values()];
    let from = 0;
    const found = parts.flatMap((part) => {
      const own = whys.slice(from, from + part.length);
      from += part.length;
      return candidates(part, own);
    });
    return pickStderr(found, window.silent);
  }
}

/** The lines that count to the call; a stack trace counts as one of its lines does. */
function candidates(lines: readonly Line[], whys: readonly (Attribution | 'other' | undefined)[]) {
  let from = 0;
  return foldStderr(lines.map(({ text }) => text)).flatMap((one) => {
    const to = from + one.lines.length;
    const group = lines.slice(from, to);
    const own = whys.slice(from, to);
    from = to;
    if (surest(own) === undefined) return [];
    return group.map(({ text }, index) => ({ text, names: own[index]?.startsWith('names') === true }));
  });
}
