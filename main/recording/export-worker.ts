import { serveOwner } from '../system/worker-channel.ts';
import { runExportJob } from './exported-pieces.ts';

// Runs as a worker thread: reads a recording's file and exports from it.

export type ExportWorker = typeof functions;

const functions = { runExportJob };

serveOwner<object, ExportWorker>(functions);
