import { parentPort, workerData } from 'node:worker_threads';
import { loadAnyRecording } from './load-any-recording.ts';
import type { ChunkTaken, LoadMessage, LoadWorkerData } from './load-message.ts';

/** How many chunks may be on their way, so that a fast reader does not fill the memory. */
const CHUNKS_AHEAD = 4;

const port = parentPort;
if (port === null) throw new Error('open-worker.js runs as a worker thread only');
const { path, copyTo } = workerData as LoadWorkerData;

let ahead = 0;
let goOn: (() => void) | undefined;
port.on('message', (_: ChunkTaken) => {
  ahead -= 1;
  goOn?.();
});

const end = await loadAnyRecording(path, copyTo, {
  onChunk: async (chunk) => {
    ahead += 1;
    tell({ kind: 'chunk', chunk });
    if (ahead >= CHUNKS_AHEAD) await new Promise<void>((resolve) => (goOn = resolve));
  },
});
tell({ kind: 'end', end });
port.close();

function tell(message: LoadMessage): void {
  port?.postMessage(message, message.kind === 'chunk' ? [message.chunk.places.buffer as ArrayBuffer] : []);
}
