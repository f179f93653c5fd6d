import { performance } from 'node:perf_hooks';

/** How much of one event loop turn all slices may use together, in milliseconds. */
const TURN_MS = 10;
/** The longest slice before the next work gets its turn, in milliseconds. */
const SLICE_MS = 3;

type Clock = {
  /** Milliseconds by a monotonic clock. */
  now(): number;
  /** Runs something after the event loop has handled everything else. */
  nextTurn(run: () => void): void;
};

type Work = {
  /** Performs a step; true after the last one. */
  step(): boolean;
  failed(error: unknown): void;
};

/** Divides event loop turns among long-running work: round-robin slices while the turn has time left. */
export class TurnSlices {
  readonly #clock: Clock;
  /** The longest waiting comes first. */
  readonly #waiting: Work[] = [];
  /** When this turn's time is up; undefined if it has not been used. */
  #until: number | undefined;
  #isWorking = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs short `steps` to the end. Resolves with their result; rejects with whatever a step throws. */
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
      // Work whose slice was cut short continues first; otherwise the first in each turn would get more time.
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

  /** True once the work is finished. */
  async #slice({ step, failed }: Work, until: number): Promise<boolean> {
    try {
      do {
        if (step()) return true;
        // Lets promise callbacks of the step run now, so that their time counts too.
        await undefined;
      } while (this.#clock.now() < until);
      return false;
    } catch (error) {
      failed(error);
      return true;
    }
  }
}

/** Captured once, so that a test with fake timers does not stop other work. */
const nextTurn = setImmediate;

/** The turns of this process, which has one event loop for all work. */
export const hostTurns = new TurnSlices({
  now: () => performance.now(),
  nextTurn: (run) => void nextTurn(run),
});
