import type { ErrorTier } from '../frame/tier.ts';
import { stepText } from '../protocol/actor.ts';
import type { CatalogueEntry, EntryKind, EntryStep } from './catalogue-entry.ts';
import type { VocabularyFile } from './vocabulary-file.ts';

/** The sections of a file in the order of their entries. */
export const SECTIONS = [
  'codes',
  'ranges',
  'reasons',
  'conventions',
  'local',
  'http',
  'mappings',
  'patterns',
] as const satisfies readonly (keyof VocabularyFile)[];

type Section = (typeof SECTIONS)[number];
type Shared = NonNullable<NonNullable<VocabularyFile['defaults']>[Section]>;
type Row = Partial<VocabularyFile['reasons'][number]> &
  Partial<VocabularyFile['ranges'][number]> &
  Partial<VocabularyFile['patterns'][number]> & { readonly meaning: string };

const KINDS: Readonly<Record<Section, EntryKind>> = {
  codes: 'code',
  ranges: 'range',
  reasons: 'reason',
  conventions: 'convention',
  local: 'client-local',
  http: 'http',
  mappings: 'mapping',
  patterns: 'pattern',
};

const TIERS: Readonly<Record<Section, ErrorTier>> = {
  codes: 'protocol',
  ranges: 'protocol',
  reasons: 'tool',
  conventions: 'protocol',
  local: 'client',
  http: 'transport',
  mappings: 'protocol',
  patterns: 'protocol',
};

/** A built-in file as it lies on disk: sections may be left out. */
export type WrittenVocabulary = Pick<VocabularyFile, 'id' | 'name'> & Partial<VocabularyFile>;

/** Every entry of a vocabulary file, section by section. The file was checked, or is one of the built-in ones. */
export function expandVocabulary(file: WrittenVocabulary): CatalogueEntry[] {
  return SECTIONS.flatMap((section) =>
    (file[section] ?? []).map((row: Row) => expandRow(file, section, row)),
  );
}

function expandRow(file: WrittenVocabulary, section: Section, row: Row): CatalogueEntry {
  const shared: Shared = file.defaults?.[section] ?? {};
  const kind = KINDS[section];
  const code = row.code ?? null;
  const name = row.reason ?? row.name ?? '';
  const codeText = row.label ?? row.reason ?? codeTextOf(row);
  const tier = row.tier ?? shared.tier ?? TIERS[section];
  const { how = '', actor, verb, leadsTo } = row.how === undefined ? shared : row;
  const step: EntryStep = { action: how, actor, verb, leadsTo };
  return {
    id: `${file.id}:${codeText === '' ? kind : codeText}:${slug(name)}`,
    kind,
    code,
    codeText,
    range: row.range ?? null,
    name,
    vocabulary: file.id,
    tier,
    emittedBy: row.emittedBy ?? shared.emittedBy ?? (tier === 'client' ? 'client-local' : 'server'),
    meaning: row.meaning,
    whenItAppears: row.when ?? shared.when ?? '',
    dataShape: firstDefined(row.data, shared.data, reasonShape(row)),
    modelCanSee: row.modelCanSee ?? tier === 'tool',
    recoverable: row.recoverable ?? shared.recoverable ?? 'depends',
    how: howText(step),
    step,
    source: sourceOf(file, shared, row),
    since: firstDefined(row.since, shared.since, null),
    until: firstDefined(row.until, shared.until, null),
    measured: row.measured ?? shared.measured ?? false,
    aliases: row.aliases ?? [],
    messages: row.messages ?? [],
    match: row.match ?? null,
  };
}

/** Only an instruction says nothing of its actor by itself. */
function howText({ actor, action, verb }: EntryStep): string {
  if (actor === 'caller' || actor === undefined) return action;
  return stepText({ actor, action, verb });
}

function codeTextOf({ code, range }: Row): string {
  if (code !== undefined) return String(code);
  return range === undefined ? '' : `${range.from}..${range.to}`;
}

/** A reason without further detail stands in the data by itself. */
function reasonShape({ reason }: Row): string | null {
  return reason === undefined ? null : `{reason:${JSON.stringify(reason)}}`;
}

/** Null is a value here: it takes back what the section says. */
function firstDefined<Value>(row: Value | undefined, shared: Value | undefined, otherwise: Value): Value {
  if (row !== undefined) return row;
  return shared === undefined ? otherwise : shared;
}

function sourceOf(file: WrittenVocabulary, shared: Shared, row: Row): string {
  const base = shared.source ?? file.source;
  if (row.source === undefined) return base ?? file.name;
  if (base === undefined) return row.source;
  const space = /[\w)]$/.test(base) && /^[\w(]/.test(row.source) ? ' ' : '';
  return base + space + row.source;
}

/** Lower-case words with hyphens; a name without a Latin letter stays as it is. */
function slug(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return words === '' ? name : words;
}
