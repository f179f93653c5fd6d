import type { CatalogueEntry, EntryDefaults, EntryRow, VocabularyTable } from './catalogue-entry.ts';
import { VOCABULARY_TABLES } from './vocabulary-tables.ts';

let entries: readonly CatalogueEntry[] | undefined;
let byCode: ReadonlyMap<number, readonly CatalogueEntry[]> | undefined;
let ranges: readonly CatalogueEntry[] | undefined;

/** Every entry of every built-in vocabulary; expanded from the tables on the first call. */
export function catalogueEntries(): readonly CatalogueEntry[] {
  entries ??= VOCABULARY_TABLES.flatMap(expandTable);
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

function expandTable(table: VocabularyTable): CatalogueEntry[] {
  return table.rows.map((row) => expandRow(table.vocabulary, table.defaults, row));
}

function expandRow(vocabulary: string, shared: EntryDefaults, row: EntryRow): CatalogueEntry {
  const code = row.code ?? null;
  const codeText = row.label ?? (code === null ? '' : String(code));
  const kind = row.kind ?? shared.kind;
  const tier = row.tier ?? shared.tier;
  return {
    id: `${vocabulary}:${codeText === '' ? kind : codeText}:${slug(row.name)}`,
    kind,
    code,
    codeText,
    range: row.range ?? null,
    name: row.name,
    vocabulary,
    tier,
    emittedBy: row.emittedBy ?? shared.emittedBy,
    meaning: row.meaning,
    whenItAppears: row.whenItAppears ?? shared.whenItAppears ?? '',
    dataShape: row.dataShape === undefined ? (shared.dataShape ?? null) : row.dataShape,
    modelCanSee: row.modelCanSee ?? tier === 'tool',
    recoverable: row.recoverable ?? shared.recoverable,
    how: row.how ?? shared.how ?? '',
    source: shared.source + (row.source ?? ''),
    since: row.since === undefined ? (shared.since ?? null) : row.since,
    until: row.until === undefined ? (shared.until ?? null) : row.until,
    measured: row.measured ?? shared.measured ?? false,
    aliases: row.aliases ?? [],
    messages: row.messages ?? [],
    match: row.match ?? null,
  };
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
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
