import { SurveyRecording } from '../../../app/lab/survey/survey-recording.ts';
import { joinedWith } from '../../../app/recording/transcript-reads.ts';
import { readAnyRecording } from '../../recording/import/read-any-recording.ts';
import { transcriptReads } from '../../recording/import/read-transcripts.ts';
import { readTextFile } from '../../system/changed-file.ts';
import type { SaveRows } from './measured-rows.ts';

export type LabRowsOptions = {
  /** A recording of a survey, in any format that the app opens. */
  readonly recording: string;
  /** A file with the agent's answer, if the recording has no report. */
  readonly answer?: string;
  /** A transcript of the same minutes: what the model read of each answer, instead of what the agent says. */
  readonly transcript?: string;
  readonly save: SaveRows;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
};

/** Derives table rows from a recorded survey. Returns the exit code: 0 done, 3 no survey or an unreadable file. */
export async function runLabRows(options: LabRowsOptions): Promise<number> {
  const { recording, answer, transcript, save, write, writeError } = options;
  const reader = new SurveyRecording();
  const reads = transcript === undefined ? undefined : await transcriptReads([transcript]);
  const join = reads?.ok ? joinedWith(reads.value) : undefined;
  const read =
    reads?.ok === false
      ? reads
      : await readAnyRecording(recording, {
          onRecord: (record, _, from) => reader.take(join?.(record, from) ?? record),
        });
  if (!read.ok) {
    writeError(`tierscope: ${read.error}\n`);
    return 3;
  }
  const pasted = answer === undefined ? ({ kind: 'text', text: '' } as const) : await readTextFile(answer);
  if (pasted.kind !== 'text') {
    const reason = pasted.kind === 'missing' ? 'there is no such file' : pasted.reason;
    writeError(`tierscope: ${answer} cannot be read: ${reason}.\n`);
    return 3;
  }
  const found = reader.survey(pasted.text);
  if (found === undefined) {
    writeError(
      `tierscope: ${recording} holds no survey. Record one through a tap in front of "tierscope lab".\n`,
    );
    return 3;
  }
  const { lines } = await save(found.progress, found.client);
  write(`${lines.join('\n')}\n`);
  return 0;
}
