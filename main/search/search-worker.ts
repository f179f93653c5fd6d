import { workerData } from 'node:worker_threads';
import { serveOwner } from '../system/worker-channel.ts';
import type { SearchedPart } from './search-part.ts';
import { type ScanSink, SearchScan, type SearchWorkerData } from './search-scan.ts';

// Runs as a worker thread: searches recordings and texts for one search.

export type SearchWorker = typeof functions;

const scan = new SearchScan(workerData as SearchWorkerData, {
  found: (seqs, scanned) => owner.found(seqs, scanned),
  lines: (found) => owner.lines(found),
});
const functions = {
  lines: (part: SearchedPart) => scan.lines(part),
  whole: (file: string, session: string) => scan.whole(file, session),
  texts: (texts: readonly (readonly [number, string])[]) => scan.texts(texts),
  ranges: (text: string) => scan.ranges(text),
};

const owner = serveOwner<ScanSink, SearchWorker>(functions);
