import { type FrameRecord, type KnownRecord, shownFrame } from '../../../app/frame/record.ts';
import type { Row } from '../../../app/frame/row.ts';
import { type Envelope, readEnvelope } from '../../../app/wire/envelope.ts';

/** A frame with its line and the reading of it. */
export type ReadFrame = {
  readonly row: Row;
  readonly record: FrameRecord;
  readonly raw: string;
  readonly envelope: Envelope;
};

const kept = new WeakMap<FrameRecord, Omit<ReadFrame, 'row'>>();

/** Reads a frame's line once for all pages: parsing 5 MB takes some 50 ms. */
export function readFrame(record: KnownRecord | undefined, row: Row | undefined): ReadFrame | undefined {
  if (record?.type !== 'frame' || row === undefined) return undefined;
  const known = kept.get(record);
  if (known !== undefined) return { ...known, row };
  const raw = shownFrame(record);
  const read = { record, raw, envelope: readEnvelope(raw) };
  kept.set(record, read);
  return { ...read, row };
}
