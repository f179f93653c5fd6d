import { Worker } from 'node:worker_threads';
import { err } from '../../app/base/result.ts';
import type { ExportEnd, ExportJob } from './export-job.ts';
import { runExportJob } from './run-export-job.ts';

/** Reports that look at every message hold them all while they are written. */
const OLD_MB = 8192;

/**
 * Does the job in a worker thread, so that the app goes on meanwhile; without a script, in this thread.
 * `signal` calls it off.
 */
export function exportInWorker(
  script: string | undefined,
  job: ExportJob,
  signal?: AbortSignal,
): Promise<ExportEnd> {
  if (script === undefined) return Promise.resolve(runExportJob(job));
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve(err(CALLED_OFF));
    const worker = new Worker(script, {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: OLD_MB },
    });
    const finish = (end: ExportEnd): void => {
      signal?.removeEventListener('abort', abort);
      resolve(end);
      void worker.terminate();
    };
    const abort = (): void => finish(err(CALLED_OFF));
    signal?.addEventListener('abort', abort);
    worker.on('message', finish);
    worker.on('error', (error) => finish(err(`The export failed: ${error.message}.`)));
    worker.on('exit', () => finish(err('The export ended early.')));
  });
}

const CALLED_OFF = 'The export was called off.';
