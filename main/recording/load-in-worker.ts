import { Worker } from 'node:worker_threads';
import { err, type Result } from '../../app/base/result.ts';
import type { ChunkTaken, LoadMessage, LoadWorkerData } from './load-message.ts';
import type { LoadOptions } from './load-recording.ts';
import type { LoadedEnd } from './loaded-chunk.ts';

const TAKEN: ChunkTaken = { kind: 'taken' };
/** Exchanges outlive many small collections: a larger nursery copies them less often. */
const YOUNG_MB = 96;

/** Reads a recording in a worker thread, so that this thread only takes over what it finds. */
export function loadInWorker(
  script: string,
  path: string,
  copyTo: string | undefined,
  { onChunk, signal }: LoadOptions,
): Promise<Result<LoadedEnd>> {
  if (signal?.aborted === true) return Promise.resolve(cancelled(path));
  const workerData: LoadWorkerData = { path, copyTo };
  const worker = new Worker(script, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  return new Promise((resolve) => {
    const finish = (end: Result<LoadedEnd>): void => {
      signal?.removeEventListener('abort', abort);
      resolve(end);
      void worker.terminate();
    };
    const abort = (): void => finish(cancelled(path));
    signal?.addEventListener('abort', abort);
    worker.on('message', async (message: LoadMessage) => {
      if (message.kind === 'end') return finish(message.end);
      await onChunk(message.chunk);
      worker.postMessage(TAKEN);
    });
    worker.on('error', (error) => finish(err(`${path} cannot be opened: ${error.message}.`)));
    worker.on('exit', () => finish(err(`${path} cannot be opened: its reader ended early.`)));
  });
}

function cancelled(path: string): Result<LoadedEnd> {
  return err(`Opening ${path} was cancelled.`);
}
