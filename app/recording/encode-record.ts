import type { Header, KnownRecord } from '../frame/record.ts';

/** The header as the first line of a recording, without its line feed. */
export function encodeHeader(header: Header): string {
  return JSON.stringify(header);
}

/**
 * A record as one line, without its line feed. Raw text is stored as given, and unknown fields are kept.
 * Throws only for a record that holds what JSON cannot, such as a bigint.
 */
export function encodeRecord(record: KnownRecord): string {
  return JSON.stringify(record);
}
