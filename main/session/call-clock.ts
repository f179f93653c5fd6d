import { performance } from 'node:perf_hooks';

/** The time-out of one call, which can stand still. Times in milliseconds. */
export class CallClock {
  readonly #limit: number;
  readonly #onOver: () => void;
  readonly #now: () => number;
  #left: number;
  #since = 0;
  #holds = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Starts at once; `onOver` is called once `limit` has passed, the time that it stood still left out. */
  constructor(limit: number, onOver: () => void, now = () => performance.now()) {
    this.#limit = limit;
    this.#left = limit;
    this.#onOver = onOver;
    this.#now = now;
    this.#run();
  }

  /** Stands still until as many `release` have followed. */
  hold(): void {
    this.#holds += 1;
    if (this.#holds > 1) return;
    this.#left -= this.#now() - this.#since;
    clearTimeout(this.#timer);
  }

  release(): void {
    this.#holds -= 1;
    if (this.#holds === 0) this.#run();
  }

  /** Begins anew: there was progress. */
  restart(): void {
    this.#left = this.#limit;
    if (this.#holds > 0) return;
    clearTimeout(this.#timer);
    this.#run();
  }

  /** The call is over. */
  stop(): void {
    // No release may start it again.
    this.#holds = Number.POSITIVE_INFINITY;
    clearTimeout(this.#timer);
  }

  #run(): void {
    this.#since = this.#now();
    this.#timer = setTimeout(this.#onOver, Math.max(0, this.#left));
  }
}
