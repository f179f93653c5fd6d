import { err, ok, type Result } from '../base/result.ts';
import { stepsInTurns } from '../base/steps.ts';
import type { KnownRecord } from '../frame/record.ts';
import { readLineInSteps, upgradesFrom } from './read-line.ts';

/** Replaces a record whose line is so long that it is sent in parts. */
export type LongRecord = {
  readonly type: 'long';
  readonly seq: number;
  /** The length of its line in UTF-8 bytes. */
  readonly bytes: number;
  readonly version: number;
};

export type DeliveredRecord = KnownRecord | LongRecord;

export type LinePart = {
  readonly text: string;
  /** Where the next part starts, in bytes of the line; the record's `bytes` after the last part. */
  readonly next: number;
};

type LongRecordReader = {
  readonly read: (from: number) => Promise<Result<LinePart>>;
  /** Yields to the event loop: joining 80 MB, parsing it and checking its content take up to 0.3 s each. */
  readonly turn: () => Promise<void>;
};

/** Assembles a long record from its parts. Fails with the sentence of `read`, or if the line was changed. */
export async function fullRecord(
  { seq, bytes, version }: LongRecord,
  { read, turn }: LongRecordReader,
): Promise<Result<KnownRecord>> {
  const parts: string[] = [];
  for (let from = 0; from < bytes; ) {
    const part = await read(from);
    if (!part.ok) return part;
    parts.push(part.value.text);
    // A part that does not advance would be requested again and again.
    from = part.value.next > from ? part.value.next : bytes;
  }
  const upgrades = upgradesFrom(version);
  if (!upgrades.ok) return upgrades;
  const text = parts.join('');
  await turn();
  const line = await stepsInTurns(readLineInSteps(text, upgrades.value), turn);
  if (line.kind !== 'record' || line.record.seq !== seq)
    return err(`The line of record ${seq} was changed while it was read.`);
  return ok(line.record);
}
