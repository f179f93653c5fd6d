import { closeSync, openSync, readSync } from 'node:fs';
import type { KnownRecord } from '../../app/frame/record.ts';
import { MAX_RECORD_BYTES, RecordingReader } from '../../app/recording/recording-reader.ts';
import { type Line, LineSplitter } from '../../app/wire/line-splitter.ts';

export type RecordChoice = {
  /** The session's name in the file, whose records are given, with the marks; left out for all sessions. */
  readonly session?: string | undefined;
  /** The seqs that are given besides what says whose session it is, in order; left out for all. */
  readonly wanted?: Float64Array | undefined;
  /** True to give records of unknown types too, as they are in the file. */
  readonly unknown?: boolean | undefined;
};

const PIECE_BYTES = 1024 * 1024;

/**
 * The records of a recording's file, read again each time they are asked for, a piece at a time: an export of any
 * size needs little memory. It waits for the disk, so it is for a worker or a command line. Throws as the disk does.
 */
export class FileRecords implements Iterable<KnownRecord> {
  readonly #file: string;
  readonly #choice: RecordChoice;

  constructor(file: string, choice: RecordChoice = {}) {
    this.#file = file;
    this.#choice = choice;
  }

  *[Symbol.iterator](): Generator<KnownRecord> {
    const reader = new RecordingReader();
    const isWanted = filterOf(this.#choice);
    for (const { line, whole } of fileLines(this.#file)) {
      const record = reader.read(line, whole);
      if (record === undefined) {
        const { unknown } = reader;
        if (unknown !== undefined && this.#choice.unknown === true) yield unknown;
      } else if (isWanted(record)) yield record;
    }
  }
}

function* fileLines(file: string): Generator<{ line: Line; whole: boolean }> {
  const handle = openSync(file, 'r');
  const splitter = new LineSplitter(MAX_RECORD_BYTES);
  try {
    for (;;) {
      // The splitter keeps parts of lines, so each piece has bytes of its own.
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const bytes = readSync(handle, piece, 0, PIECE_BYTES, null);
      if (bytes === 0) break;
      for (const line of splitter.push(piece.subarray(0, bytes))) yield { line, whole: true };
    }
    const rest = splitter.flush();
    if (rest !== undefined) yield { line: rest, whole: false };
  } finally {
    closeSync(handle);
  }
}

/** Records come in the order of seq, and so do the wanted ones: each is looked at once. */
function filterOf({ session, wanted }: RecordChoice): (record: KnownRecord) => boolean {
  let next = 0;
  return (record) => {
    const common = record.type === 'mark' || record.type === 'end';
    if (!common && session !== undefined && record.session !== session) return false;
    if (wanted === undefined || record.type === 'session') return true;
    while (next < wanted.length && (wanted[next] ?? 0) < record.seq) next += 1;
    return wanted[next] === record.seq;
  };
}
