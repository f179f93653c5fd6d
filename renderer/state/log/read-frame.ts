import { onceForEach } from '../../../app/base/object-memo.ts';
import { stepsInTurns } from '../../../app/base/steps.ts';
import { type FrameRecord, type KnownRecord, knowShown, shownFrame } from '../../../app/frame/record.ts';
import type { Row } from '../../../app/frame/row.ts';
import {
  type Envelope,
  readMessage,
  readMessageInSteps,
  type WireMessage,
} from '../../../app/wire/envelope.ts';
import { shownBase64InSteps } from '../../../app/wire/line-text.ts';
import { yieldPicture } from '../host/yield-turn.ts';
import { records, useRecord } from './use-record.ts';

/** A frame with its line and the reading of it. */
export type ReadFrame = WireMessage & {
  readonly row: Row;
  readonly record: FrameRecord;
  readonly raw: string;
};

/** From here on a line takes longer to read than a frame of the screen lasts, in UTF-16 code units. */
export const LONG_LINE = 500_000;

const readings = new WeakMap<FrameRecord, WireMessage>();

/** The reading of a record's line, made once for all pages and lists: parsing 5 MB takes some 50 ms. */
export const readingOf = onceForEach(
  (record: FrameRecord): WireMessage => readMessage(shownFrame(record)),
  readings,
);

export function readFrame(record: KnownRecord | undefined, row: Row | undefined): ReadFrame | undefined {
  if (record?.type !== 'frame' || row === undefined) return undefined;
  return { ...readingOf(record), row, record, raw: shownFrame(record) };
}

/** What the message of `seq` says; undefined if there is none, or if it cannot be read. */
export async function fetchEnvelope(session: string, seq: number): Promise<Envelope | undefined> {
  const fetched = await records.fetch(session, seq);
  return fetched.ok ? envelopeOf(fetched.value) : undefined;
}

/** The same for a component; undefined also while it is read. */
export function useEnvelope(session: string, seq: number | null): Envelope | undefined {
  const record = useRecord(session, seq);
  return seq !== null && record.kind === 'here' ? envelopeOf(record.value) : undefined;
}

function envelopeOf(record: KnownRecord | undefined): Envelope | undefined {
  return record?.type === 'frame' ? readingOf(record).envelope : undefined;
}

/** True for a frame that is to be read in a turn of its own before anything is drawn of it. */
export function isUnreadAndLong(record: KnownRecord | undefined): record is FrameRecord {
  if (record?.type !== 'frame' || readings.has(record)) return false;
  return (record.raw ?? record.rawBase64 ?? '').length > LONG_LINE;
}

/** Reads a long line in turns of its own, so that input and painting come before it, between its steps, and after it. */
export async function readInTurn(record: FrameRecord): Promise<WireMessage> {
  if (!isUnreadAndLong(record)) return readingOf(record);
  await yieldPicture();
  const { rawBase64 } = record;
  if (rawBase64 !== undefined)
    knowShown(record, await stepsInTurns(shownBase64InSteps(rawBase64), yieldPicture));
  const reading = await stepsInTurns(readMessageInSteps(shownFrame(record)), yieldPicture);
  readings.set(record, reading);
  await yieldPicture();
  return reading;
}
