import type { FrameRecord, KnownRecord } from '../../app/frame/record.ts';
import { WorkerThread } from '../system/worker-channel.ts';
import type { SpanCount, TelemetryData } from './otlp-sender.ts';
import type { TelemetryWorker } from './telemetry-worker.ts';

/** This many records wait to be judged for telemetry at the most, of this many characters together. */
const MAX_WAITING = 8192;
const MAX_CHARS = 64_000_000;
const BATCH = 256;
/** How long a batch waits for more, in milliseconds. */
const BATCH_MS = 100;

/** Hands the records of one log to the thread that sends telemetry. Never waits, and never throws. */
export class Telemetry {
  readonly #thread: WorkerThread<TelemetryWorker>;
  readonly #startedAt: string;
  #batch: KnownRecord[] = [];
  #chars = 0;
  readonly #waiting = { records: 0, chars: 0 };
  /** The calls of the frames that came too fast, and these frames since the last record that was handed on. */
  #missedCalls = 0;
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

  /** What comes faster than it is judged is left out until half of what waits has been judged. */
  take(record: KnownRecord): void {
    if (record.type !== 'frame') {
      this.#add(record, 0);
      return;
    }
    const { raw = '' } = record;
    const { records, chars } = this.#waiting;
    const share = this.#missed > 0 ? 2 : 1;
    if (records * share < MAX_WAITING && (chars + raw.length) * share < MAX_CHARS) {
      if (this.#missed > 0) this.#add(gapBefore(record, this.#missed), 0);
      this.#missed = 0;
      this.#add(record, raw.length);
      return;
    }
    this.#missed += 1;
    if (record.direction === 'client-to-server' && /"id"\s*:/.test(raw) && /"method"\s*:/.test(raw))
      this.#missedCalls += 1;
  }

  #add(record: KnownRecord, chars: number): void {
    this.#waiting.records += 1;
    this.#waiting.chars += chars;
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
    return count.ok
      ? lostText(count.value, this.#missedCalls)
      : `Telemetry ended early: ${fault || count.error}.`;
  }

  #hand(): void {
    this.#isDue = false;
    const [batch, chars] = [this.#batch, this.#chars];
    this.#batch = [];
    this.#chars = 0;
    if (batch.length === 0) return;
    void this.#thread.call('take', this.#startedAt, batch).then(() => {
      this.#waiting.records -= batch.length;
      this.#waiting.chars -= chars;
    });
  }
}

/** Says that frames are missing: calls that were open there have no end. */
function gapBefore({ seq, at, session }: FrameRecord, count: number): KnownRecord {
  return { type: 'dropped', seq, at, session, count, reason: 'telemetry could not keep up' };
}

/** What the collector did not get, as a sentence; `missed` calls came too fast to be judged. */
export function lostText({ made, delivered, reason }: SpanCount, missed: number): string {
  const dropped = made - delivered + missed;
  if (dropped === 0) return '';
  const causes = [
    ...(made === delivered
      ? []
      : [`the collector did not take ${made - delivered}${reason === '' ? '' : ` (${reason})`}`]),
    ...(missed === 0 ? [] : [`${missed} came too fast`]),
  ];
  return `${dropped} of ${made + missed} spans were dropped: ${causes.join(', ')}.`;
}
