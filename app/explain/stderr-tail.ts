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
  /** How many requests had been sent before it: a trace never continues across one. */
  readonly part: number;
  /** How many calls had ended before it. */
  readonly ends: number;
};

/** A failed call whose stderr lines may still arrive. */
export type StderrWindow = AttributedCall & {
  readonly endedAt: number;
  /** True if the server gave no answer: its last lines count whatever they say. */
  readonly silent: boolean;
  /** Whether a later request has the same id or target by the time the lines are picked. */
  readonly taken: () => { readonly id: boolean; readonly target: boolean };
};

const MAX_LINES = 500;
/** A trace within a JSON log is one line. */
const MAX_CHARS = 4000;
const MAX_REQUESTS = 2000;
/** How many lines are considered before and after a call's end. */
const MAX_DURING = 300;
const MAX_AFTER = 40;
const NOTHING: PickedStderr = { lines: [], crashes: [], last: undefined };

type Open = {
  readonly window: StderrWindow;
  readonly take: (picked: PickedStderr) => void;
  /** The first request after the call's end: later lines may belong to it. */
  nextSeq: number;
  /** How many calls had ended before it. */
  readonly ends: number;
};

/** The last stderr lines of a server, from which each failure gets the most informative ones. */
export class StderrTail {
  readonly #lines: Line[] = [];
  /** In order of their ends. */
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

  /** A request with this `target` was sent; empty for none. */
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

  /** The last request with this target; 0 if none is remembered. */
  lastRequestOf(target: string): number {
    return this.#lastRequestOf.get(target) ?? 0;
  }

  /** Any call has ended. Failed calls must have requested their lines before. */
  ended(): void {
    this.#ends += 1;
  }

  /** Passes the lines of the failure `of` to `take` once no more can arrive. */
  pickFor(of: object, window: StderrWindow, take: (picked: PickedStderr) => void): void {
    const open = { window, take, nextSeq: 0, ends: this.#ends };
    this.#open.delete(of);
    this.#open.set(of, open);
    this.#endedLast.push(open);
  }

  /** The lines of a failure so far; undefined if no more can arrive or none were requested. */
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

  /** Time has passed up to `at`: failures that ended long enough ago get their lines. */
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
      // By time alone: a call before another one is sent, or the call that ends next.
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

/** The lines attributed to the call; a stack trace follows any one of its lines. */
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
