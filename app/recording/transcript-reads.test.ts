import { expect, it } from 'vitest';
import { importFile } from './import/import-file.ts';
import { RECORDED, RECORDED_MS, TRANSCRIPT } from './testing/joined-files.ts';
import { joinedWith, TranscriptReads } from './transcript-reads.ts';

it('joins a transcript with a recording of the same minutes by tool, arguments and time', () => {
  const { header, records } = importFile('claude-code-transcript', TRANSCRIPT, { fileName: 'a.jsonl' });
  const reads = new TranscriptReads();
  for (const record of records) reads.take(record, { header });
  const join = joinedWith(reads);
  const recorded = { header: { startedAt: new Date(RECORDED_MS).toISOString() } };
  const read = RECORDED.map((record) => join(record, recorded)).flatMap((record) =>
    record.type === 'frame' && record.read !== undefined ? [[record.seq, record.read]] : [],
  );
  expect(read).toEqual([
    [3, 'one: far too'],
    [201, 'again'],
  ]);
});
