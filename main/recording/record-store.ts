import { isJsonObject, type JsonObject } from '../../app/base/json-value.ts';
import { type KnownRecord, shownFrame } from '../../app/frame/record.ts';
import type { EncodedText } from '../../app/recording/encode-record.ts';
import type { DeliveredRecord, LinePart, LongRecord } from '../../app/recording/long-record.ts';
import { type UpgradeStep, upgradesFrom } from '../../app/recording/read-line.ts';
import { readEnvelope } from '../../app/wire/envelope.ts';
import { fileFailure } from '../system/file-failure.ts';
import {
  type LineReading,
  MAX_PAGE_BYTES,
  type RecordIndex,
  readLinePart,
  readPlaces,
} from './record-index.ts';

/** The records of one session, readable while they are written. */
export type RecordStore = {
  readonly file: string;
  /** Why records cannot be written to disk, as one sentence; empty while they can. */
  readonly fault: string;
  /** Where its records are, if its lines use this version of the format. */
  readonly places: RecordIndex | undefined;
  /** Adds a record, in order of `seq`; disk errors become a `fault`. `text` is a frame's text if already encoded. */
  append(record: KnownRecord, text?: EncodedText): void;
  /** The records from `first` to `last`: at most `limit`, fewer if they are large. Rejects for an unreadable file. */
  readRecords(first: number, last: number, limit: number): Promise<KnownRecord[]>;
  /** The same for a screen: a long record is only named, and read in parts. */
  handRecords(first: number, last: number, limit: number): Promise<DeliveredRecord[]>;
  /** A part of a long record's line, from byte `from`. Rejects with a sentence like `readRecords`. */
  readPart(seq: number, from: number): Promise<LinePart>;
  /** Resolves when every appended record is on disk, or cannot be written: see `fault`. */
  settle(): Promise<void>;
  /** Writes what is left and closes the file; reading still works. */
  close(): Promise<void>;
};

export type RecordReader = Pick<RecordStore, 'places' | 'readRecords' | 'handRecords' | 'readPart'>;

const PAGE = 1000;

/** All records in order, a page at a time. Rejects like `readRecords`. */
export async function* recordPages(
  store: Pick<RecordStore, 'readRecords'>,
): AsyncGenerator<readonly KnownRecord[]> {
  for (let first = 0; ; ) {
    const page = await store.readRecords(first, Number.MAX_SAFE_INTEGER, PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    first = last.seq + 1;
  }
}

/** The envelope of a frame; undefined for another record type or a missing record. */
export async function envelopeAt(store: Pick<RecordStore, 'readRecords'>, seq: number) {
  const [record] = await store.readRecords(seq, seq, 1);
  return record?.type === 'frame' ? readEnvelope(shownFrame(record)) : undefined;
}

/** The result of an answer; undefined if there is none or it is not an object. */
export async function resultAt(
  store: Pick<RecordStore, 'readRecords'>,
  seq: number,
): Promise<JsonObject | undefined> {
  const envelope = await envelopeAt(store, seq);
  return envelope?.kind === 'result' && isJsonObject(envelope.result) ? envelope.result : undefined;
}

/** Reads the records of one session of a file. Each read opens the file again and keeps no handle. */
export class FileStore implements Pick<RecordStore, 'file' | keyof RecordReader> {
  readonly file: string;
  readonly #index: RecordIndex;
  readonly #upgrades: readonly UpgradeStep[];
  readonly #version: number;

  constructor(file: string, index: RecordIndex, version: number) {
    this.file = file;
    this.#index = index;
    const upgrades = upgradesFrom(version);
    if (!upgrades.ok) throw new Error(upgrades.error);
    this.#version = version;
    this.#upgrades = upgrades.value;
  }

  get places(): RecordIndex | undefined {
    return this.#upgrades.length === 0 ? this.#index : undefined;
  }

  /** Adds a record that was appended to the file; offset and length in bytes. */
  include(seq: number, offset: number, length: number): void {
    this.#index.push(seq, offset, length);
  }

  readRecords(first: number, last: number, limit: number): Promise<KnownRecord[]> {
    return this.#read(first, last, limit, { upgrades: this.#upgrades });
  }

  handRecords(first: number, last: number, limit: number): Promise<DeliveredRecord[]> {
    return this.#read(first, last, limit, { upgrades: this.#upgrades, ofLong: longOf(this.#version) });
  }

  #read<Long>(first: number, last: number, limit: number, reading: LineReading<Long>) {
    const range = this.#index.range(first, last, limit, MAX_PAGE_BYTES);
    return readFor(this.file, () => readPlaces(this.file, this.#index, range, reading));
  }

  readPart(seq: number, from: number): Promise<LinePart> {
    return partOf(this.file, this.#index, seq, from);
  }
}

/** The placeholder for a long line in a file of this format version. */
export function longOf(version: number): (seq: number, bytes: number) => LongRecord {
  return (seq, bytes) => ({ type: 'long', seq, bytes, version });
}

/** Implements `RecordStore.readPart` for a file and its index. */
export function partOf(file: string, index: RecordIndex, seq: number, from: number): Promise<LinePart> {
  return readFor(file, async () => {
    const position = index.positionOf(seq);
    if (position === undefined) throw new Error(`it has no record ${seq}`);
    return readLinePart(file, index, position, from);
  });
}

/** Reads from a recording; rejects with a sentence that names the file. */
export async function readFor<Value>(file: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw new Error(`The recording ${file} cannot be read: ${fileFailure(error)}.`, { cause: error });
  }
}
