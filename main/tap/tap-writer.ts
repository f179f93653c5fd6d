import { parentPort, workerData } from 'node:worker_threads';
import { createRecorder } from '../recording/recorder.ts';
import {
  type PackedBatch,
  type TapAnswer,
  type TapMessage,
  type TapWriterData,
  unpackBatch,
} from './tap-message.ts';
import { TapRecording } from './tap-recording.ts';

// The thread that writes the recording of a tap. Its clock is that of the traffic: the last time it was told.

const SAY_BYTES = 512 * 1024;

const port = parentPort;
if (port === null) throw new Error('tap-writer.js runs as a worker thread only');
const { file, startedAt, epoch, version, ...about } = workerData as TapWriterData;
let lastAt = epoch;

const store = createRecorder({
  file,
  startedAt,
  app: { name: 'tierscope', version },
  // What the recording lost is counted in the recording.
  onFault: () => undefined,
  onDropped: (count) => recording.dropped(count, 'records', lastAt),
  now: () => lastAt - epoch,
});
const recording = new TapRecording(store, epoch, about);

const waiting: TapMessage[] = [];
let isWorking = false;

// A port hands over all its messages at once: the disk gets its turn between two of them all the same.
port.on('message', (message: TapMessage) => {
  waiting.push(message);
  if (!isWorking) workOff();
});

function workOff(): void {
  const message = waiting.shift();
  isWorking = message !== undefined;
  if (message === undefined) return;
  take(message);
  setImmediate(workOff);
}

function take(message: TapMessage): void {
  if ('at' in message) lastAt = message.at;
  switch (message.kind) {
    case 'spawned':
      recording.spawned(message.pid, message.at);
      return;
    case 'spawn-failed':
      recording.spawnFailed(message.message, message.at);
      return;
    case 'exited':
      recording.exited(message.exitCode, message.signal, message.at);
      return;
    case 'dropped':
      recording.dropped(message.bytes, 'bytes', message.at);
      return;
    case 'copied':
      record(message.batch);
      lastAt = Math.max(lastAt, message.batch.parts.at(-1)?.at ?? lastAt);
      answer({ kind: 'taken' });
      return;
    case 'close':
      void recording.close().then(() => answer({ kind: 'closed' }));
  }
}

/** Says from time to time that it goes on: a batch of many megabytes takes seconds on a busy machine. */
function record(batch: PackedBatch): void {
  let bytes = 0;
  for (const copied of unpackBatch(batch)) {
    recording.copied(copied);
    bytes += copied.kind === 'bytes' ? copied.chunk.length : 0;
    if (bytes < SAY_BYTES) continue;
    bytes = 0;
    answer({ kind: 'working' });
  }
}

function answer(said: TapAnswer): void {
  port?.postMessage(said);
}
