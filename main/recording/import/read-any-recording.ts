import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { err, ok, type Result } from '../../../app/base/result.ts';
import { textOrder } from '../../../app/base/text-order.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { unopenedText, WAY_ON } from '../../../app/recording/host-log/unopened-file.ts';
import { HEAD_CHARS } from '../../../app/recording/import/file-head.ts';
import {
  binaryText,
  detectBinary,
  detectFormat,
  FORMAT_TITLES,
  type ForeignFormatName,
  type FormatName,
  isLineBased,
} from '../../../app/recording/import/formats.ts';
import { importFile, LineImporter } from '../../../app/recording/import/import-file.ts';
import { MAX_RECORD_BYTES, NO_RECORDING } from '../../../app/recording/recording-reader.ts';
import type { RecordSource } from '../../../app/recording/transcript-reads.ts';
import { type Line, LineSplitter } from '../../../app/wire/line-splitter.ts';
import { fileFailure } from '../../system/file-failure.ts';
import { readRegular, readUpTo, refuse, streamRegular, withRegular } from '../../system/regular-file.ts';
import { type RecordStreamOptions, streamRecords } from '../load-recording.ts';
import type { FileFacts } from '../loaded-chunk.ts';
import BINARY_FILES from './binary-files.json' with { type: 'json' };

export type ReadAnyOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Called with each record, its line and what it is read from; a document's records are numbered instead. */
  readonly onRecord: (record: KnownRecord, line: number, from: RecordSource) => void;
  /** Called after each piece of the file; reading continues when the promise is fulfilled. */
  readonly onPiece?: RecordStreamOptions['onPiece'];
};

/** A document is held as one string: V8 has none longer than this. */
const MAX_DOCUMENT_BYTES = 400 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** The format of a file by its content; null if unknown. Rejects on disk errors. */
export async function recognizeFile(path: string): Promise<FormatName | null> {
  const head = await headOf(path, HEAD_CHARS);
  return detectBinary(head) ?? detectFormat(lenient.decode(head), basename(path));
}

function headOf(path: string, most: number): Promise<Buffer> {
  return withRegular(path, (handle) => readUpTo(handle, 0, most));
}

/** Reads a recording of Tierscope or another tool to its end. Fails with a sentence that names the file. */
export async function readAnyRecording(path: string, options: ReadAnyOptions): Promise<Result<FileFacts>> {
  try {
    const found = await stat(path);
    refuse(found);
    const format = await recognizeFile(path);
    // A damaged Tierscope recording is not recognized either: its reader reports what is wrong.
    if (format === null) return await refusedWell(path, await readOwn(path, options));
    if (format === 'tierscope') return await readOwn(path, options);
    if (isLineBased(format)) return ok(await readLines(path, format, found.size, options));
    return await readDocument(path, format, found.size, options);
  } catch (error) {
    if (options.signal?.aborted === true) return err(`Opening ${path} was cancelled.`);
    return err(`${path} cannot be opened: ${fileFailure(error)}.`);
  }
}

const OPENED_FORMATS = `Formats that can be opened: ${FORMAT_TITLES.join(', ')}.`;

/** Adds to the refusal of an unknown format what the file is, if its first bytes show it. */
export async function refusedWell<Value>(path: string, read: Result<Value>): Promise<Result<Value>> {
  if (read.ok) return read;
  const why = await whyUnknown(path);
  if (why !== undefined) return err(`${path} cannot be opened. ${why}`);
  return read.error.endsWith(NO_RECORDING) ? err(`${read.error} ${WAY_ON} ${OPENED_FORMATS}`) : read;
}

async function readOwn(path: string, options: ReadAnyOptions): Promise<Result<FileFacts>> {
  const read = await streamRecords(path, {
    signal: options.signal,
    onRecord: (record, { line }, from) => options.onRecord(record, line, from),
    onPiece: options.onPiece,
  });
  if (!read.ok) return read;
  const { header, problems } = read.value;
  return ok({ format: 'tierscope', header, problems, notes: [] });
}

