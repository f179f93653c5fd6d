import { groupedBy } from '../base/grouped-by.ts';
import type { ErrorTier } from '../frame/tier.ts';
import { type NextStep, stepText } from '../protocol/actor.ts';
import type { VocabularyFile } from './vocabulary-file.ts';

let entries: readonly CatalogEntry[] | undefined;
let byCode: ReadonlyMap<number | null, readonly CatalogEntry[]> | undefined;
let ranges: readonly CatalogEntry[] | undefined;

/** All entries of the built-in vocabularies; expanded from their files on the first call. */
export function catalogEntries(): readonly CatalogEntry[] {
  entries ??= VOCABULARY_FILES.flatMap(expandVocabulary);
  return entries;
}

/** The entries with exactly this integer, in vocabulary order. */
export function entriesWithCode(code: number): readonly CatalogEntry[] {
  byCode ??= groupedBy(catalogEntries(), (entry) => entry.code);
  return byCode.get(code) ?? [];
}

/** The code ranges that contain this integer, narrowest first. */
export function rangesOf(code: number): readonly CatalogEntry[] {
  ranges ??= catalogEntries()
    .filter((entry) => entry.range !== null)
    .toSorted((left, right) => width(left) - width(right));
  return ranges.filter((entry) => inRange(entry, code));
}

function width({ range }: CatalogEntry): number {
  return range === null || range.outside ? Number.POSITIVE_INFINITY : range.to - range.from;
}

function inRange({ range }: CatalogEntry, code: number): boolean {
  return range !== null && (code >= range.from && code <= range.to) !== (range.outside === true);
}

/** The sections of a file in order, each with the kind and the tier of its entries. */
const SECTIONS = {
  codes: ['code', 'protocol'],
  ranges: ['range', 'protocol'],
  reasons: ['reason', 'tool'],
  conventions: ['convention', 'protocol'],
  local: ['client-local', 'client'],
  http: ['http', 'transport'],
  mappings: ['mapping', 'protocol'],
  patterns: ['pattern', 'protocol'],
} as const satisfies { readonly [Section in keyof VocabularyFile]?: readonly [string, ErrorTier] };

type Section = keyof typeof SECTIONS;
type Shared = NonNullable<NonNullable<VocabularyFile['defaults']>[Section]>;
type Row = Partial<VocabularyFile['reasons'][number]> &
  Partial<VocabularyFile['ranges'][number]> &
  Partial<VocabularyFile['patterns'][number]> & { readonly meaning: string };

/** The kind of an entry: a number, a range, a named reason, a failure that never reaches the wire, … */
export type EntryKind = (typeof SECTIONS)[Section][0];

/** `caller`: the one who decides what the method requests; undefined if no actor is named. */
export type EntryStep = Pick<NextStep, 'action' | 'verb'> & {
  readonly actor: NextStep['actor'] | 'caller' | undefined;
  readonly leadsTo: 'stderr' | undefined;
};

/** One meaning: a code, name or convention in one vocabulary, expanded from its file on first use. */
export type CatalogEntry = Readonly<ReturnType<typeof expandRow>>;

/** A built-in file as stored: sections may be missing. */
type WrittenVocabulary = Pick<VocabularyFile, 'id' | 'name'> & Partial<VocabularyFile>;

/** Expands a validated or built-in vocabulary file into its entries, section by section. */
export function expandVocabulary(file: WrittenVocabulary): CatalogEntry[] {
  return SECTION_NAMES.flatMap((section) =>
    (file[section] ?? []).map((row: Row) => expandRow(file, section, row)),
  );
}

export const SECTION_NAMES = Object.keys(SECTIONS) as readonly Section[];

