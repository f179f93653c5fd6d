import { performance } from 'node:perf_hooks';

/** How long all work together may take of one turn of the event loop, in milliseconds. */
const TURN_MS = 10;
/** After so long the next one that waits goes on, in milliseconds. */
const SLICE_MS = 3;

type Clock = {
  /** Milliseconds by a monotonic clock. */
  now(): number;
  /** Runs something once the event loop has looked after everything else. */
  nextTurn(run: () => void): void;
};

type Work = {
  /** Takes a step; true after the last one. */
  step(): boolean;
  failed(error: unknown): void;
};

/** Shares the turns of the event loop between those who have much to do: a slice each, in rounds, while time is left. */
export class TurnSlices {
  readonly #clock: Clock;
  /** The one that has waited longest comes first. */
  readonly #waiting: Work[] = [];
  /** When the time of this turn is over; undefined if nothing has been done in it. */
  #until: number | undefined;
  #isWorking = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Goes through short `steps`. Resolves with what they come to; rejects with what one of them throws. */
  run<Value>(steps: Iterator<unknown, Value>): Promise<Value> {
    return new Promise((done, failed) => {
      const step = (): boolean => {
        const taken = steps.next();
        if (taken.done === true) done(taken.value);
        return taken.done === true;
      };
      this.#waiting.push({ step, failed });
      if (!this.#isWorking) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    this.#until ??= this.#beginTurn();
    const until = this.#until;
    for (let now = this.#clock.now(); now < until; now = this.#clock.now()) {
      const work = this.#waiting.shift();
      if (work === undefined) break;
      if (await this.#slice(work, Math.min(until, now + SLICE_MS))) continue;
      // Whose slice the turn cut short goes on first: else those who come first in each turn would get more.
      if (this.#clock.now() < now + SLICE_MS) this.#waiting.unshift(work);
      else this.#waiting.push(work);
    }
    this.#isWorking = false;
  }

  #beginTurn(): number {
    this.#clock.nextTurn(() => {
      this.#until = undefined;
      if (this.#waiting.length > 0) void this.#work();
    });
    return this.#clock.now() + TURN_MS;
  }

  /** True once there is nothing more to do. */
  async #slice({ step, failed }: Work, until: number): Promise<boolean> {
    try {
      do {
        if (step()) return true;
        // What a step has set off in promises happens now, so that the clock counts it too.
        await undefined;
      } while (this.#clock.now() < until);
      return false;
    } catch (error) {
      failed(error);
      return true;
    }
  }
}

/** Taken once: a test that holds the clock still must not hold the turns of other work. */
const nextTurn = setImmediate;

/** The turns of this process: it has one event loop, whoever has much to do. */
export const hostTurns = new TurnSlices({
  now: () => performance.now(),
  nextTurn: (run) => void nextTurn(run),
});
