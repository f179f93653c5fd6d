import { ok, type Result } from '../../../app/base/result.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { epochOf } from '../../../app/recording/export/recording-content.ts';
import { joinedWith, TRANSCRIPTS, TranscriptReads } from '../../../app/recording/transcript-reads.ts';
import { readAnyRecording, recognizeFile } from './read-any-recording.ts';

/** What a model read according to these transcripts. Fails with a sentence for one that cannot be read. */
export async function transcriptReads(paths: readonly string[]): Promise<Result<TranscriptReads>> {
  const reads = new TranscriptReads();
  for (const path of paths) {
    const records: KnownRecord[] = [];
    const read = await readAnyRecording(path, { onRecord: (record) => void records.push(record) });
    if (!read.ok) return read;
    const startMs = epochOf(read.value.header, 0);
    for (const record of records) reads.take(record, startMs);
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

/** What adds the model's reading to the records of a recording, which is read once for its start. */
export async function joinOf(path: string, reads: TranscriptReads | undefined) {
  if (reads === undefined) return (record: KnownRecord) => record;
  const read = await readAnyRecording(path, { onRecord: () => undefined });
  const startMs = read.ok ? epochOf(read.value.header, 0) : 0;
  return joinedWith(reads, startMs);
}
