import type { CatalogueEntry } from './catalogue-entry.ts';
import { expandVocabulary } from './expand-vocabulary.ts';
import { VOCABULARY_FILES } from './vocabularies.ts';

let entries: readonly CatalogueEntry[] | undefined;
let byCode: ReadonlyMap<number, readonly CatalogueEntry[]> | undefined;
let ranges: readonly CatalogueEntry[] | undefined;

/** Every entry of every built-in vocabulary; expanded from the files on the first call. */
export function catalogueEntries(): readonly CatalogueEntry[] {
  entries ??= VOCABULARY_FILES.flatMap(expandVocabulary);
  return entries;
}

/** The entries that carry exactly this integer, in the order of the vocabularies. */
export function entriesWithCode(code: number): readonly CatalogueEntry[] {
  byCode ??= indexByCode();
  return byCode.get(code) ?? [];
}

/** The blocks of numbers that contain this integer, narrowest first. */
export function rangesOf(code: number): readonly CatalogueEntry[] {
  ranges ??= catalogueEntries()
    .filter((entry) => entry.range !== null)
    .toSorted((left, right) => width(left) - width(right));
  return ranges.filter((entry) => inRange(entry, code));
}

function indexByCode(): Map<number, CatalogueEntry[]> {
  const index = new Map<number, CatalogueEntry[]>();
  for (const entry of catalogueEntries()) {
    if (entry.code === null) continue;
    const found = index.get(entry.code);
    if (found === undefined) index.set(entry.code, [entry]);
    else found.push(entry);
  }
  return index;
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
