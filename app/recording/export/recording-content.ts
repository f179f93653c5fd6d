import { readIsoTime } from '../../base/iso-time.ts';
import type { Header, KnownRecord } from '../../frame/record.ts';

/** What is exported: a whole recording, or the records of it that a filter or a selection left. */
export type RecordingContent = {
  readonly header: Header;
  readonly records: Iterable<KnownRecord>;
};

/** Milliseconds since 1970 UTC of a record's `at`; counts from 1970 if the header's time cannot be read. */
export function epochOf(header: Header, at: number): number {
  return (readIsoTime(header.startedAt)?.epochMs ?? 0) + at;
}
