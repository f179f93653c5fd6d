import { workerData } from 'node:worker_threads';
import { serveOwner } from '../system/worker-channel.ts';
import { type FoundTaker, SearchScan, type SearchWorkerData } from './search-scan.ts';

// Runs as a worker thread: searches recordings and texts for one search.

/** What the worker does. */
export type SearchWorker = typeof functions;

const scan = new SearchScan(workerData as SearchWorkerData, {
  found: (seqs, scanned) => owner.found(seqs, scanned),
});
const functions = {
  file: (file: string, session: string) => scan.file(file, session),
  texts: (texts: readonly (readonly [number, string])[]) => scan.texts(texts),
  ranges: (text: string) => scan.ranges(text),
};

const owner = serveOwner<FoundTaker, SearchWorker>(functions);
