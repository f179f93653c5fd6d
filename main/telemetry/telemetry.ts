import type { KnownRecord } from '../../app/frame/record.ts';
import { WorkerThread } from '../system/worker-channel.ts';
import type { SpanCount, TelemetryData } from './otlp-sender.ts';
import type { TelemetryWorker } from './telemetry-worker.ts';

/** Messages that wait to be judged for telemetry, in characters: beyond, they are not looked at, and counted. */
const MAX_WAITING = 64_000_000;
const BATCH = 256;
/** How long a batch waits for more, in milliseconds. */
const BATCH_MS = 100;

/** Hands the records of one log to the thread that sends telemetry. Never waits, and never throws. */
export class Telemetry {
  readonly #thread: WorkerThread<TelemetryWorker>;
  readonly #startedAt: string;
  #batch: KnownRecord[] = [];
  #chars = 0;
  #waiting = 0;
  #missed = 0;
  #isDue = false;

  constructor(script: string, data: TelemetryData, startedAt: string) {
    this.#startedAt = startedAt;
    this.#thread = new WorkerThread<TelemetryWorker>({
      script,
      functions: {},
      faultOf: (message) => message,
      data,
      isQuiet: true,
    });
    this.#thread.unref();
  }

  take(record: KnownRecord): void {
    const chars = record.type === 'frame' ? (record.raw ?? record.rawBase64 ?? '').length : 0;
    if (chars > 0 && this.#waiting + chars > MAX_WAITING) {
      this.#missed += 1;
      return;
    }
    this.#waiting += chars;
    this.#chars += chars;
    this.#batch.push(record);
    if (this.#batch.length >= BATCH) this.#hand();
    else if (!this.#isDue) {
      this.#isDue = true;
      setTimeout(() => this.#hand(), BATCH_MS).unref();
    }
  }

  /** Sends what waits, for this long at the most; gives a sentence about what was lost, empty for nothing. */
  async close(maxMs: number): Promise<string> {
    this.#hand();
    const late = new Promise<undefined>((resolve) => void setTimeout(() => resolve(undefined), 2 * maxMs));
    const count = await Promise.race([this.#thread.call('close', maxMs), late]);
    const { fault } = this.#thread;
    void this.#thread.end('the log has ended');
    if (count === undefined)
      return 'The thread that sends telemetry did not end in time: what it held is lost.';
    return count.ok ? lostText(count.value, this.#missed) : `Telemetry ended early: ${fault || count.error}.`;
  }

  #hand(): void {
    this.#isDue = false;
    const [batch, chars] = [this.#batch, this.#chars];
    this.#batch = [];
    this.#chars = 0;
    if (batch.length === 0) return;
    void this.#thread.call('take', this.#startedAt, batch).then(() => {
      this.#waiting -= chars;
    });
  }
}

/** What the collector did not get, as sentences. */
export function lostText({ made, delivered, reason }: SpanCount, missed: number): string {
  const dropped = made - delivered;
  const why = reason === '' ? '' : ` (${reason})`;
  return [
    ...(dropped === 0
      ? []
      : [`${dropped} of ${made} spans were dropped: the collector did not take them${why}.`]),
    ...(missed === 0 ? [] : [`${missed} messages came too fast to be looked at for telemetry.`]),
  ].join(' ');
}
