import { type FileHandle, open } from 'node:fs/promises';
import { err, ok, type Result } from '../../../app/base/result.ts';
import type { Header, KnownRecord } from '../../../app/frame/record.ts';
import { encodeHeader, encodeRecord } from '../../../app/recording/encode-record.ts';
import { fileFailure } from '../../system/file-failure.ts';
import { type ReadRecording, readAnyRecording } from './read-any-recording.ts';

/** Its length is that of every header of an import: the start is filled in when it is known. */
const UNKNOWN_START: Header = {
  type: 'header',
  format: 'tierscope',
  version: 1,
  startedAt: '1970-01-01T00:00:00.000Z',
};

export type CopyOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Takes each record that is written. */
  readonly onRecord?: ((record: KnownRecord) => void) | undefined;
  /** Called after each piece of the file; the next one is read when the promise is fulfilled. */
  readonly onPiece?: ((bytesRead: number, bytesTotal: number) => Promise<void> | void) | undefined;
};

/**
 * Writes another tool's file as a recording of Tierscope to `target`, which must not exist, so that it can be
 * read by place like any other. Fails with a sentence; `target` may then hold a part.
 */
export async function copyAsRecording(
  path: string,
  target: string,
  { signal, onRecord, onPiece }: CopyOptions = {},
): Promise<Result<ReadRecording>> {
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
    lines.push(`${encodeHeader(UNKNOWN_START)}\n`);
    const read = await readAnyRecording(path, {
      signal,
      onRecord: (record) => {
        lines.push(`${encodeRecord(record)}\n`);
        onRecord?.(record);
      },
      onPiece: async (bytesRead, bytesTotal) => {
        await flush();
        await onPiece?.(bytesRead, bytesTotal);
      },
    });
    await flush();
    if (!read.ok) return read;
    const header = { ...UNKNOWN_START, startedAt: read.value.header.startedAt };
    const bytes = Buffer.from(encodeHeader(header));
    if (bytes.length !== encodeHeader(UNKNOWN_START).length) {
      return err(`${path} cannot be opened: its times lie outside the years 0 to 9999.`);
    }
    await writer.write(bytes, 0, bytes.length, 0);
    return ok({ ...read.value, header });
  } catch (error) {
    return err(`The copy of ${path} cannot be written to ${target}: ${fileFailure(error)}.`);
  } finally {
    await handle?.close();
  }
}