function expandRow(file: WrittenVocabulary, section: Section, row: Row) {
  const shared: Shared = file.defaults?.[section] ?? {};
  const [kind, usualTier] = SECTIONS[section];
  const name = row.reason ?? row.name ?? '';
  const { range, reason } = row;
  const codeText =
    row.label ?? reason ?? String(row.code ?? (range === undefined ? '' : `${range.from}..${range.to}`));
  const tier = row.tier ?? shared.tier ?? usualTier;
  // The data of a reason without further detail is just the reason.
  const shape = reason === undefined ? null : `{reason:${JSON.stringify(reason)}}`;
  const { how = '', actor, verb, leadsTo } = row.how === undefined ? shared : row;
  const step: EntryStep = { action: how, actor, verb, leadsTo };
  return {
    id: `${file.id}:${codeText === '' ? kind : codeText}:${slug(name)}`,
    kind,
    /** The integer on the wire, or null if the entry has none. */
    code: row.code ?? null,
    /** The code as text: "-32602", "-32099..-32000", "isError:true", "REQUEST_TIMEOUT", or empty. */
    codeText,
    /** A code range, both ends included; `outside` inverts it. */
    range: range ?? null,
    name,
    vocabulary: file.id,
    tier,
    /** `client-local`: raised inside a client and never on the wire. */
    emittedBy: row.emittedBy ?? shared.emittedBy ?? (tier === 'client' ? 'client-local' : 'server'),
    meaning: row.meaning,
    whenItAppears: row.when ?? shared.when ?? '',
    /** The type of `error.data` or of the result; null if unknown. */
    dataShape: firstDefined(row.data, shared.data, shape),
    modelCanSee: row.modelCanSee ?? tier === 'tool',
    recoverable: row.recoverable ?? shared.recoverable ?? 'depends',
    how: howText(step),
    step,
    source: sourceOf(file, shared, row),
    since: firstDefined(row.since, shared.since, null),
    /** The last revision or version that has it. */
    until: firstDefined(row.until, shared.until, null),
    /** True if the behavior was observed on the wire, false if it was read in source or documentation. */
    measured: row.measured ?? shared.measured ?? false,
    aliases: row.aliases ?? [],
    /** Messages that implementations send with it; `<x>` matches anything. */
    messages: row.messages ?? [],
    /** Texts that rule the entry out. */
    unless: row.unless ?? [],
    /** A row of a classification table: a regular expression and its position in the order of tests. */
    match: row.match ?? null,
  };
}

/** Only an instruction needs its actor named. */
function howText({ actor, action, verb }: EntryStep): string {
  if (actor === 'caller' || actor === undefined) return action;
  return stepText({ actor, action, verb });
}

/** Null is a value here: it overrides the section's value. */
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

/** Lower-case words with hyphens; a name without Latin letters is kept. */
function slug(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return words === '' ? name : words;
}

/** The families, in the screen's grouping order. */
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

export type Vocabulary = {
  readonly id: string;
  readonly name: string;
  readonly family: (typeof FAMILIES)[number];
  /** The MCP revisions whose rules it states; empty for everything but the specification. */
  readonly revisions: readonly string[];
  /** Texts that identify it in a pasted log, such as a package or a class. */
  readonly signs: readonly string[];
  /** True for neighboring protocols, which reuse MCP's numbers with other meanings. */
  readonly contrast: boolean;
};

/** The built-in files, one per vocabulary, by family and position, in the format of users' own files. */
const VOCABULARY_FILES: readonly WrittenVocabulary[] = Object.values(
  import.meta.glob<WrittenVocabulary>('./vocabularies/*.json', { eager: true, import: 'default' }),
).toSorted((left, right) => rank(left) - rank(right));

export const VOCABULARIES: readonly Vocabulary[] = VOCABULARY_FILES.map(
  ({ id, name, family = 'guide', revisions = [], signs = [] }): Vocabulary => ({
    ...{ id, name, family, revisions, signs },
    contrast: family === 'contrast',
  }),
);

/** The built-in vocabulary with this id, or undefined if unknown. */
export function vocabularyOf(id: string): Vocabulary | undefined {
  return VOCABULARIES.find((candidate) => candidate.id === id);
}

function rank({ family = 'guide', order = 0 }: WrittenVocabulary): number {
  return FAMILIES.indexOf(family) * 1000 + order;
}

/** True for words that mean the same in every program; they count where the catalog does not know a sentence. */
export const isPlain = ({ vocabulary }: CatalogEntry): boolean => vocabulary === 'plain-words';
