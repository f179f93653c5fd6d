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
import { chunkOf, type PackedBatch, type TapWriterData, unpackBatch } from './tap-message.ts';
import { TapRecording, type TapStore } from './tap-recording.ts';

// The worker that writes a tap's recording. Its clock is the traffic's: the last time that it received.

/** How long the end of a tap waits for its collector, in milliseconds: a host waits for the tap. */
const TELEMETRY_MS = 1500;
const SENDER_MS = 1500;

const {
  file,
  startedAt,
  epoch,
  version,
  telemetry: sends,
  to,
  taken,
  ...about
} = workerData as TapWriterData;
let lastAt = epoch;
/** The bytes of all batches. */
let given = 0;

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
    return openRecordingSink(path, { waits: true });
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

const functions = {
  /** Answers once the file is open. */
  ready: () => undefined,
  record: (body: RecordBody, at: number) => {
    lastAt = at;
    recording.record(body, at);
  },
  /** Writes the batch before the next one is taken, so a killed tap loses no more than what was not handed over. */
  copied: (batch: PackedBatch) => {
    takeBatch(batch);
    lastAt = Math.max(lastAt, batch.at);
    void store.settle();
  },
  /** Gives what telemetry and the window elsewhere lack, as sentences. */
  close: async () => {
    const recorded = recording.close().then(() => sender?.close(SENDER_MS));
    const lost = await Promise.all([telemetry?.close(TELEMETRY_MS), recorded]);
    return lost.filter(Boolean).join(' ');
  },
};

// A port delivers all its messages at once: until the file is open, they wait there.
await store.settle();
serveOwner<object, TapWriter>(functions);

function takeBatch(batch: PackedBatch): void {
  let bytes = given;
  given += batch.bytes.length;
  try {
    for (const copied of unpackBatch(batch)) {
      recording.copied(copied);
      bytes += chunkOf(copied).length;
      count(bytes);
    }
  } finally {
    count(given);
  }
}

function count(bytes: number): void {
  if (taken !== undefined) Atomics.store(taken, 0, BigInt(bytes));
}
