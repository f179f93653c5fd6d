import { closeSync, fstatSync, openSync, rmSync, writeSync } from 'node:fs';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Header } from '../../app/frame/record.ts';
import type { RedactionChoices } from '../../app/frame/redaction/redactor.ts';
import { type ExportFormatName, exportRecording } from '../../app/recording/export/convert.ts';
import { type FoundSecrets, findSecrets } from '../../app/recording/export/found-secrets.ts';
import { redactContent } from '../../app/recording/export/redact-content.ts';
import { fileFailure } from '../system/file-failure.ts';
import { FileRecords, type RecordChoice } from './file-records.ts';

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

/** Does the job in this thread, which waits for the disk. A file that was begun and failed is removed. */
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
    const what = task.kind === 'preview' ? `${file} cannot be read` : `The export cannot be written`;
    return err(`${what}: ${fileFailure(error)}.`);
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
