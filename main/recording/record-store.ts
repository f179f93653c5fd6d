import type { KnownRecord } from '../../app/frame/record.ts';

/** The records of one session, on disk: being written, or opened for reading. */
export type RecordStore = {
  /** The file's path. */
  readonly file: string;
  /** Why records do not reach the disk, as one sentence; empty while they do. */
  readonly fault: string;
  /** Takes the next record, in the order of `seq`. Never throws for a failing disk: see `fault`. */
  append(record: KnownRecord): void;
  /**
   * The records with `first` ≤ seq ≤ `last` in order: at most `limit`, and fewer where they are large.
   * Rejects with a sentence where the file cannot be read any more.
   */
  readRecords(first: number, last: number, limit: number): Promise<KnownRecord[]>;
  /** Resolves when everything that was appended is on the disk, or cannot get there: see `fault`. */
  settle(): Promise<void>;
  /** Writes what is left and lets go of the file; reading still works. */
  close(): Promise<void>;
};
