import { closeSync, fstatSync, openSync, rmSync, writeSync } from 'node:fs';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Header } from '../../app/frame/record.ts';
import { type RedactionChoices, Redactor } from '../../app/frame/redaction/redactor.ts';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import {
  type FoundSecrets,
  findSecrets,
  redactContent,
  redactedHeader,
} from '../../app/recording/export/recording-content.ts';
import { exportRecording } from '../../app/report/export/convert.ts';
import type { ExportFormatName } from '../../app/report/report.ts';
import type { ProjectSettings } from '../../app/session/project/project-file.ts';
import { fileFailure, writeFailure } from '../system/file-failure.ts';
import { FileRecords, type RecordChoice, type RecordRun, RecordRuns } from './record-runs.ts';

type ExportedFileContent = {
  readonly header: Header;
  readonly file: string;
  readonly choice: RecordChoice;
  /** Undefined to export without redaction. */
  readonly redaction: RedactionChoices | undefined;
  readonly project?: ProjectSettings | undefined;
};

/** A Tierscope recording in some format, read lazily as the pieces are consumed. Throws on disk errors. */
export function exportedPieces(format: ExportFormatName, content: ExportedFileContent): Iterable<FilePiece> {
  const { header, file, choice, redaction, project } = content;
  if (format !== 'tierscope') {
    const whole = { header, records: new FileRecords(file, choice), project };
    return exportRecording(format, redaction === undefined ? whole : redactContent(whole, redaction));
  }
  // Only Tierscope's own format can contain records that this version does not know.
  const own = { ...content, choice: { ...choice, unknown: choice.wanted === undefined } };
  return redaction === undefined ? asItIs(own) : redacted(own, redaction);
}

function* asItIs({ header, file, choice }: ExportedFileContent): Generator<FilePiece> {
  yield `${encodeHeader(header)}\n`;
  for (const run of new RecordRuns(file, choice).read(() => true)) yield pieceOf(run);
}

function* redacted(
  { header, file, choice }: ExportedFileContent,
  choices: RedactionChoices,
): Generator<FilePiece> {
  const redactor = new Redactor(choices);
  for (const run of new RecordRuns(file, choice).read((text) => redactor.hasNothingToLearn(text)))
    if ('record' in run) redactor.learn(run.record);
  yield `${encodeHeader(redactedHeader(header, redactor.count))}\n`;
  for (const run of new RecordRuns(file, choice).read((text) => redactor.isClean(text)))
    yield pieceOf('record' in run ? { record: redactor.redact(run.record) } : run);
}

function pieceOf(run: RecordRun): FilePiece {
  return 'record' in run ? `${encodeRecord(run.record)}\n` : run.lines;
}

const HELD_BYTES = 1024 * 1024;

/** A piece of a file; bytes are only valid until the next piece is requested. */
export type FilePiece = string | Buffer;

/** Writes a new file and returns its size in bytes. On a disk error, removes the file and throws. */
export function writeFilePieces(path: string, pieces: Iterable<FilePiece>): number {
  const handle = openSync(path, 'wx', 0o600);
  try {
    const held = Buffer.allocUnsafe(HELD_BYTES);
    let filled = 0;
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      if (bytes.length > held.length - filled) {
        put(handle, held.subarray(0, filled));
        filled = 0;
      }
      if (bytes.length > held.length) put(handle, bytes);
      else filled += bytes.copy(held, filled);
    }
    put(handle, held.subarray(0, filled));
    return fstatSync(handle).size;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Writes all bytes: a nearly full disk may accept only some. */
function put(handle: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}

/** Where the records of a session are: a Tierscope recording and the session's name in it. */
export type ExportSource = { readonly file: string; readonly session: string };

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
        readonly project?: ProjectSettings | undefined;
        readonly target: string;
      };
};

export type ExportEnd = Result<FoundSecrets | { readonly sizeBytes: number }>;

/** Runs the job in this thread, blocking on the disk. Removes the file if the job fails. */
export function runExportJob({ file, choice, choices, task }: ExportJob): ExportEnd {
  try {
    if (task.kind === 'preview') return ok(findSecrets(new FileRecords(file, choice), choices));
    const { header, format, redact, target, project } = task;
    const wanted = { header, file, choice, project, redaction: redact ? choices : undefined };
    return ok({ sizeBytes: writeFilePieces(target, exportedPieces(format, wanted)) });
  } catch (error) {
    return err(
      task.kind === 'preview'
        ? `${file} cannot be read: ${fileFailure(error)}.`
        : `The export cannot be written: ${writeFailure(error, task.target)}.`,
    );
  }
}
