import type { ErrorTier } from '../frame/tier.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { type Vocabulary, vocabularyOf } from './vocabularies.ts';

/** A user's vocabulary, read from a file, in the form of the built-in ones. */
export type OwnVocabulary = { readonly vocabulary: Vocabulary; readonly entries: readonly CatalogueEntry[] };

/** What is known about an error besides its code. Everything may be absent. */
export type LookupContext = {
  /** The vocabularies that the server was inferred to speak; confidence from 0 to 1. */
  readonly vocabularies?: readonly { readonly id: string; readonly confidence: number }[];
  /** The negotiated MCP revision, such as "2025-11-25"; null if it is unknown. */
  readonly revision?: string | null;
  /** `error.data` as it was parsed. */
  readonly data?: unknown;
  readonly message?: string;
  /** The method of the request that the error answers. */
  readonly method?: string;
  /** The tier at which the error was seen. */
  readonly tier?: ErrorTier;
  readonly own?: readonly OwnVocabulary[];
};

/** The vocabulary of an entry, built-in or the user's; undefined for an unknown id. */
export function vocabularyIn(context: LookupContext, id: string): Vocabulary | undefined {
  return vocabularyOf(id) ?? context.own?.find((own) => own.vocabulary.id === id)?.vocabulary;
}
