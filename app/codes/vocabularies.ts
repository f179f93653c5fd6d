import type { WrittenVocabulary } from './expand-vocabulary.ts';

/** The families in the order in which the screen groups them. */
const FAMILIES = [
  'json-rpc',
  'mcp-spec',
  'sdk',
  'framework',
  'guide',
  'inspector',
  'contrast',
  'own',
] as const;

/** Where a vocabulary comes from. */
type VocabularyFamily = (typeof FAMILIES)[number];

/** One source of code meanings. */
export type Vocabulary = {
  readonly id: string;
  readonly name: string;
  readonly family: VocabularyFamily;
  /** The MCP revisions whose rules it states; empty for everything but the specification. */
  readonly revisions: readonly string[];
  /** Texts by which a pasted log shows it, such as a package or a class. */
  readonly signs: readonly string[];
  /** True for neighbouring protocols, which share numbers with MCP and mean something else. */
  readonly contrast: boolean;
};

/** The built-in files, by family and place: one for each vocabulary, in the form in which users write theirs. */
export const VOCABULARY_FILES: readonly WrittenVocabulary[] = Object.values(
  import.meta.glob<WrittenVocabulary>('./vocabularies/*.json', { eager: true, import: 'default' }),
).toSorted((left, right) => rank(left) - rank(right));

/** All built-in vocabularies, in the order in which the screen groups them. */
export const VOCABULARIES: readonly Vocabulary[] = VOCABULARY_FILES.map(
  ({ id, name, family = 'guide', revisions = [], signs = [] }): Vocabulary => {
    return { id, name, family, revisions, signs, contrast: family === 'contrast' };
  },
);

/** The built-in vocabulary with this id, or undefined for an unknown one. */
export function vocabularyOf(id: string): Vocabulary | undefined {
  return VOCABULARIES.find((candidate) => candidate.id === id);
}

function rank({ family = 'guide', order = 0 }: WrittenVocabulary): number {
  return FAMILIES.indexOf(family) * 1000 + order;
}
