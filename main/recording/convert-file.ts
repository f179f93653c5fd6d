import { randomUUID } from 'node:crypto';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Header, KnownRecord } from '../../app/frame/record.ts';
import { redactContent } from '../../app/recording/export/recording-content.ts';
import { formatTitle } from '../../app/recording/import/formats.ts';
import { importHeader } from '../../app/recording/import/import-journal.ts';
import { exportRecording } from '../../app/report/export/convert.ts';
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, isExportFormat } from '../../app/report/report.ts';
import { keepOwner } from '../system/changed-file.ts';
import type { CommandOutput } from '../system/command-output.ts';
import { fileFailure, writeFailure } from '../system/file-failure.ts';
import { exportedPieces, type FilePiece, writeFilePieces } from './exported-pieces.ts';
import { readAnyRecording, recognizeFile } from './import/read-any-recording.ts';
import type { FileFacts } from './loaded-chunk.ts';
import { RecordRuns } from './record-runs.ts';

export type ConvertRun = CommandOutput & {
  readonly file: string;
  readonly to: string;
  /** The file to write, in place of `write`. */
  readonly output?: string;
  readonly redact: boolean;
};

/** Returns the exit code: 0 done, 2 an unknown format or the input as output, 3 a file could not be opened. */
export async function convertFile(run: ConvertRun): Promise<number> {
  const { to } = run;
  if (!isExportFormat(to)) {
    run.writeError(`tierscope: --to knows ${EXPORT_FORMAT_NAMES.join(', ')}, but not "${to}".\n`);
    return 2;
  }
  if (run.output !== undefined && (await isSameFile(run.file, run.output))) {
    run.writeError(`tierscope: ${run.output} is the file that is read: name another one with --out.\n`);
    return 2;
  }
  // A Tierscope recording is streamed again while it is written, so its size does not matter.
  const isOwn = (await recognizeFile(run.file).catch(() => null)) === 'tierscope';
  const held: KnownRecord[] = [];
  const read = isOwn
    ? checkedOwn(run.file)
    : await readAnyRecording(run.file, { onRecord: (record) => void held.push(record) });
  if (!read.ok) {
    run.writeError(`tierscope: ${read.error}\n`);
    return 3;
  }
  report(run, read.value, EXPORT_FORMATS[to].leavesOut);
  const header = headerOf(run, read.value);
  const redaction = run.redact ? {} : undefined;
  const content = { header, records: held };
  const pieces = isOwn
    ? exportedPieces(to, { header, file: run.file, choice: {}, redaction })
    : exportRecording(to, run.redact ? redactContent(content) : content);
  const written = await put(run, pieces);
  if (written.ok) return 0;
  run.writeError(`tierscope: ${written.error}\n`);
  return 3;
}

/** The problems of a Tierscope recording, ignoring its valid records. */
function checkedOwn(path: string): Result<FileFacts> {
  try {
    const runs = new RecordRuns(path, {});
    for (const run of runs.read(() => true)) void run;
    runs.reader.end();
    const { refusal, header, problems } = runs.reader;
    if (refusal !== '') return err(`${path} cannot be opened. ${refusal}`);
    return ok({ format: 'tierscope', header, problems, notes: [] });
  } catch (error) {
    return err(`${path} cannot be opened: ${fileFailure(error)}.`);
  }
}

/** A recording made from another format keeps its notes about what that format lacks. */
function headerOf(run: ConvertRun, { header, format, notes }: FileFacts): Header {
  const app = header.app ?? { name: 'Tierscope', version: run.version };
  const own = { ...header, app };
  return format === 'tierscope' ? own : importHeader(own, formatTitle(format), notes);
}

/** Reports on stderr what could not be read and what the format cannot represent. */
function report(run: ConvertRun, { format, problems, notes }: FileFacts, leavesOut: string): void {
  for (const { line, message } of problems) {
    run.writeError(`${run.file}${line === 0 ? '' : `:${line}`}: ${message}\n`);
  }
  if (format !== 'tierscope') run.writeError(`${run.file}: read as ${formatTitle(format)}.\n`);
  for (const note of notes) run.writeError(`${run.file}: ${note}\n`);
  if (leavesOut !== '') run.writeError(`${run.to}: ${leavesOut}\n`);
}

async function put(run: ConvertRun, pieces: Iterable<FilePiece>): Promise<Result<null>> {
  if (run.output === undefined) {
    for (const piece of pieces) run.write(piece.toString());
    return ok(null);
  }
  // A file is complete once it has its own name.
  const part = `${run.output}.${randomUUID()}.part`;
  try {
    const earlier = await stat(run.output).catch(() => undefined);
    // The rename would replace a pipe or a device with a file.
    if (earlier !== undefined && !earlier.isFile()) throw new Error('it is there already and no file');
    writeFilePieces(part, pieces);
    if (earlier !== undefined) await keepOwner(part, earlier);
    await rename(part, run.output);
    return ok(null);
  } catch (error) {
    await rm(part, { force: true });
    return err(`${run.output} cannot be written: ${writeFailure(error, run.output)}.`);
  }
}

async function isSameFile(left: string, right: string): Promise<boolean> {
  const [one, other] = await Promise.allSettled([realpath(left), realpath(right)]);
  return one.status === 'fulfilled' && other.status === 'fulfilled' && one.value === other.value;
}
