import { closeSync, fstatSync, openSync, rmSync, writeSync } from 'node:fs';
import { err, ok } from '../../app/base/result.ts';
import { exportRecording } from '../../app/recording/export/convert.ts';
import { findSecrets } from '../../app/recording/export/found-secrets.ts';
import { redactContent } from '../../app/recording/export/redact-content.ts';
import { fileFailure } from '../system/file-failure.ts';
import type { ExportEnd, ExportJob } from './export-job.ts';
import { FileRecords } from './file-records.ts';

const PIECE_CHARS = 256 * 1024;

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
