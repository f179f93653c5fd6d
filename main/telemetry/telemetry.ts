import type { KnownRecord } from '../../app/frame/record.ts';
import { WorkerThread } from '../system/worker-channel.ts';
import type { SpanCount, TelemetryPlan } from './otlp-sender.ts';
import { TelemetryGate } from './telemetry-gate.ts';
import type { TelemetryWorker } from './telemetry-worker.ts';

const BATCH = 256;
/** How long a batch waits for more, in milliseconds. */
const BATCH_MS = 100;

/** Hands the records of one log to the thread that sends telemetry. Never waits, and never throws. */
export class Telemetry {
  readonly #thread: WorkerThread<TelemetryWorker>;
  #batch: KnownRecord[] = [];
  readonly #gate = new TelemetryGate();
  #isDue = false;
  /** What the thread has said last. */
  #known: SpanCount = { made: 0, delivered: 0, reason: '' };

  /** Of the log that started then, in ISO 8601. */
  constructor(plan: TelemetryPlan, startedAt: string) {
    this.#thread = new WorkerThread<TelemetryWorker>({
      script: plan.script,
      functions: {},
      faultOf: (message) => message,
      data: { ...plan, startedAt },
      isQuiet: true,
    });
    this.#thread.unref();
  }

  /** The spans that the collector has taken and those that it has not, as far as the thread has said. */
  get count() {
    const { made, delivered, reason } = this.#known;
    return { delivered, dropped: made - delivered + this.#gate.missedCalls, reason };
  }

  take(record: KnownRecord): void {
    this.#batch.push(...this.#gate.take(record));
    if (this.#batch.length >= BATCH) this.#hand();
    else if (this.#batch.length > 0 && !this.#isDue) {
      this.#isDue = true;
      setTimeout(() => this.#hand(), BATCH_MS).unref();
    }
  }

  /** Sends what waits, for this long at the most; gives a sentence about what was lost, empty for nothing. */
  async close(maxMs: number): Promise<string> {
    this.#hand();
    const late = new Promise<undefined>((resolve) => void setTimeout(() => resolve(undefined), maxMs));
    // A thread that has judged all answers in half of the time.
    const count = await Promise.race([this.#thread.call('close', maxMs / 2), late]);
    void this.#thread.end('the log has ended');
    if (count?.ok) this.#known = count.value;
    const { calls, missedCalls } = this.#gate;
    // What a thread that is too slow has not said by now was not delivered, as far as anybody knows.
    return lostText(count?.ok ? count.value : { ...this.#known, made: calls }, missedCalls);
  }

  #hand(): void {
    this.#isDue = false;
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    void this.#thread.call('take', batch).then((count) => {
      if (count.ok) this.#known = count.value;
      this.#gate.judged(batch);
    });
  }
}

/** What the collector did not get, as a sentence; `missed` calls came too fast to be judged. */
export function lostText({ made, delivered, reason }: SpanCount, missed: number): string {
  const dropped = made - delivered + missed;
  if (dropped === 0) return '';
  const why = reason === '' ? '' : ` (${reason})`;
  const causes = [
    made > delivered && `the collector did not take ${made - delivered}${why}`,
    missed > 0 && `${missed} came too fast`,
  ];
  return `${dropped} of ${made + missed} spans were dropped: ${causes.filter(Boolean).join(', ')}.`;
}
