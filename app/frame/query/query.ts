import type { WildcardPattern } from '../../base/wildcard.ts';
import type { ChoiceKey, FilterKey, TextKey } from './filter-keys.ts';

export type Comparator = '>' | '>=' | '<' | '<=' | '=';

/** A code to match: a text pattern, or an inclusive range of integers. */
export type CodeTest =
  | { readonly kind: 'pattern'; readonly pattern: WildcardPattern }
  | { readonly kind: 'range'; readonly from: number; readonly to: number };

export type Query =
  | { readonly kind: 'all' }
  | { readonly kind: 'and'; readonly parts: readonly Query[] }
  | { readonly kind: 'or'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }
  | { readonly kind: 'word'; readonly pattern: WildcardPattern }
  | { readonly kind: 'text'; readonly key: TextKey; readonly patterns: readonly WildcardPattern[] }
  | { readonly kind: 'code'; readonly codes: readonly CodeTest[] }
  | { readonly kind: 'choice'; readonly key: ChoiceKey; readonly values: readonly string[] }
  /** `dur` in milliseconds, `size` in bytes. */
  | {
      readonly kind: 'measure';
      readonly key: 'dur' | 'size';
      readonly comparison: Comparator;
      readonly amount: number;
    };

/** What is wrong with a filter: a sentence and the characters concerned (`to` is exclusive). */
export type QueryProblem = { readonly message: string; readonly from: number; readonly to: number };

/** The filter term that matches exactly this text, quoted if necessary. */
export function filterTerm(key: FilterKey, value: string): string {
  return `${key}:${/^[\w./:@-]+$/.test(value) ? value : inQuotes(value)}`;
}

export function inQuotes(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
