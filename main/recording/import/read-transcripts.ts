import { ok, type Result } from '../../../app/base/result.ts';
import { TRANSCRIPTS, TranscriptReads } from '../../../app/recording/transcript-reads.ts';
import { readAnyRecording, recognizeFile } from './read-any-recording.ts';

/** What a model read according to these transcripts. Fails with a sentence for one that cannot be read. */
export async function transcriptReads(paths: readonly string[]): Promise<Result<TranscriptReads>> {
  const reads = new TranscriptReads();
  for (const path of paths) {
    const read = await readAnyRecording(path, { onRecord: (record, _, from) => reads.take(record, from) });
    if (!read.ok) return read;
  }
  return ok(reads);
}

/** Those of some files that are transcripts. */
export async function transcriptsAmong(paths: readonly string[]): Promise<readonly string[]> {
  const formats = await Promise.all(paths.map((path) => recognizeFile(path).catch(() => null)));
  return paths.filter((_, index) => {
    const format = formats[index] ?? null;
    return format !== null && TRANSCRIPTS.has(format);
  });
}
