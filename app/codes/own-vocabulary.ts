import type { z } from 'zod';
import { parseBounded } from '../base/json-depth.ts';
import { err, errorMessage, ok, type Result } from '../base/result.ts';
import { expandVocabulary, SECTIONS } from './expand-vocabulary.ts';
import type { OwnVocabulary } from './lookup-context.ts';
import { vocabularyOf } from './vocabularies.ts';
import { type VocabularyFile, vocabularyFileSchema } from './vocabulary-file.ts';

/** What is wrong with one of a user's vocabulary files, in one sentence. */
export type VocabularyProblem = { readonly file: string; readonly message: string };

/** A user's vocabularies as they were read from their folder. */
export type OwnVocabularies = {
  readonly folder: string;
  readonly vocabularies: readonly OwnVocabulary[];
  readonly problems: readonly VocabularyProblem[];
};

/** Reads the text of a vocabulary file. Every problem is one sentence that names the place and what to do. */
export function parseOwnVocabulary(text: string): Result<OwnVocabulary, readonly string[]> {
  let value: unknown;
  try {
    value = parseBounded(text);
  } catch (error) {
    return err([`The file is not JSON: ${errorMessage(error)}. Correct it and load it again.`]);
  }
  const parsed = vocabularyFileSchema.safeParse(value);
  if (!parsed.success) return err(parsed.error.issues.slice(0, 20).map(issueSentence));
  const problems = contentProblems(parsed.data);
  return problems.length > 0 ? err(problems) : ok(ownVocabulary(parsed.data));
}

function issueSentence(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? 'the file' : pathText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return `At ${place}: unknown member ${issue.keys.map((key) => `"${key}"`).join(', ')}. Remove it or correct its spelling.`;
  }
  const sentence = issue.message.replace(/^Invalid input: /, '');
  if (sentence.endsWith(', received undefined')) {
    return `At ${place}: ${sentence.replace(/, received undefined$/, '')}, but nothing is there. Add the member.`;
  }
  return `At ${place}: ${sentence}. Correct the value there.`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}

function contentProblems(file: VocabularyFile): string[] {
  const problems: string[] = [];
  if (vocabularyOf(file.id) !== undefined)
    problems.push(`At id: "${file.id}" is a built-in vocabulary. Choose another id.`);
  if (SECTIONS.every((section) => file[section].length === 0))
    problems.push('The file has no codes and no reasons. Add at least one.');
  return [
    ...problems,
    ...doubled('codes', file.codes, ({ code, name }) => `${code} "${name}"`),
    ...doubled('reasons', file.reasons, ({ reason }) => `"${reason}"`),
  ];
}

function doubled<Row>(section: string, rows: readonly Row[], labelOf: (row: Row) => string): string[] {
  const places = new Map<string, number>();
  return rows.flatMap((row, index) => {
    const label = labelOf(row);
    const first = places.get(label);
    if (first === undefined) places.set(label, index);
    return first === undefined
      ? []
      : [`At ${section}[${index}]: ${label} stands already at ${section}[${first}]. Remove one.`];
  });
}

function ownVocabulary(file: VocabularyFile): OwnVocabulary {
  const { id, name, revisions = [], signs = [] } = file;
  return {
    vocabulary: { id, name, family: 'own', revisions, signs, contrast: false },
    entries: expandVocabulary(file),
  };
}
