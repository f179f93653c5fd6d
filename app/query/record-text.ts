import { type KnownRecord, shownFrame } from '../frame/record.ts';
import { recordWords } from './record-words.ts';

/** The text of a record that a search reads: of a frame its line, else the words; empty for what is no row. */
export function recordText(record: KnownRecord): string {
  return record.type === 'frame' ? shownFrame(record) : recordWords(record);
}
