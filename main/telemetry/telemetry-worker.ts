import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { KnownRecord } from '../../app/frame/record.ts';
import { LiveSpans } from '../../app/report/telemetry/live-spans.ts';
import { serveOwner } from '../system/worker-channel.ts';
import { OtlpSender, type SpanCount, type TelemetryPlan } from './otlp-sender.ts';

// The thread that judges a log for telemetry and sends it: nothing that it does holds up the traffic or the recording.

const { payloads, startedAt, ...target } = workerData as TelemetryPlan & { readonly startedAt: string };
const sender = new OtlpSender(target);
const log = new LiveSpans({
  startedAt,
  payloads,
  onCall: (call) => sender.send(call),
  onUnread: (why, service) => sender.unread(why, service),
  onLost: (count) => sender.lost(count),
});

lowerPriority();

/** What the worker does; each call is answered when its records have been judged. */
export type TelemetryWorker = typeof functions;

const functions = {
  take: (records: readonly KnownRecord[]): SpanCount => {
    for (const record of records) log.take(record);
    return sender.count;
  },
  /** Sends the open calls too, and what waits, for this long at the most. */
  close: (maxMs: number): Promise<SpanCount> => {
    log.finish();
    return sender.close(maxMs);
  },
};

serveOwner<object, TelemetryWorker>(functions);

/** Linux gives each thread a priority of its own: the traffic comes first. Elsewhere the threads are equal. */
function lowerPriority(): void {
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1);
    setPriority(Number(thread), constants.priority.PRIORITY_LOW);
  } catch {
    // Without a priority it is slower for the traffic, and right all the same.
  }
}
