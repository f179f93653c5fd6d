import type { Result } from '../../app/base/result.ts';
import { callInThread, type WorkerThread } from '../system/worker-channel.ts';
import type { LoadOptions } from './load-recording.ts';
import type { LoadedEnd } from './loaded-chunk.ts';
import type { ChunkTaker, OpenWorker } from './open-worker.ts';

/** Exchanges outlive many small collections: a larger nursery copies them less often. */
const YOUNG_MB = 96;

/** Reads a recording in a worker thread, so that this thread only takes over what it finds. */
export function loadInWorker(
  script: string,
  path: string,
  copyTo: string | undefined,
  { onChunk, signal, project }: LoadOptions,
): Promise<Result<LoadedEnd>> {
  const options = {
    script,
    functions: { takeChunk: onChunk },
    faultOf: (message: string) => `${path} cannot be opened: ${message}.`,
    limits: { maxYoungGenerationSizeMb: YOUNG_MB },
    signal,
    cancelled: `Opening ${path} was cancelled.`,
  };
  return callInThread(options, (thread: WorkerThread<OpenWorker, ChunkTaker>) =>
    thread.call('load', path, copyTo, project),
  );
}
