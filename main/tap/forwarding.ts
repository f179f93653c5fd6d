import type { Readable, Writable } from 'node:stream';
import type { Copied } from './copy-queue.ts';

/** Moves bytes from one pipe to another, at the pace of the reader, and hands a copy to the recording. */
export class Forwarding {
  readonly #copy: (copied: Copied) => void;
  readonly #now: () => number;
  #bytes = 0;
  #waiting = 0;

  /** `now` gives milliseconds of a monotonic clock. */
  constructor(copy: (copied: Copied) => void, now: () => number) {
    this.#copy = copy;
    this.#now = now;
  }

  /** How many bytes have been forwarded, all pipes together. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a reader is slower than its writer, so that bytes still wait in a pipe. */
  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Forwards until `from` ends. The end is forwarded too where `to` is the server's stdin. */
  forward(from: Readable, to: Writable, name: Copied['from']): void {
    let isPaused = false;
    const resume = (): void => {
      if (!isPaused) return;
      isPaused = false;
      this.#waiting -= 1;
      from.resume();
    };
    to.on('drain', resume);
    // Either side may close its end first: the other must not die of the tap's broken pipe.
    to.on('error', resume);
    to.on('close', resume);
    from.on('data', (chunk: Buffer) => {
      const at = this.#now();
      this.#bytes += chunk.length;
      if (to.writable && !to.write(chunk) && !isPaused) {
        isPaused = true;
        this.#waiting += 1;
        from.pause();
      }
      this.#copy({ kind: 'bytes', from: name, at, chunk });
    });
    const end = (): void => {
      if (name === 'client') to.end();
      this.#copy({ kind: 'end', from: name, at: this.#now() });
    };
    from.once('end', end);
    from.once('error', end);
  }
}
