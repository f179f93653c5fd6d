import { groupedBy } from '../base/grouped-by.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { expandVocabulary } from './expand-vocabulary.ts';
import { VOCABULARY_FILES } from './vocabularies.ts';

let entries: readonly CatalogueEntry[] | undefined;
let byCode: ReadonlyMap<number | null, readonly CatalogueEntry[]> | undefined;
let ranges: readonly CatalogueEntry[] | undefined;

/** Every entry of every built-in vocabulary; expanded from the files on the first call. */
export function catalogueEntries(): readonly CatalogueEntry[] {
  entries ??= VOCABULARY_FILES.flatMap(expandVocabulary);
  return entries;
}

/** The entries that carry exactly this integer, in the order of the vocabularies. */
export function entriesWithCode(code: number): readonly CatalogueEntry[] {
  byCode ??= groupedBy(catalogueEntries(), (entry) => entry.code);
  return byCode.get(code) ?? [];
}

/** The blocks of numbers that contain this integer, narrowest first. */
export function rangesOf(code: number): readonly CatalogueEntry[] {
  ranges ??= catalogueEntries()
    .filter((entry) => entry.range !== null)
    .toSorted((left, right) => width(left) - width(right));
  return ranges.filter((entry) => inRange(entry, code));
}

function width(entry: CatalogueEntry): number {
  if (entry.range === null || entry.range.outside) return Number.POSITIVE_INFINITY;
  return entry.range.to - entry.range.from;
}

function inRange(entry: CatalogueEntry, code: number): boolean {
  if (entry.range === null) return false;
  const inside = code >= entry.range.from && code <= entry.range.to;
  return entry.range.outside ? !inside : inside;
}
