import { join } from 'node:path';
import type { OwnFileProblem } from '../../app/base/own-file.ts';
import type { OwnVocabulary } from '../../app/codes/lookup-context.ts';
import type { OwnVocabularies } from '../../app/codes/own-vocabulary.ts';
import { parseOwnVocabulary } from '../../app/codes/own-vocabulary.ts';
import { problemsOf, readOwnFiles } from './read-own-files.ts';

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
