import { performance } from 'node:perf_hooks';
import type { Readable, Writable } from 'node:stream';
import type { Copied, TapNote } from './tap-message.ts';

type Pipe = Copied['from'];
type Sender = (bytes: Uint8Array, note?: TapNote) => void;

/** Moves bytes from one pipe to another, at the pace of the reader, and hands a copy to the recording. */
export class Forwarding {
  readonly #copy: (copied: Copied) => void;
  /** How many bytes have been forwarded, all pipes together. */
  bytes = 0;
  #waiting = 0;

  constructor(copy: (copied: Copied) => void) {
    this.#copy = copy;
  }

  /** Whether a reader is slower than its writer, so that bytes still wait in a pipe. */
  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Forwards until `from` ends. `watcher` sees what has been forwarded. The end is forwarded to the server's stdin. */
  forward(
    from: Readable,
    to: Writable,
    name: 'client' | 'stderr',
    watcher?: { fromClient(chunk: Uint8Array): void },
  ): void {
    const send = this.sender(from, to, name);
    from.on('data', (chunk: Buffer) => {
      send(chunk);
      watcher?.fromClient(chunk);
    });
    this.#onEnd(from, name, () => {
      if (name === 'client') to.end();
    });
  }

  /** Hands the server's bytes to what sends them on, until `from` ends. */
  forwardThrough(from: Readable, way: { fromServer(chunk: Uint8Array): void; serverEnded(): void }): void {
    from.on('data', (chunk: Buffer) => way.fromServer(chunk));
    this.#onEnd(from, 'server', () => way.serverEnded());
  }

  /** What writes to `to`; while that is full, `from` rests. A note stands with a whole line. */
  sender(from: Readable | null, to: Writable, name: Pipe): Sender {
    let isPaused = false;
    const resume = (): void => {
      if (!isPaused) return;
      isPaused = false;
      this.#waiting -= 1;
      from?.resume();
    };
    to.on('drain', resume);
    // Either side may close its end first: the other must not die of the tap's broken pipe.
    to.on('error', resume);
    to.on('close', resume);
    return (chunk, note) => {
      const at = performance.now();
      this.bytes += chunk.length;
      if (to.writable && !to.write(chunk) && !isPaused) {
        isPaused = true;
        this.#waiting += 1;
        from?.pause();
      }
      this.#copy(
        note === undefined
          ? { kind: 'bytes', from: name, at, chunk }
          : { kind: 'bytes', from: name, at, chunk, note },
      );
    };
  }

  #onEnd(from: Readable, name: Pipe, act: () => void): void {
    const end = (): void => {
      act();
      this.#copy({ kind: 'end', from: name, at: performance.now() });
    };
    from.once('end', end);
    from.once('error', end);
  }
}
