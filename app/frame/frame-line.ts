import { type LineText, shownLine } from '../wire/line-text.ts';
import type { FrameRecord } from './record.ts';

/** The line of a frame record as the wire had it. */
export function frameLine({ raw, rawBase64 }: FrameRecord): LineText {
  return raw !== undefined ? { raw } : { rawBase64: rawBase64 ?? '' };
}

/** The line of a frame record for display. */
export function shownFrame(record: FrameRecord): string {
  return shownLine(frameLine(record));
}
