import { err, type Result } from '../../app/base/result.ts';
import { WorkerThread } from '../system/worker-channel.ts';
import type { LoadOptions } from './load-recording.ts';
import type { LoadedEnd } from './loaded-chunk.ts';
import type { ChunkTaker, OpenWorker } from './open-worker.ts';

/** Exchanges outlive many small collections: a larger nursery copies them less often. */
const YOUNG_MB = 96;

/** Reads a recording in a worker thread, so that this thread only takes over what it finds. */
export async function loadInWorker(
  script: string,
  path: string,
  copyTo: string | undefined,
  { onChunk, signal }: LoadOptions,
): Promise<Result<LoadedEnd>> {
  const cancelled = `Opening ${path} was cancelled.`;
  if (signal?.aborted === true) return err(cancelled);
  const thread = new WorkerThread<OpenWorker, ChunkTaker>({
    script,
    functions: { takeChunk: onChunk },
    faultOf: (message) => `${path} cannot be opened: ${message}.`,
    limits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const abort = (): void => void thread.end(cancelled);
  signal?.addEventListener('abort', abort);
  const end = await thread.call('load', path, copyTo);
  signal?.removeEventListener('abort', abort);
  void thread.end('its work is done');
  return end.ok ? end.value : end;
}
