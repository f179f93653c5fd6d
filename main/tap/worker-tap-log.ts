import { Worker } from 'node:worker_threads';
import type { Copied } from './copy-queue.ts';
import type { TapLog } from './tap-log.ts';
import { packBatch, type TapAnswer, type TapMessage, type TapWriterData } from './tap-message.ts';

/**
 * A log that another thread writes, so that reading lines, making JSON and the disk never hold up the
 * traffic. Where the thread fails, the traffic goes on and nothing more is recorded.
 */
export class WorkerTapLog implements TapLog {
  readonly #worker: Worker;
  readonly #waiting: (() => void)[] = [];
  readonly #closed: Promise<void>;
  #gone = false;

  constructor(script: string, workerData: TapWriterData) {
    this.#worker = new Worker(script, { workerData, stdout: true, stderr: true });
    this.#closed = new Promise((resolve) => {
      this.#worker.on('message', (answer: TapAnswer) => {
        if (answer.kind === 'taken') this.#waiting.shift()?.();
        else resolve();
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

  async close(): Promise<void> {
    this.#tell({ kind: 'close' });
    await this.#closed;
    await this.#worker.terminate();
  }

  #tell(message: TapMessage, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}
