import { parentPort, workerData } from 'node:worker_threads';
import type { ExportJob } from './export-job.ts';
import { runExportJob } from './run-export-job.ts';

// Runs as a worker thread: reads a recording's file, and tells what came of it.
parentPort?.postMessage(runExportJob(workerData as ExportJob));
