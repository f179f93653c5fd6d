import { ok, type Result } from '../../app/base/result.ts';
import { CopyProgress } from './copy-progress.ts';
import { recogniseFile, refusedWell } from './import/read-any-recording.ts';
import { copyAsRecording } from './import/recording-copy.ts';
import { type LoadOptions, loadRecording } from './load-recording.ts';
import type { LoadedEnd } from './loaded-chunk.ts';

/**
 * Reads a file of any known format. Another tool's file is first written to `copyTo` as a recording, so that
 * its records can be read by place; the problems then name the lines of the file itself.
 */
export async function loadAnyRecording(
  path: string,
  copyTo: string | undefined,
  options: LoadOptions,
): Promise<Result<LoadedEnd>> {
  // What cannot be read here is told by the reader, in a sentence.
  const format = await recogniseFile(path).catch(() => null);
  if (format === null) return refusedWell(path, await loadRecording(path, options));
  if (copyTo === undefined || format === 'tierscope') return loadRecording(path, options);
  const progress = new CopyProgress(copyTo, options.onChunk);
  const copied = await copyAsRecording(path, copyTo, {
    signal: options.signal,
    onRecord: (record) => progress.take(record),
    onPiece: (bytesRead, bytesTotal) => progress.tell(bytesRead, bytesTotal),
  });
  if (!copied.ok) return copied;
  const loaded = await loadRecording(copyTo, { ...options, onChunk: (chunk) => progress.tellRows(chunk) });
  if (!loaded.ok) return loaded;
  const { notes, problems } = copied.value;
  return ok({ ...loaded.value, format, notes, problems: [...problems, ...loaded.value.problems] });
}
