import { ok, type Result } from '../../../app/base/result.ts';

type PulledPagesOptions<Page> = {
  /** The content of the pages, for an error sentence: `rows of the host`. */
  readonly what: string;
  readonly isUpToDate: () => boolean;
  readonly read: () => Promise<Result<Page>>;
  /** Applies a page; false if it brought nothing, so that a faulty host cannot make the screen loop. */
  readonly take: (page: Page) => boolean;
  /** Yields between two reads. */
  readonly rest?: () => Promise<void>;
  /** Called with a sentence if the host refuses a page or the connection fails. */
  readonly onFault: (sentence: string) => void;
};

/**
 * Requests what the screen lacks, one page at a time. The host only announces that there is more, so a slow screen
 * slows only itself. Ignores pages of earlier epochs.
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

  /** Starts an epoch: requests again the page that the last connection left unanswered. */
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
    // Synchronous: later announcements start another read.
    if (epoch === this.#epoch) this.#pulling = false;
  }
}

/** The minimum pause between two reads of a whole, in milliseconds. */
const MIN_PAUSE_MS = 500;
/** Reading a large log takes the host a while: the pause is this many times as long. */
const REST = 8;

/** A value reloaded as a whole on each change, with pauses in which the host is left alone. */
export class PulledSnapshot {
  readonly #pages: PulledPages<null>;
  #isNews = false;
  #isOver = false;

  /** `read` handles its own errors; `minPauseMs` is the pause between reads, and `now` a monotonic clock in ms. */
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
      // The first read also includes startup costs.
      rest: () => {
        const pause = Math.max(minPauseMs, Math.min(took, lastTook) * REST);
        return new Promise((done) => setTimeout(done, pause));
      },
      onFault: (sentence) => {
        throw new Error(sentence);
      },
    });
  }

  /** The value has changed, or was never read. */
  news(): void {
    this.#isNews = true;
    this.#pages.news();
  }

  close(): void {
    this.#isOver = true;
  }
}
