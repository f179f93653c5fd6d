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

/** A text to look for, in lower case, cut at its `*`: one piece for a text without a wildcard. */
export type WildcardPattern = readonly string[];

/** The pattern of a bare word, in which `*` stands for any characters. */
export function wildcardPattern(text: string): WildcardPattern {
  return text.toLowerCase().split(/\*+/);
}

/** The pattern of a quoted text, in which `*` is a star. */
export function literalPattern(text: string): WildcardPattern {
  return [text.toLowerCase()];
}

/** True if the pattern fits the whole of `text`; a text that is empty fits none. */
export function matchesWhole(pattern: WildcardPattern, text: string): boolean {
  if (text === '') return false;
  const lower = text.toLowerCase();
  const [first = ''] = pattern;
  if (pattern.length === 1) return lower === first;
  const last = pattern.at(-1) ?? '';
  if (lower.length < first.length + last.length) return false;
  if (!lower.startsWith(first) || !lower.endsWith(last)) return false;
  return hasInOrder(pattern.slice(1, -1), lower.slice(first.length, lower.length - last.length));
}

/** True if the pattern fits some part of `text`. */
export function matchesPart(pattern: WildcardPattern, text: string): boolean {
  return text !== '' && hasInOrder(pattern, text.toLowerCase());
}

function hasInOrder(pieces: WildcardPattern, lower: string): boolean {
  let from = 0;
  for (const piece of pieces) {
    const found = lower.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return true;
}
