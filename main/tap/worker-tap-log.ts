import { Worker } from 'node:worker_threads';
import type { Copied } from './copy-queue.ts';
import type { TapLog } from './tap-log.ts';
import { packBatch, type TapAnswer, type TapMessage, type TapWriterData } from './tap-message.ts';

/** How long the thread may tell nothing before its disk counts as stuck, in milliseconds. */
const QUIET_MS = 3000;

/**
 * A log that another thread writes, so that reading lines, making JSON and the disk never hold up the
 * traffic. Where the thread fails, the traffic goes on and nothing more is recorded.
 */
export class WorkerTapLog implements TapLog {
  readonly #worker: Worker;
  readonly #waiting: (() => void)[] = [];
  readonly #closed: Promise<void>;
  #gone = false;
  #isOnline = false;
  /** How many answers came. */
  #heard = 0;

  constructor(script: string, workerData: TapWriterData) {
    this.#worker = new Worker(script, { workerData, stdout: true, stderr: true });
    this.#closed = new Promise((resolve) => {
      this.#worker.once('online', () => {
        this.#isOnline = true;
      });
      this.#worker.on('message', (answer: TapAnswer) => {
        this.#heard += 1;
        if (answer.kind === 'taken') this.#waiting.shift()?.();
        else if (answer.kind === 'closed') resolve();
      });
      // A tap must not speak: a recording that ends early is all that shows.
      this.#worker.on('error', () => resolve());
      this.#worker.on('exit', () => {
        this.#gone = true;
        for (const taken of this.#waiting.splice(0)) taken();
        resolve();
      });
    });
  }

  spawned(pid: number, at: number): void {
    this.#tell({ kind: 'spawned', at, pid });
  }

  spawnFailed(message: string, at: number): void {
    this.#tell({ kind: 'spawn-failed', at, message });
  }

  exited(exitCode: number | null, signal: string | null, at: number): void {
    this.#tell({ kind: 'exited', at, exitCode, signal });
  }

  copied(batch: readonly Copied[], taken: () => void): void {
    if (this.#gone) {
      taken();
      return;
    }
    this.#waiting.push(taken);
    const packed = packBatch(batch);
    this.#tell({ kind: 'copied', batch: packed }, [packed.bytes.buffer]);
  }

  dropped(bytes: number, at: number): void {
    this.#tell({ kind: 'dropped', at, bytes });
  }

  /** Resolves when the recording is whole, or when the thread makes no progress with it. */
  async close(): Promise<void> {
    this.#tell({ kind: 'close' });
    await Promise.race([this.#closed, this.#quiet()]);
    await this.#worker.terminate();
  }

  /** Resolves when the thread tells nothing any more: what still waits for it is not going to be written. */
  #quiet(): Promise<void> {
    return new Promise((resolve) => {
      const look = (heardBefore: number): void => {
        setTimeout(() => {
          if (this.#isOnline && this.#heard === heardBefore) resolve();
          else look(this.#heard);
        }, QUIET_MS).unref();
      };
      look(this.#heard);
    });
  }

  #tell(message: TapMessage, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}
