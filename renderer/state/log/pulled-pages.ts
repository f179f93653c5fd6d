import { ok, type Result } from '../../../app/base/result.ts';

type PulledPagesOptions<Page> = {
  /** What the pages hold, for a sentence about a fault: `rows of the host`. */
  readonly what: string;
  readonly isUpToDate: () => boolean;
  readonly read: () => Promise<Result<Page>>;
  /** Applies a page; false if it brought nothing, so that a faulty host cannot spin the screen. */
  readonly take: (page: Page) => boolean;
  /** Lets the page breathe between two readings. */
  readonly rest?: () => Promise<void>;
  /** Called with a sentence if the host refuses a page or the connection fails. */
  readonly onFault: (sentence: string) => void;
};

/**
 * Asks the host for what the screen lacks, one page at a time. The host only announces that there is more, so a slow
 * screen slows nothing but itself. The answer to a page of an earlier epoch is ignored.
 */
export class PulledPages<Page> {
  readonly #options: PulledPagesOptions<Page>;
  #pulling = false;
  #epoch = 0;

  constructor(options: PulledPagesOptions<Page>) {
    this.#options = options;
  }

  /** The host has announced something. */
  news(): void {
    if (this.#pulling) return;
    const { what, onFault } = this.#options;
    this.#pull().catch((reason) => {
      this.#pulling = false;
      onFault(`The ${what} could not be read: ${String(reason)}. Reload the page.`);
    });
  }

  /** Begins an epoch: a page that the last connection left unanswered is asked for again. */
  restart(): void {
    this.#epoch += 1;
    this.#pulling = false;
  }

  async #pull(): Promise<void> {
    this.#pulling = true;
    const epoch = this.#epoch;
    const { isUpToDate, read, take, rest, onFault } = this.#options;
    while (epoch === this.#epoch && !isUpToDate()) {
      const page = await read();
      if (epoch !== this.#epoch) return;
      if (!page.ok) onFault(page.error);
      if (!page.ok || !take(page.value)) break;
      await rest?.();
    }
    // At once: what is announced from here on begins another reading.
    if (epoch === this.#epoch) this.#pulling = false;
  }
}

/** The least pause between two readings of a whole, in milliseconds. */
const MIN_PAUSE_MS = 500;
/** Of a large log the host reads a while: it rests this many times as long. */
const REST = 8;

/** What is read whole again whenever there is news, as a page of its own; the host is left alone in between. */
export class PulledWhole {
  readonly #pages: PulledPages<null>;
  #isNews = false;
  #isOver = false;

  /**
   * `read` says itself what went wrong; `minPauseMs` is the least pause between two readings, and `now` a clock in
   * milliseconds that only counts on.
   */
  constructor(read: () => Promise<void>, minPauseMs = MIN_PAUSE_MS, now = () => performance.now()) {
    let [took, lastTook] = [0, 0];
    this.#pages = new PulledPages({
      what: 'sessions',
      isUpToDate: () => this.#isOver || !this.#isNews,
      read: async () => {
        this.#isNews = false;
        const began = now();
        await read();
        [took, lastTook] = [now() - began, took];
        return ok(null);
      },
      take: () => true,
      // The first reading also pays for what starts with it.
      rest: () => {
        const pause = Math.max(minPauseMs, Math.min(took, lastTook) * REST);
        return new Promise((done) => setTimeout(done, pause));
      },
      onFault: (sentence) => {
        throw new Error(sentence);
      },
    });
  }

  /** What is read has changed, or was never read. */
  news(): void {
    this.#isNews = true;
    this.#pages.news();
  }

  /** Reads no more. */
  close(): void {
    this.#isOver = true;
  }
}