async function readLines(
  path: string,
  format: ForeignFormatName,
  bytesTotal: number,
  { signal, onRecord, onPiece }: ReadAnyOptions,
): Promise<FileFacts> {
  const importer = new LineImporter(format, basename(path));
  const splitter = new LineSplitter(MAX_RECORD_BYTES);
  let bytesRead = 0;
  let line = 0;
  let replaced = 0;
  const take = ({ bytes, truncatedBytes }: Line, whole: boolean): void => {
    line += 1;
    const { text, exact } = decoded(bytes);
    if (!exact) replaced += 1;
    const unmarked = line === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
    for (const record of importer.read(unmarked, whole && truncatedBytes === 0))
      onRecord(record, line, importer);
  };
  for await (const piece of await streamRegular(path, { highWaterMark: PIECE_BYTES, signal })) {
    if (!(piece instanceof Uint8Array)) throw new Error('a file stream that gives no bytes');
    for (const each of splitter.push(piece)) take(each, true);
    bytesRead += piece.length;
    await onPiece?.(bytesRead, bytesTotal, importer.header);
  }
  const rest = splitter.flush();
  if (rest !== undefined) take(rest, false);
  for (const record of importer.end()) onRecord(record, line, importer);
  const { header, problems, notes } = importer;
  return { format, header, problems, notes: replaced === 0 ? notes : [...notes, notUtf8(replaced)] };
}

async function readDocument(
  path: string,
  format: ForeignFormatName,
  bytesTotal: number,
  { signal, onRecord, onPiece }: ReadAnyOptions,
): Promise<Result<FileFacts>> {
  if (bytesTotal > MAX_DOCUMENT_BYTES) {
    return err(`${path} cannot be opened: it is one document of more than ${MAX_DOCUMENT_BYTES} bytes.`);
  }
  const bytes = await readRegular(path, { signal });
  const binary = binaryText(format, bytes);
  const { text, exact } = binary === undefined ? decoded(bytes) : { text: binary, exact: true };
  // Loading its parser takes a tenth of the time of a small report.
  const { yamlToJson } = await import('./yaml-to-json.ts');
  const imported = importFile(format, text, { fileName: basename(path), yamlToJson });
  const { header, records, problems, notes } = imported;
  for (const record of records) onRecord(record, record.seq, imported);
  await onPiece?.(bytesTotal, bytesTotal, header);
  return ok({ format, header, problems, notes: exact ? notes : [...notes, notUtf8(1)] });
}

function decoded(bytes: Uint8Array): { text: string; exact: boolean } {
  try {
    return { text: strict.decode(bytes), exact: true };
  } catch {
    return { text: lenient.decode(bytes), exact: false };
  }
}

function notUtf8(count: number): string {
  return `${count === 1 ? 'A part' : `${count} lines`} of the file is not UTF-8: unreadable bytes show as \uFFFD.`;
}

const HEAD_BYTES = 4096;
/** No file of `binary-files.json` needs more to be known. */
const MAGIC_BYTES = 16;

/** Identifies a file of unknown format by its first bytes, and says what to do; undefined if unclear. Never rejects. */
async function whyUnknown(path: string): Promise<string | undefined> {
  try {
    return reasonIn(await headOf(path, HEAD_BYTES));
  } catch {
    // The reader of the file reports why it fails.
    return undefined;
  }
}

function reasonIn(head: Buffer): string | undefined {
  const first = head.toString('hex', 0, MAGIC_BYTES);
  const known = BINARY_FILES.find(({ starts }) => starts.some((one) => first.startsWith(one)));
  if (known !== undefined) return `${known.what}.`;
  return head.includes(0) ? 'It is a binary file, not a recording.' : unopenedText(lenient.decode(head));
}

/**
 * The recordings at a path: for a folder, every file in or below it whose content is a recording, by name; else the
 * file itself. Fails with a sentence if a folder has none or cannot be read.
 */
export async function recordingsAt(path: string): Promise<Result<string[]>> {
  try {
    // The code that opens the file reports best why that fails.
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() !== true) return ok([path]);
    const files = await filesIn(path);
    const known: string[] = [];
    for (const file of files) if ((await recognizeFile(file).catch(() => null)) !== null) known.push(file);
    return known.length === 0 ? err(`${path} holds no recording.`) : ok(known);
  } catch (error) {
    return err(`${path} cannot be read: ${fileFailure(error)}.`);
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => textOrder(a.name, b.name))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await filesIn(path)));
    else if (entry.isFile()) files.push(path);
  }
  return files;
}
