type PacedReaderOptions = {
  readonly read: () => Promise<void>;
  /** Milliseconds of a clock that only counts on. */
  readonly now?: () => number;
};

/** The least pause between two readings, in milliseconds. */
const MIN_PAUSE_MS = 500;
/** Of a large log the host reads a while: it rests so many times as long. */
const REST = 8;

/** Reads again when there is news, one reading at a time, and leaves the host alone in between. */
export class PacedReader {
  readonly #read: () => Promise<void>;
  readonly #now: () => number;
  #lastTook = 0;
  #isNews = false;
  #isBusy = false;
  #isOver = false;

  constructor({ read, now = () => performance.now() }: PacedReaderOptions) {
    this.#read = read;
    this.#now = now;
  }

  /** What is read has changed, or was never read. */
  news(): void {
    this.#isNews = true;
    if (!this.#isBusy) void this.#run();
  }

  /** Reads no more. */
  close(): void {
    this.#isOver = true;
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    this.#isNews = false;
    const began = this.#now();
    await this.#read();
    const took = this.#now() - began;
    // The first reading also pays for what starts with it.
    const pause = Math.max(MIN_PAUSE_MS, Math.min(took, this.#lastTook) * REST);
    this.#lastTook = took;
    setTimeout(() => {
      this.#isBusy = false;
      if (this.#isNews && !this.#isOver) void this.#run();
    }, pause);
  }
}
