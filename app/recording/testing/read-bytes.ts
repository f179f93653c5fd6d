import type { KnownRecord } from '../../frame/record.ts';
import { LineSplitter } from '../../wire/line-splitter.ts';
import { MAX_RECORD_BYTES, RecordingReader } from '../recording-reader.ts';

/** Reads a whole recording from memory. */
export function readBytes(bytes: Uint8Array): { records: KnownRecord[]; reader: RecordingReader } {
  const reader = new RecordingReader();
  const splitter = new LineSplitter(MAX_RECORD_BYTES);
  const lines = splitter.push(bytes).map((line) => reader.read(line, true));
  const rest = splitter.flush();
  if (rest !== undefined) lines.push(reader.read(rest, false));
  reader.end();
  return { records: lines.filter((record) => record !== undefined), reader };
}

export function readText(text: string): { records: KnownRecord[]; reader: RecordingReader } {
  return readBytes(new TextEncoder().encode(text));
}
