import { type FileHandle, open } from 'node:fs/promises';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Header, KnownRecord } from '../../app/frame/record.ts';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import { NO_HEADER } from '../../app/recording/recording-reader.ts';
import { noCounts } from '../../app/session/exchange.ts';
import { writeFailure } from '../system/file-failure.ts';
import {
  type ReadAnyOptions,
  readAnyRecording,
  recognizeFile,
  refusedWell,
} from './import/read-any-recording.ts';
import { type LoadOptions, loadRecording, MAX_SESSIONS } from './load-recording.ts';
import {
  emptyChunk,
  type FileFacts,
  type LoadedChunk,
  type LoadedEnd,
  type SessionSoFar,
} from './loaded-chunk.ts';

/** Reads a file of any format. Another tool's file is first converted to `copyTo`, to read its records by offset. */
export async function loadAnyRecording(
  path: string,
  copyTo: string | undefined,
  options: LoadOptions,
): Promise<Result<LoadedEnd>> {
  // If the file cannot be read, its reader fails with a sentence.
  const format = await recognizeFile(path).catch(() => null);
  if (format === null) return refusedWell(path, await loadRecording(path, options));
  if (copyTo === undefined || format === 'tierscope') return loadRecording(path, options);
  const progress = new CopyProgress(copyTo, options.onChunk);
  const copied = await copyAsRecording(path, copyTo, {
    signal: options.signal,
    onRecord: (record) => progress.take(record),
    onPiece: (bytesRead, bytesTotal, header) => progress.report(bytesRead, bytesTotal, header),
  });
  if (!copied.ok) return copied;
  const loaded = await loadRecording(copyTo, { ...options, onChunk: (chunk) => progress.passOn(chunk) });
  if (!loaded.ok) return loaded;
  const { notes, problems } = copied.value;
  return ok({ ...loaded.value, format, notes, problems: [...problems, ...loaded.value.problems] });
}

/** Reports the progress on another tool's file: first while it is converted, then while the copy's rows load. */
class CopyProgress {
  readonly #copy: string;
  readonly #onChunk: LoadOptions['onChunk'];
  /** In the order of their first records, as the copy's reader finds them. */
  readonly #sessions = new Map<string, SessionSoFar>();

  constructor(copy: string, onChunk: LoadOptions['onChunk']) {
    this.#copy = copy;
    this.#onChunk = onChunk;
  }

  take(record: KnownRecord): void {
    if (record.type === 'mark' || record.type === 'end' || this.#sessions.has(record.session)) return;
    if (this.#sessions.size >= MAX_SESSIONS) return;
    const announced = record.type === 'session' ? record : undefined;
    const empty = { counts: noCounts(), dropped: 0 };
    this.#sessions.set(record.session, { name: record.session, record: announced, ...empty });
  }

  async report(bytesRead: number, bytesTotal: number, header: Header): Promise<void> {
    // A file converted in one piece opens at once.
    if (bytesRead >= bytesTotal) return;
    const sessions = [...this.#sessions.values()];
    const about = { file: this.#copy, header, sessions, bytesRead: bytesRead / 2, bytesTotal };
    await this.#onChunk(emptyChunk(about));
  }

  async passOn(chunk: LoadedChunk): Promise<void> {
    const { bytesRead, bytesTotal } = chunk.about;
    await this.#onChunk({ ...chunk, about: { ...chunk.about, bytesRead: (bytesRead + bytesTotal) / 2 } });
  }
}

/** Converts another tool's file to `target`, which must be free. On failure returns a sentence; `target` may remain. */
export async function copyAsRecording(
  path: string,
  target: string,
  { signal, onRecord, onPiece }: Partial<ReadAnyOptions> = {},
): Promise<Result<FileFacts>> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(target, 'wx', 0o600);
    const writer = handle;
    let lines: string[] = [];
    const flush = async (): Promise<void> => {
      const text = lines.join('');
      lines = [];
      await writer.appendFile(text);
    };
    // All import headers have the same length: the start time is filled in once it is known.
    lines.push(`${encodeHeader(NO_HEADER)}\n`);
    const read = await readAnyRecording(path, {
      signal,
      onRecord: (record, ...place) => {
        lines.push(`${encodeRecord(record)}\n`);
        onRecord?.(record, ...place);
      },
      onPiece: async (...progress) => {
        await flush();
        await onPiece?.(...progress);
      },
    });
    await flush();
    if (!read.ok) return read;
    const header = { ...NO_HEADER, startedAt: read.value.header.startedAt };
    const bytes = Buffer.from(encodeHeader(header));
    if (bytes.length !== encodeHeader(NO_HEADER).length) {
      return err(`${path} cannot be opened: its times lie outside the years 0 to 9999.`);
    }
    await writer.write(bytes, 0, bytes.length, 0);
    return ok({ ...read.value, header });
  } catch (error) {
    return err(`The copy of ${path} cannot be written to ${target}: ${writeFailure(error, target)}.`);
  } finally {
    await handle?.close();
  }
}
