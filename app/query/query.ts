import type { WildcardPattern } from '../base/wildcard.ts';
import type { ChoiceKey, TextKey } from './filter-keys.ts';

export type Comparator = '>' | '>=' | '<' | '<=' | '=';

/** A code to match: by its text, or as an integer between two others, both included. */
export type CodeTest =
  | { readonly kind: 'pattern'; readonly pattern: WildcardPattern }
  | { readonly kind: 'range'; readonly from: number; readonly to: number };

/** A filter over the log, as {@link parseQuery} reads it. */
export type Query =
  | { readonly kind: 'all' }
  | { readonly kind: 'and'; readonly parts: readonly Query[] }
  | { readonly kind: 'or'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }
  /** A word anywhere in a row. */
  | { readonly kind: 'word'; readonly pattern: WildcardPattern }
  | { readonly kind: 'text'; readonly key: TextKey; readonly patterns: readonly WildcardPattern[] }
  | { readonly kind: 'code'; readonly codes: readonly CodeTest[] }
  /** One of the words that the key allows, such as `tier:tool`. */
  | { readonly kind: 'choice'; readonly key: ChoiceKey; readonly values: readonly string[] }
  /** `dur` in milliseconds, `size` in bytes. */
  | {
      readonly kind: 'measure';
      readonly key: 'dur' | 'size';
      readonly comparison: Comparator;
      readonly amount: number;
    };

/** What is wrong with a filter: a sentence, and the characters that it is about (`to` is the first after). */
export type QueryProblem = { readonly message: string; readonly from: number; readonly to: number };
