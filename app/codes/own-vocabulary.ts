import { err, ok, type Result } from '../base/result.ts';
import { type OwnFileProblem, parseOwnFile } from '../wire/own-file.ts';
import { expandVocabulary, SECTION_NAMES, vocabularyOf } from './catalog.ts';
import type { OwnVocabulary } from './meaning-evidence.ts';
import { type VocabularyFile, vocabularyFileSchema } from './vocabulary-file.ts';

export type OwnVocabularies = {
  readonly folder: string;
  readonly vocabularies: readonly OwnVocabulary[];
  readonly problems: readonly OwnFileProblem[];
};

/** Parses a vocabulary file. Every problem is one sentence with its place and the fix. */
export function parseOwnVocabulary(text: string): Result<OwnVocabulary, readonly string[]> {
  const parsed = parseOwnFile(text, vocabularyFileSchema);
  if (!parsed.ok) return parsed;
  const problems = contentProblems(parsed.value);
  return problems.length > 0 ? err(problems) : ok(ownVocabulary(parsed.value));
}

function contentProblems(file: VocabularyFile): string[] {
  const problems: string[] = [];
  if (vocabularyOf(file.id) !== undefined)
    problems.push(`At id: "${file.id}" is a built-in vocabulary. Choose another id.`);
  if (SECTION_NAMES.every((section) => file[section].length === 0))
    problems.push('The file has no codes and no reasons. Add at least one.');
  return [
    ...problems,
    ...doubled('codes', file.codes, ({ code, name }) => `${code} "${name}"`),
    ...doubled('reasons', file.reasons, ({ reason }) => `"${reason}"`),
  ];
}

function doubled<Row>(section: string, rows: readonly Row[], labelOf: (row: Row) => string): string[] {
  const labels = rows.map(labelOf);
  const places = new Map(labels.map((label, index) => [label, index] as const).toReversed());
  return labels.flatMap((label, index) => {
    const first = places.get(label);
    return first === index
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
