import { dirname } from 'node:path';
import { workerData } from 'node:worker_threads';
import { createRecorder } from '../recording/recorder.ts';
import { openRecordingSink } from '../recording/recording-sink.ts';
import type { RecordBody } from '../session/record-body.ts';
import { ownFolder } from '../system/own-folder.ts';
import { serveOwner } from '../system/worker-channel.ts';
import { HttpTapRecording } from './http-tap-recording.ts';
import { type PackedBatch, type TapWriterData, unpackBatch } from './tap-message.ts';
import { TapRecording } from './tap-recording.ts';

// The thread that writes the recording of a tap. Its clock is that of the traffic: the last time that it got.

/** After this many bytes of one batch the owner hears that the thread goes on. */
const REPORT_BYTES = 512 * 1024;

const { file, startedAt, epoch, version, ...about } = workerData as TapWriterData;
let lastAt = epoch;
const waiting: (() => Promise<void>)[] = [];
let isWorking = false;

const store = createRecorder({
  file,
  startedAt,
  app: { name: 'tierscope', version },
  // What the recording lost is counted in the recording.
  onFault: () => undefined,
  onDropped: (count, reason) => recording.record({ type: 'dropped', count, reason }, lastAt),
  onMoved: (label) => recording.record({ type: 'mark', label }, lastAt),
  now: () => lastAt - epoch,
  openSink: async (path) => {
    // A folder that another user put there must not get the traffic.
    const own = await ownFolder(dirname(path), { look: 'folder' });
    if (!own.ok) throw new Error(own.error);
    return openRecordingSink(path);
  },
});
const recording =
  'command' in about ? new TapRecording(store, epoch, about) : new HttpTapRecording(store, epoch, about);

/** What the worker does, in the order of the calls; each gives its answer when that is recorded. */
export type TapWriter = typeof functions;

/** What the owner of the worker does: `working` says that a long batch is being recorded. */
export type TapOwner = { working(): void };

const functions = {
  /** A thread that runs may still be reading its script. */
  ready: () => undefined,
  record: inTurn((body: RecordBody, at: number) => {
    lastAt = at;
    recording.record(body, at);
  }),
  copied: inTurn((batch: PackedBatch) => {
    takeBatch(batch);
    lastAt = Math.max(lastAt, batch.at);
  }),
  close: inTurn(() => recording.close()),
};

const owner = serveOwner<TapOwner, TapWriter>(functions);

/** A port hands over all its messages at once: the disk gets its turn between two of them anyway. */
function inTurn<Args extends readonly unknown[], Value>(
  work: (...args: Args) => Value,
): (...args: Args) => Promise<Awaited<Value>> {
  return (...args) =>
    new Promise((resolve, reject) => {
      waiting.push(async () => {
        try {
          resolve(await work(...args));
        } catch (error) {
          reject(error);
        }
      });
      if (!isWorking) workOff();
    });
}

function workOff(): void {
  const work = waiting.shift();
  isWorking = work !== undefined;
  if (work === undefined) return;
  void work();
  setImmediate(workOff);
}

function takeBatch(batch: PackedBatch): void {
  let bytes = 0;
  for (const copied of unpackBatch(batch)) {
    recording.copied(copied);
    bytes += 'chunk' in copied ? copied.chunk.length : 0;
    if (bytes < REPORT_BYTES) continue;
    bytes = 0;
    void owner.working.asEvent();
  }
}
