import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { KnownRecord } from '../../app/frame/record.ts';
import { LiveSpans } from '../../app/report/telemetry/live-spans.ts';
import { serveOwner } from '../system/worker-channel.ts';
import { OtlpSender, type SpanCount, type TelemetryData } from './otlp-sender.ts';

// The thread that judges a log for telemetry and sends it: nothing that it does holds up the traffic or the recording.

const { payloads, ...target } = workerData as TelemetryData;
const sender = new OtlpSender(target);
lowerPriority();

/** By the start of each log, which its spans' ids are made of. */
const logs = new Map<string, LiveSpans>();

/** What the worker does; each call is answered when its records have been judged. */
export type TelemetryWorker = typeof functions;

const functions = {
  take: (startedAt: string, records: readonly KnownRecord[]): void => {
    const log = logOf(startedAt);
    for (const record of records) log.take(record);
  },
  /** A log is over: its open calls are sent too. */
  finish: (startedAt: string): void => {
    logs.get(startedAt)?.finish();
    logs.delete(startedAt);
  },
  close: (maxMs: number): Promise<SpanCount> => {
    for (const log of logs.values()) log.finish();
    return sender.close(maxMs);
  },
};

serveOwner<object, TelemetryWorker>(functions);

function logOf(startedAt: string): LiveSpans {
  const known = logs.get(startedAt);
  if (known !== undefined) return known;
  const log = new LiveSpans({
    startedAt,
    payloads,
    onCall: (call) => sender.send(call),
    onUnread: (why, service) => sender.unread(why, service),
    onLost: (count) => sender.lost(count),
  });
  logs.set(startedAt, log);
  return log;
}

/** Linux gives each thread a priority of its own: the traffic comes first. Elsewhere the threads are equal. */
function lowerPriority(): void {
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1);
    setPriority(Number(thread), constants.priority.PRIORITY_LOW);
  } catch {
    // Without a priority it is slower for the traffic, and right all the same.
  }
}
