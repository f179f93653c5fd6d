import { err, ok, type Result } from '../base/result.ts';
import { stepsInTurns } from '../base/steps.ts';
import type { KnownRecord } from '../frame/record.ts';
import { readLineInSteps, upgradesFrom } from './read-line.ts';

/** Stands for a record whose line is so long that it is handed over in parts. */
export type LongRecord = {
  readonly type: 'long';
  readonly seq: number;
  /** The length of its line, in UTF-8. */
  readonly bytes: number;
  readonly version: number;
};

export type HandedRecord = KnownRecord | LongRecord;

export type LinePart = {
  readonly text: string;
  /** Where the next part begins, in bytes of the line; `bytes` of the record after the last part. */
  readonly next: number;
};

type LongRecordReader = {
  readonly read: (from: number) => Promise<Result<LinePart>>;
  /** Ends in another turn: joining 80 MB, parsing them and checking what they hold takes up to 0.3 s each. */
  readonly turn: () => Promise<void>;
};

/** Puts a long record together of its parts. Fails with the sentence of `read`, or if the line was changed. */
export async function wholeRecord(
  { seq, bytes, version }: LongRecord,
  { read, turn }: LongRecordReader,
): Promise<Result<KnownRecord>> {
  const parts: string[] = [];
  for (let from = 0; from < bytes; ) {
    const part = await read(from);
    if (!part.ok) return part;
    parts.push(part.value.text);
    // A part that leads nowhere would be asked for again and again.
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
