import { readIsoTime } from '../../base/iso-time.ts';
import type { ImportJournal } from './import-journal.ts';

/** Below this a number counts seconds since 1970, above it milliseconds. */
const FIRST_MILLISECONDS = 100_000_000_000;

/** Reads a time of another tool's file: ISO 8601 text, or seconds or milliseconds since 1970 as a number. */
export function entryTime(value: unknown, journal: ImportJournal): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) {
    return value < FIRST_MILLISECONDS ? value * 1000 : value;
  }
  const read = typeof value === 'string' ? readIsoTime(value) : undefined;
  if (read === undefined) {
    journal.note('Some entries have no readable time: they are shown at the time of the entry before.');
    return undefined;
  }
  if (!read.zoned)
    journal.note('The times in this file name no time zone: they are shown as if they were UTC.');
  return read.epochMs;
}
