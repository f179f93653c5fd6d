import type { KnownRecord } from '../../app/frame/record.ts';
import type { EncodedText } from '../../app/recording/encode-record.ts';
import { type UpgradeStep, upgradesFrom } from '../../app/recording/read-line.ts';
import { fileFailure } from '../system/file-failure.ts';
import { MAX_PAGE_BYTES, type RecordIndex, readPlaces } from './record-index.ts';

/** The records of one session, on disk while they are written. */
export type RecordStore = {
  /** The file's path. */
  readonly file: string;
  /** Why records do not reach the disk, as one sentence; empty while they do. */
  readonly fault: string;
  /**
   * Takes the next record, in the order of `seq`. Never throws for a failing disk: see `fault`. `text` is the encoded
   * text of a frame, for a line so long that it was encoded by steps.
   */
  append(record: KnownRecord, text?: EncodedText): void;
  /**
   * The records with `first` ≤ seq ≤ `last` in order: at most `limit`, and fewer if they are large.
   * Rejects with a sentence if the file cannot be read any more.
   */
  readRecords(first: number, last: number, limit: number): Promise<KnownRecord[]>;
  /** Resolves when everything that was appended is on the disk, or cannot get there: see `fault`. */
  settle(): Promise<void>;
  /** Writes what is left and lets go of the file; reading still works. */
  close(): Promise<void>;
};

/** Reads the records of one session of a file. Every reading opens the file for itself: nothing is held. */
export class FileStore implements Pick<RecordStore, 'file' | 'readRecords'> {
  readonly file: string;
  readonly #index: RecordIndex;
  readonly #upgrades: readonly UpgradeStep[];

  constructor(file: string, index: RecordIndex, version: number) {
    this.file = file;
    this.#index = index;
    const upgrades = upgradesFrom(version);
    if (!upgrades.ok) throw new Error(upgrades.error);
    this.#upgrades = upgrades.value;
  }

  /** Takes in a record that was added to the end of the file; offset and length in bytes. */
  include(seq: number, offset: number, length: number): void {
    this.#index.push(seq, offset, length);
  }

  async readRecords(first: number, last: number, limit: number): Promise<KnownRecord[]> {
    const range = this.#index.range(first, last, limit, MAX_PAGE_BYTES);
    try {
      return await readPlaces(this.file, this.#index, range, this.#upgrades);
    } catch (error) {
      throw new Error(`The recording ${this.file} cannot be read: ${fileFailure(error)}.`, { cause: error });
    }
  }
}
