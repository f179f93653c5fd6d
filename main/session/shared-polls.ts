import type { CallEnd } from '../../app/contract/commands.ts';

type Poll = { readonly end: Promise<CallEnd>; endedAt: number; withinMs: number };

/**
 * Questions that are asked again and again, by several windows at once: one that is in flight or was answered
 * a moment ago stands for all of them.
 */
export class SharedPolls {
  readonly #now: () => number;
  readonly #polls = new Map<string, Poll>();

  /** `now` gives milliseconds of a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The end of the last question `about` the same, if it is younger than `withinMs`; else asks. */
  poll(about: string, withinMs: number, send: () => Promise<CallEnd>): Promise<CallEnd> {
    for (const [key, poll] of this.#polls) {
      const limit = key === about ? withinMs : poll.withinMs;
      if (this.#now() - poll.endedAt >= limit) this.#polls.delete(key);
    }
    const known = this.#polls.get(about);
    if (known !== undefined) return known.end;
    const poll: Poll = { end: send(), endedAt: Number.POSITIVE_INFINITY, withinMs };
    const ended = () => {
      poll.endedAt = this.#now();
    };
    poll.end.then(ended, ended);
    this.#polls.set(about, poll);
    return poll.end;
  }
}
