import { dirname, join } from 'node:path';
import { ok, type Result } from '../../../app/base/result.ts';
import { type HostTable, type OwnHosts, parseOwnHosts } from '../../../app/hosts/lens/host-table.ts';
import { deriveRows } from '../../../app/lab/survey/derive-rows.ts';
import { type ListRows, listRows } from '../../../app/lab/survey/list-survey.ts';
import {
  type MeasuredHost,
  measuredFileName,
  measuredHost,
  type SavedSurvey,
  withMeasuredRows,
} from '../../../app/lab/survey/measured-file.ts';
import { surveyPage } from '../../../app/lab/survey/survey-page.ts';
import { type AnySurveyProgress, isOfLists, progressLines } from '../../../app/lab/survey/survey-progress.ts';
import type { Peer } from '../../../app/session/session-facts.ts';
import { changeFile, keepBeside, replaceFile } from '../../system/changed-file.ts';
import { ownFolder } from '../../system/own-folder.ts';

type Place = {
  /** The folder of the user's own host files in the data folder, each one a part of the table. */
  readonly folder: string;
  readonly table: HostTable;
  readonly now: () => Date;
};

/** Saves the results of a survey. The returned lines first say what was understood, then what was saved. */
export type SaveRows = (progress: AnySurveyProgress, client: Peer) => Promise<SavedSurvey>;

/**
 * Writes the rows of a survey into the file of their host, keeping rows of other hosts and earlier versions, and a
 * Markdown page next to it. A file that is not a readable host file is renamed and kept.
 */
export function savingRows({ folder, table, now }: Place): SaveRows {
  return async (progress, client) => {
    const said = progressLines(progress);
    const host = measuredHost(table, client, progress.survey.seed, now().toISOString().slice(0, 10));
    const derived = isOfLists(progress)
      ? { rows: [], ...listRows(progress.findings, host.origin) }
      : { toolRows: [], ...deriveRows(progress.findings, host.origin) };
    if (derived.rows.length + derived.toolRows.length === 0) {
      return { lines: [...said, 'Nothing is saved: no row follows from what was reported.'], page: '' };
    }
    const page = isOfLists(progress) ? '' : surveyPage(host, progress, derived);
    const own = await ownFolder(dirname(folder));
    if (!own.ok) return { lines: [...said, `Nothing is saved: ${own.error}`], page };
    const path = join(folder, measuredFileName(host));
    const saved = await writeRows(`${path}.json`, host, derived);
    if (page === '') return { lines: [...said, ...derived.notes, ...saved], page };
    const shared = await replaceFile(`${path}.md`, page);
    const where = shared.ok ? `The page to share is ${path}.md` : `${path}.md ${shared.error}.`;
    return { lines: [...said, ...saved, where], page };
  };
}

async function writeRows(
  path: string,
  host: MeasuredHost,
  { rows, toolRows }: Pick<OwnHosts, 'rows'> & Pick<ListRows, 'toolRows'>,
): Promise<readonly string[]> {
  let aside = ok('') as Result<string>;
  const written = await changeFile(path, async (text) => {
    const earlier = text === '' ? NONE : parseOwnHosts(text);
    aside = earlier.ok ? ok('') : await keepBeside(path, 'damaged', text);
    if (!aside.ok) return text;
    const merged = withMeasuredRows(earlier.ok ? earlier.value : EMPTY, host, rows, toolRows);
    return `${JSON.stringify(merged, null, 2)}\n`;
  });
  if (!aside.ok) return [`${path} is not a host file, and cannot be kept beside: ${aside.error}.`];
  const notes = aside.value === '' ? [] : [`${path} was not a host file; it is kept as ${aside.value}.`];
  const all = rows.length + toolRows.length;
  const count = all === 1 ? '1 row' : `${all} rows`;
  const { entry, origin } = host;
  const name = [entry.name, origin.versions?.from].filter((part) => part !== undefined).join(' ');
  return written.ok
    ? [...notes, `Saved ${count} for ${name} in ${path}`]
    : [...notes, `${path} ${written.error}.`];
}

const EMPTY: OwnHosts = { hosts: [], rows: [] };
const NONE = { ok: true, value: EMPTY } as const;
