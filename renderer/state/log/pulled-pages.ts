import type { Result } from '../../../app/base/result.ts';

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
