import { err } from '../../app/base/result.ts';
import { WorkerThread } from '../system/worker-channel.ts';
import { type ExportEnd, type ExportJob, runExportJob } from './export-job.ts';
import type { ExportWorker } from './export-worker.ts';

/** Reports that look at every message hold them all while they are written. */
const OLD_MB = 8192;
const CANCELLED = 'The export was cancelled.';

/**
 * Does the job in a worker thread, so that the app goes on meanwhile; without a script, in this thread.
 * `signal` cancels it.
 */
export async function exportInWorker(
  script: string | undefined,
  job: ExportJob,
  signal?: AbortSignal,
): Promise<ExportEnd> {
  if (script === undefined) return runExportJob(job);
  if (signal?.aborted === true) return err(CANCELLED);
  const thread = new WorkerThread<ExportWorker>({
    script,
    functions: {},
    faultOf: (message) => `The export failed: ${message}.`,
    limits: { maxOldGenerationSizeMb: OLD_MB },
  });
  const abort = (): void => void thread.end(CANCELLED);
  signal?.addEventListener('abort', abort);
  const end = await thread.call('runExportJob', job);
  signal?.removeEventListener('abort', abort);
  void thread.end('its work is done');
  return end.ok ? end.value : end;
}
