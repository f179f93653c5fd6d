import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { errorMessage } from '../../app/base/result.ts';
import { readUpTo } from '../system/regular-file.ts';

const PIECE_BYTES = 1024 * 1024;
/** How often the growing file is looked at, and the wait after a failure, in milliseconds. */
const WAITS = { lookMs: 100, retryMs: 2000 } as const;
const ANSWER_MS = 10_000;

/**
 * Sends a growing recording to `tierscope tap --remote` on another machine. The receiver says how much it has, so a
 * link that drops loses nothing: the file is on this disk, and the rest follows once the link is back. Never rejects.
 */
export class RecordingSender {
  readonly #file: () => string;
  readonly #address: string;
  readonly #waits: { readonly lookMs: number; readonly retryMs: number };
  #sending = '';
  #sent = 0;
  #fault = '';
  #turn: Promise<boolean> = Promise.resolve(true);
  #isClosing = false;

  /** `file` is the path now: a damaged recording continues in another file. */
  constructor(file: () => string, address: string, waits: { lookMs: number; retryMs: number } = WAITS) {
    this.#file = file;
    this.#address = address;
    this.#waits = waits;
    this.#later(waits.lookMs);
  }

  /** Sends what is left, for this long at the most; gives a sentence about what did not arrive, empty for nothing. */
  async close(maxMs: number): Promise<string> {
    this.#isClosing = true;
    const late = new Promise<false>((resolve) => void setTimeout(() => resolve(false), maxMs).unref());
    const isWhole = await Promise.race([this.#turn.then(() => this.#send()), late]);
    if (isWhole) return '';
    const why = this.#fault === '' ? 'it took too long' : this.#fault;
    return `The window did not get the end of the recording (${why}): ${this.#file()} has all of it.`;
  }

  #later(ms: number): void {
    setTimeout(() => {
      if (this.#isClosing) return;
      this.#turn = this.#send();
      void this.#turn.then((isSent) => this.#later(isSent ? this.#waits.lookMs : this.#waits.retryMs));
    }, ms).unref();
  }

  /** Sends all that the file has now; false if the receiver cannot be reached. */
  async #send(): Promise<boolean> {
    try {
      for (;;) {
        const piece = await this.#piece();
        if (piece.length === 0) return true;
        const to = `${this.#address}/${basename(this.#sending)}?at=${this.#sent}`;
        const answer = await fetch(to, {
          method: 'POST',
          body: piece,
          signal: AbortSignal.timeout(ANSWER_MS),
        });
        const has = await answer.text();
        // 409: it has less than was sent before, since it was started again.
        if (answer.status !== 200 && answer.status !== 409) throw new Error(`HTTP ${answer.status}`);
        this.#sent = Number(has);
        this.#fault = '';
      }
    } catch (error) {
      this.#fault = errorMessage(error);
      return false;
    }
  }

  async #piece(): Promise<Buffer<ArrayBuffer>> {
    if (this.#file() !== this.#sending) [this.#sending, this.#sent] = [this.#file(), 0];
    const handle = await open(this.#sending, 'r');
    return Buffer.from(await readUpTo(handle, this.#sent, PIECE_BYTES).finally(() => handle.close()));
  }
}
