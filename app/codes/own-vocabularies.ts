import type { OwnVocabulary } from './lookup-context.ts';

/** What is wrong with one of a user's vocabulary files, in one sentence. */
export type VocabularyProblem = { readonly file: string; readonly message: string };

/** A user's vocabularies as they were read from their folder. */
export type OwnVocabularies = {
  readonly folder: string;
  readonly vocabularies: readonly OwnVocabulary[];
  readonly problems: readonly VocabularyProblem[];
};
