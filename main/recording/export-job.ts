import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Header, KnownRecord } from '../../app/frame/record.ts';
import type { RedactionChoices } from '../../app/frame/redaction/redactor.ts';
import { type FoundSecrets, findSecrets } from '../../app/recording/export/found-secrets.ts';
import { redactContent } from '../../app/recording/export/recording-content.ts';
import { MAX_RECORD_BYTES, RecordingReader } from '../../app/recording/recording-reader.ts';
import { exportRecording } from '../../app/report/export/convert.ts';
import type { ExportFormatName } from '../../app/report/export/export-format-names.ts';
import { type Line, LineSplitter } from '../../app/wire/line-splitter.ts';
import { fileFailure, writeFailure } from '../system/file-failure.ts';
import { openRegularSync } from '../system/regular-file.ts';

const PIECE_CHARS = 256 * 1024;

/** Where the records of a session lie: a file of Tierscope's own format, and the session's name in it. */
export type ExportSource = { readonly file: string; readonly session: string };

/** What is to be done with the records of a file, in a worker. */
export type ExportJob = {
  readonly file: string;
  readonly choice: RecordChoice;
  readonly choices: RedactionChoices;
  readonly task:
    | { readonly kind: 'preview' }
    | {
        readonly kind: 'write';
        readonly header: Header;
        readonly format: ExportFormatName;
        readonly redact: boolean;
        /** A path that is free. */
        readonly target: string;
      };
};

/** What came of it: what was found, or the size of what was written in bytes. */
export type ExportEnd = Result<FoundSecrets | { readonly sizeBytes: number }>;

/** Does the job in this thread, which waits for the disk. A file that was started and failed is removed. */
export function runExportJob({ file, choice, choices, task }: ExportJob): ExportEnd {
  try {
    if (task.kind === 'preview') return ok(findSecrets(new FileRecords(file, choice), choices));
    const { header, format, redact, target } = task;
    // Only Tierscope's own format has a place for what this version does not know.
    const unknown = format === 'tierscope' && choice.wanted === undefined;
    const whole = { header, records: new FileRecords(file, { ...choice, unknown }) };
    return ok({
      sizeBytes: written(target, exportRecording(format, redact ? redactContent(whole, choices) : whole)),
    });
  } catch (error) {
    return err(
      task.kind === 'preview'
        ? `${file} cannot be read: ${fileFailure(error)}.`
        : `The export cannot be written: ${writeFailure(error, task.target)}.`,
    );
  }
}

function written(target: string, pieces: Iterable<string>): number {
  const handle = openSync(target, 'wx', 0o600);
  try {
    let held: string[] = [];
    let chars = 0;
    for (const piece of pieces) {
      held.push(piece);
      chars += piece.length;
      if (chars < PIECE_CHARS) continue;
      put(handle, held);
      held = [];
      chars = 0;
    }
    put(handle, held);
    return fstatSync(handle).size;
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** A disk that is nearly full takes a part only. */
function put(handle: number, texts: readonly string[]): void {
  const bytes = Buffer.from(texts.join(''));
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}

type RecordChoice = {
  /** The session's name in the file, whose records are given, with the bookmarks; left out for all sessions. */
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
  const handle = openRegularSync(file);
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
