import { dirname } from 'node:path';
import { workerData } from 'node:worker_threads';
import { createRecorder } from '../recording/recorder.ts';
import { openRecordingSink } from '../recording/recording-sink.ts';
import type { RecordBody } from '../session/record-body.ts';
import { ownFolder } from '../system/own-folder.ts';
import { serveOwner } from '../system/worker-channel.ts';
import { Telemetry } from '../telemetry/telemetry.ts';
import { HttpTapRecording } from './http-tap-recording.ts';
import { RecordingSender } from './recording-sender.ts';
import { type PackedBatch, type TapWriterData, unpackBatch } from './tap-message.ts';
import { TapRecording, type TapStore } from './tap-recording.ts';

// The worker that writes a tap's recording. Its clock is the traffic's: the last time that it received.

/** How long the end of a tap waits for its collector, in milliseconds: a host waits for the tap. */
const TELEMETRY_MS = 1500;
const SENDER_MS = 1500;
/** After this many bytes of one batch, the worker reports progress to its owner. */
const REPORT_BYTES = 512 * 1024;

const { file, startedAt, epoch, version, telemetry: sends, to, ...about } = workerData as TapWriterData;
let lastAt = epoch;
const waiting: (() => Promise<void>)[] = [];
let isWorking = false;

const store = createRecorder({
  file,
  startedAt,
  app: { name: 'tierscope', version },
  // Losses are counted in the recording itself.
  onFault: () => undefined,
  onDropped: (count, reason) => recording.record({ type: 'dropped', count, reason }, lastAt),
  onMoved: (label) => recording.record({ type: 'mark', label }, lastAt),
  now: () => lastAt - epoch,
  openSink: async (path) => {
    // The traffic must not go to a folder that another user planted.
    const own = await ownFolder(dirname(path), { look: 'folder' });
    if (!own.ok) throw new Error(own.error);
    return openRecordingSink(path);
  },
});
const sender = to === undefined ? undefined : new RecordingSender(() => store.file, to);
const telemetry = sends && new Telemetry(sends, startedAt);
/** The recording comes first. */
const both: TapStore = {
  append: (record) => {
    store.append(record);
    telemetry?.take(record);
  },
  close: () => store.close(),
};
const recording =
  'command' in about ? new TapRecording(both, epoch, about) : new HttpTapRecording(both, epoch, about);

/** The functions of the worker, executed in the order of the calls; each answers once its data is recorded. */
export type TapWriter = typeof functions;

/** The functions of the worker's owner: `working` reports that a long batch is in progress. */
export type TapOwner = { working(): void };

const functions = {
  /** Answers once the running thread has loaded its script. */
  ready: () => undefined,
  record: inTurn((body: RecordBody, at: number) => {
    lastAt = at;
    recording.record(body, at);
  }),
  copied: inTurn((batch: PackedBatch) => {
    takeBatch(batch);
    lastAt = Math.max(lastAt, batch.at);
  }),
  /** Gives what telemetry and the window elsewhere lack, as sentences. */
  close: inTurn(async () => {
    const recorded = recording.close().then(() => sender?.close(SENDER_MS));
    const lost = await Promise.all([telemetry?.close(TELEMETRY_MS), recorded]);
    return lost.filter(Boolean).join(' ');
  }),
};

const owner = serveOwner<TapOwner, TapWriter>(functions);

/** A port delivers all its messages at once; this lets the disk have its turn between two of them. */
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
