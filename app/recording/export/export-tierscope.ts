import { encodeHeader, encodeRecord } from '../encode-record.ts';
import type { RecordingContent } from './recording-content.ts';

/** A recording of Tierscope's own, one line per piece. */
export function* exportTierscope({ header, records }: RecordingContent): Generator<string> {
  yield `${encodeHeader(header)}\n`;
  for (const record of records) yield `${encodeRecord(record)}\n`;
}
