import { err, ok, type Result } from '../../app/base/result.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { hostTable } from '../../app/host-lens/host-table.ts';
import type { SavedSurvey } from '../../app/survey/measured-file.ts';
import { SurveyRecording } from '../../app/survey/survey-recording.ts';
import { savingRows } from '../checks/lab/measured-rows.ts';
import { readOwnHosts } from './read-own-hosts.ts';

type Recorded = {
  records(first: number, last: number, limit: number): Promise<readonly KnownRecord[]>;
};

const PAGE = 1000;

/**
 * Saves the rows that follow from the survey in a session and from what its agent wrote. `folder` is the one of the
 * user's own hosts. Fails with a sentence if there is no survey in the session.
 */
export async function measureSurvey(
  session: Recorded,
  answer: string,
  folder: string,
): Promise<Result<SavedSurvey>> {
  const recording = new SurveyRecording();
  for (let first = 0; ; ) {
    const page = await session.records(first, Number.MAX_SAFE_INTEGER, PAGE);
    for (const record of page) recording.take(record);
    const last = page.at(-1);
    if (last === undefined) break;
    first = last.seq + 1;
  }
  const found = recording.survey(answer);
  if (found === undefined) {
    return err('This session holds no survey. Record one through a tap in front of "tierscope lab".');
  }
  const { files } = await readOwnHosts(folder);
  const save = savingRows({ folder, table: hostTable(files), now: () => new Date() });
  return ok(await save(found.progress, found.client));
}
