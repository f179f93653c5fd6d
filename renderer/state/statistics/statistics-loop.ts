import type { Result } from '../../../app/base/result.ts';
import type { Statistics } from '../../../app/contract/stats-commands.ts';

/** The statistics of some sessions, each with its sentence if they cannot be read. */
export type StatisticsBySession = ReadonlyMap<string, Result<Statistics>>;

type LoopOptions = {
  readonly sessions: readonly string[];
  readonly read: (session: string) => Promise<Result<Statistics>>;
  readonly onRead: (read: StatisticsBySession) => void;
  /** Milliseconds of a clock that only counts on. */
  readonly now: () => number;
};

/** The least pause between two readings, in milliseconds. */
const LEAST_PAUSE_MS = 500;
/** Of a large log the host reads a while: it rests so many times as long. */
const REST = 8;

/** Reads statistics again when there is news, one reading at a time, and leaves the host alone in between. */
export class StatisticsLoop {
  readonly #options: LoopOptions;
  #isNews = false;
  #isBusy = false;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  /** The logs have changed, or nothing was read yet. */
  news(): void {
    this.#isNews = true;
    if (!this.#isBusy) void this.#run();
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    const { sessions, read, onRead, now } = this.#options;
    this.#isBusy = true;
    this.#isNews = false;
    const began = now();
    const all = new Map<string, Result<Statistics>>();
    for (const session of sessions) {
      const one = await read(session);
      if (this.#isOver) return;
      all.set(session, one);
    }
    onRead(all);
    const pause = Math.max(LEAST_PAUSE_MS, (now() - began) * REST);
    this.#timer = setTimeout(() => {
      this.#isBusy = false;
      if (this.#isNews) void this.#run();
    }, pause);
  }
}
