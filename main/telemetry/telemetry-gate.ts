import type { FrameRecord, KnownRecord } from '../../app/frame/record.ts';

/** This many frames of one second are judged at the most: it costs about a twentieth of a processor. */
export const MAX_A_SECOND = 2000;
/** This many records wait to be judged at the most, of this many characters together. */
const MAX_WAITING = 8192;
const MAX_CHARS = 64_000_000;

/** Decides which records are judged for telemetry: what comes too fast is left out and counted. */
export class TelemetryGate {
  /** Calls that were let through. */
  calls = 0;
  /** Calls that were left out. */
  missedCalls = 0;
  #missed = 0;
  #waiting = 0;
  #chars = 0;
  #second = -1;
  #taken = 0;

  /** The records to judge: none of a frame that is left out, and before the next one a record that says how many were. */
  take(record: KnownRecord): readonly KnownRecord[] {
    if (record.type !== 'frame') return this.#let(record);
    if (this.#isTooFast(record)) {
      this.#missed += 1;
      if (isRequest(record)) this.missedCalls += 1;
      return [];
    }
    const gap = this.#missed === 0 ? [] : this.#let(gapBefore(record, this.#missed));
    this.#missed = 0;
    if (isRequest(record)) this.calls += 1;
    return [...gap, ...this.#let(record)];
  }

  /** These records have been judged. */
  judged(records: readonly KnownRecord[]): void {
    this.#waiting -= records.length;
    for (const record of records) this.#chars -= charsOf(record);
  }

  #let(record: KnownRecord): readonly KnownRecord[] {
    this.#waiting += 1;
    this.#chars += charsOf(record);
    return [record];
  }

  #isTooFast(record: FrameRecord): boolean {
    const second = Math.floor(record.at / 1000);
    if (second !== this.#second) this.#taken = 0;
    this.#second = second;
    // A gap lasts a while: each one leaves calls without an end.
    const share = this.#missed > 0 ? 2 : 1;
    const isFull =
      this.#waiting * share >= MAX_WAITING || (this.#chars + charsOf(record)) * share > MAX_CHARS;
    if (isFull || this.#taken >= MAX_A_SECOND) return true;
    this.#taken += 1;
    return false;
  }
}

function charsOf(record: KnownRecord): number {
  return record.type === 'frame' ? (record.raw ?? record.rawBase64 ?? '').length : 0;
}

function isRequest({ direction, raw = '' }: FrameRecord): boolean {
  return direction === 'client-to-server' && raw.includes('"id"') && raw.includes('"method"');
}

/** Says that frames are missing: calls that were open there have no end. */
function gapBefore({ seq, at, session }: FrameRecord, count: number): KnownRecord {
  return { type: 'dropped', seq, at, session, count, reason: 'telemetry could not keep up' };
}
