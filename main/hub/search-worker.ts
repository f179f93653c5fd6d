import { parentPort, workerData } from 'node:worker_threads';
import type { SearchOrder, SearchWorkerData } from './search-message.ts';
import { SearchScan } from './search-scan.ts';

const port = parentPort;
if (port === null) throw new Error('search-worker.js runs as a worker thread only');
const { search, beat } = workerData as SearchWorkerData;
const scan = new SearchScan(search, new Float64Array(beat), (news) => port.postMessage(news));
port.on('message', (order: SearchOrder) => void scan.take(order));
