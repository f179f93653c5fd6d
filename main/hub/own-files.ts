import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { OwnVocabulary } from '../../app/codes/meaning-evidence.ts';
import { type OwnVocabularies, parseOwnVocabulary } from '../../app/codes/own-vocabulary.ts';
import { hostTable, type OwnHostFiles, parseOwnHosts } from '../../app/hosts/lens/host-table.ts';
import type { SavedSurvey } from '../../app/lab/survey/measured-file.ts';
import { SurveyRecording } from '../../app/lab/survey/survey-recording.ts';
import type { OwnFileProblem } from '../../app/wire/own-file.ts';
import { savingRows } from '../checks/lab/measured-rows.ts';
import { type RecordReader, recordPages } from '../recording/record-store.ts';
import { fileFailure } from '../system/file-failure.ts';
import { readRegular } from '../system/regular-file.ts';

/** Larger than a file of 5,000 entries with long sentences, in bytes. */
const MAX_BYTES = 10_000_000;

type OwnFile<Value> = {
  readonly file: string;
  readonly read: Result<Value, readonly string[]>;
};

/** Reads every `*.json` in a folder of the user, by name; a missing folder counts as empty. */
async function readOwnFiles<Value>(
  folder: string,
  parse: (text: string) => Result<Value, readonly string[]>,
): Promise<readonly OwnFile<Value>[]> {
  const names = await readdir(folder).catch(() => []);
  const files: OwnFile<Value>[] = [];
  for (const file of names.filter((name) => name.endsWith('.json')).sort()) {
    const text = await textOf(join(folder, file));
    files.push({ file, read: text.ok ? parse(text.value) : err([text.error]) });
  }
  return files;
}

async function textOf(path: string): Promise<Result<string>> {
  try {
    return ok(String(await readRegular(path, { mostBytes: MAX_BYTES })));
  } catch (error) {
    return err(`The file cannot be read: ${fileFailure(error)}.`);
  }
}

function problemsOf({ file, read }: OwnFile<unknown>): readonly OwnFileProblem[] {
  return read.ok ? [] : read.error.map((message) => ({ file, message }));
}

/** The folder of the user's own host rows and the measured ones. */
export function hostsFolder(dataFolder: string): string {
  return join(dataFolder, 'hosts');
}

/** Reads every `*.json` in the folder, by name, with a problem for each invalid file. */
export async function readOwnHosts(folder: string): Promise<OwnHostFiles> {
  const read = await readOwnFiles(folder, parseOwnHosts);
  const files = read.flatMap((one) => (one.read.ok ? [one.read.value] : []));
  return { folder, files, problems: read.flatMap(problemsOf) };
}

export function vocabularyFolder(dataFolder: string): string {
  return join(dataFolder, 'vocabularies');
}

/** Reads every `*.json` in the folder, by name, with a problem for each invalid file. */
export async function readOwnVocabularies(folder: string): Promise<OwnVocabularies> {
  const vocabularies: OwnVocabulary[] = [];
  const problems: OwnFileProblem[] = [];
  for (const one of await readOwnFiles(folder, parseOwnVocabulary)) {
    problems.push(...problemsOf(one));
    if (!one.read.ok) continue;
    const { id } = one.read.value.vocabulary;
    if (vocabularies.some((other) => other.vocabulary.id === id)) {
      problems.push({
        file: one.file,
        message: `At id: another file has the id "${id}" already. Choose another id.`,
      });
    } else vocabularies.push(one.read.value);
  }
  return { folder, vocabularies, problems };
}

/** Saves the rows of a session's survey to the user's own hosts. Fails with a sentence if the session has no survey. */
export async function measureSurvey(
  session: Pick<RecordReader, 'readRecords'>,
  answer: string,
  folder: string,
): Promise<Result<SavedSurvey>> {
  const recording = new SurveyRecording();
  for await (const page of recordPages(session)) for (const record of page) recording.take(record);
  const found = recording.survey(answer);
  if (found === undefined) {
    return err('This session holds no survey. Record one through a tap in front of "tierscope lab".');
  }
  const { files } = await readOwnHosts(folder);
  const save = savingRows({ folder, table: hostTable(files), now: () => new Date() });
  return ok(await save(found.progress, found.client));
}
