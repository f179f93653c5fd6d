import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnVocabulary } from '../../app/codes/lookup-context.ts';
import type { OwnVocabularies, VocabularyProblem } from '../../app/codes/own-vocabulary.ts';
import { parseOwnVocabulary } from '../../app/codes/own-vocabulary.ts';
import { readRegular } from '../system/regular-file.ts';

/** A vocabulary of 5,000 codes with long sentences stays below this, in bytes. */
const MOST_BYTES = 10_000_000;

/** Where a user's vocabularies lie. */
export function vocabularyFolder(dataFolder: string): string {
  return join(dataFolder, 'vocabularies');
}

/**
 * Reads every `*.json` of the folder, in the order of their names. What is wrong with a file is reported beside
 * what could be read of the others; a folder that is not there holds nothing.
 */
export async function readOwnVocabularies(folder: string): Promise<OwnVocabularies> {
  const vocabularies: OwnVocabulary[] = [];
  const problems: VocabularyProblem[] = [];
  const names = await readdir(folder).catch(() => []);
  for (const file of names.filter((name) => name.endsWith('.json')).sort()) {
    const problem = (message: string) => problems.push({ file, message });
    const text = await textOf(join(folder, file));
    if (text instanceof Error) {
      problem(`The file cannot be read: ${text.message}.`);
      continue;
    }
    const parsed = parseOwnVocabulary(text);
    if (!parsed.ok) {
      for (const message of parsed.error) problem(message);
      continue;
    }
    const { id } = parsed.value.vocabulary;
    if (vocabularies.some((other) => other.vocabulary.id === id)) {
      problem(`At id: another file has the id "${id}" already. Choose another id.`);
    } else vocabularies.push(parsed.value);
  }
  return { folder, vocabularies, problems };
}

async function textOf(path: string): Promise<string | Error> {
  try {
    return String(await readRegular(path, { mostBytes: MOST_BYTES }));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
