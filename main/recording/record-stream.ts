import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Header, KnownRecord } from '../../app/frame/record.ts';
import { MAX_RECORD_BYTES, RecordingReader } from '../../app/recording/recording-reader.ts';
import { type Line, LineSplitter } from '../../app/wire/line-splitter.ts';
import { fileFailure } from '../system/file-failure.ts';

/** Where a record lies in its file: bytes without the line feed, and the line's number from 1. */
export type RecordPlace = { readonly offset: number; readonly length: number; readonly line: number };

export type RecordStreamOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly onRecord: (record: KnownRecord, place: RecordPlace) => void;
  /** Called after each piece of the file; the next one is read when the promise is fulfilled. */
  readonly onPiece?: (bytesRead: number, bytesTotal: number, header: Header) => Promise<void> | void;
};

const PIECE_BYTES = 1024 * 1024;

/**
 * Reads a recording of any size from its first to its last line. Gives the reader with header and problems.
 * A file that cannot be opened or is no recording fails with a sentence that names it.
 */
export async function streamRecords(
  path: string,
  options: RecordStreamOptions,
): Promise<Result<RecordingReader>> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return err(`${path} cannot be opened: it is a folder.`);
    const reader = await readFileLines(path, found.size, options);
    return reader.refusal === '' ? ok(reader) : err(`${path} cannot be opened. ${reader.refusal}`);
  } catch (error) {
    if (options.signal?.aborted === true) return err(`Opening ${path} was cancelled.`);
    return err(`${path} cannot be opened: ${fileFailure(error)}.`);
  }
}

async function readFileLines(
  path: string,
  bytesTotal: number,
  { signal, onRecord, onPiece }: RecordStreamOptions,
): Promise<RecordingReader> {
  const reader = new RecordingReader();
  const splitter = new LineSplitter(MAX_RECORD_BYTES);
  let offset = 0;
  let bytesRead = 0;
  const take = (line: Line, whole: boolean): void => {
    const record = reader.read(line, whole);
    if (record !== undefined) onRecord(record, { offset, length: line.bytes.length, line: reader.line });
    offset += line.bytes.length + line.truncatedBytes + 1;
  };
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES, signal })) {
    if (!(piece instanceof Uint8Array)) throw new Error('a file stream that gives no bytes');
    for (const line of splitter.push(piece)) {
      take(line, true);
      if (reader.refusal !== '') return reader;
    }
    bytesRead += piece.length;
    await onPiece?.(bytesRead, bytesTotal, reader.header);
  }
  const rest = splitter.flush();
  if (rest !== undefined) take(rest, false);
  reader.end();
  return reader;
}
