import { type CatalogueEntry, catalogueEntries, VOCABULARIES } from './catalogue.ts';
import { integerOf, lookupCode } from './lookup.ts';
import {
  basePoints,
  type LookupContext,
  templateMatches,
  templateWeight,
  vocabularyIn,
} from './meaning-evidence.ts';

/** What of an entry fitted the query. */
type MatchedBy = 'code' | 'range' | 'name' | 'message' | 'word' | 'pattern' | 'partial-code' | 'text';

export type LookupMatch = {
  readonly entry: CatalogueEntry;
  readonly vocabularyName: string;
  readonly matchedBy: MatchedBy;
  /** True for another protocol, which ranks after everything of MCP. */
  readonly contrast: boolean;
  /** Higher ranks first; comparable only within one search. */
  readonly score: number;
};

export type SearchOptions = LookupContext & {
  /** Keep only the vocabulary with this id. */
  readonly vocabulary?: string;
  readonly limit?: number;
};

/**
 * Finds entries by number (also partial, with or without minus), by name in any spelling, by reason, by
 * message text pasted from a log, and by words; best first. Never throws. An empty query finds nothing.
 */
export function searchCatalogue(query: string, options: SearchOptions = {}): LookupMatch[] {
  const text = query.trim();
  if (text === '') return [];
  const found = new Map<string, LookupMatch>();
  const add = (entry: CatalogueEntry, matchedBy: MatchedBy, score: number): void => {
    const known = found.get(entry.id);
    if (known !== undefined && known.score >= score) return;
    const vocabulary = vocabularyIn(options, entry.vocabulary);
    const vocabularyName = vocabulary?.name ?? entry.vocabulary;
    found.set(entry.id, { entry, vocabularyName, matchedBy, contrast: vocabulary?.contrast === true, score });
  };
  addCodes(text, options, add);
  const number = integerOf(text) !== undefined;
  const prepared = prepare(text, options);
  for (const keys of searchKeys(options)) {
    const hit = number ? numberHit(prepared, keys) : textHit(prepared, keys);
    if (hit !== undefined) add(keys.entry, hit.matchedBy, hit.score + basePoints(keys.entry, options) * 2);
  }
  const { vocabulary, limit } = options;
  return [...found.values()]
    .filter(({ entry }) => vocabulary === undefined || entry.vocabulary === vocabulary)
    .sort(byRank)
    .slice(0, limit);
}

/** A template with less fixed text than this tells little. */
const TELLING = 7;

type Add = (entry: CatalogueEntry, matchedBy: MatchedBy, score: number) => void;
type Hit = { readonly matchedBy: MatchedBy; readonly score: number };

/** The query in the forms that the keys are compared with. */
type Prepared = ReturnType<typeof prepare>;

function prepare(text: string, { own }: LookupContext) {
  const lower = text.toLowerCase();
  return {
    text,
    lower,
    normal: normalName(text),
    /** The name behind a class or module, if the query has one. */
    member: normalName(/^[\w%]+\.(\w+)$/.exec(text)?.[1] ?? ''),
    /** True for "ErrorCode.InvalidParams" and ":invalid_params". */
    qualified: /^:?[\w%]+(\.\w+)?$/.test(text) && /[:.]/.test(text),
    digits: text.replace(/\D/g, ''),
    words: new Set(text.match(/\w+/g) ?? []),
    parts: lower.split(/\s+/),
    /** The vocabularies of which a package or a class stands in the text, each with its signs. */
    spoken: spokenIn(text, own),
    /** Long enough to be a message rather than a word being typed. */
    pasted: text.length >= 7 || /\s/.test(text),
  };
}

function spokenIn(text: string, own: LookupContext['own'] = []): ReadonlyMap<string, readonly string[]> {
  const spoken = new Map<string, readonly string[]>();
  for (const { id, signs } of [...VOCABULARIES, ...own.map(({ vocabulary }) => vocabulary)]) {
    const seen = signs.filter((sign) => text.includes(sign));
    if (seen.length > 0) spoken.set(id, seen);
  }
  return spoken;
}

/** A whole number: all its meanings in their order. Codes inside a pasted text count less. */
function addCodes(text: string, options: SearchOptions, add: Add): void {
  const whole = integerOf(text);
  const inside = [...text.matchAll(/(?<![\d.])-3\d{4}(?!\d|\.\d)/g)].map(([code]) => Number(code));
  // A number typed without its minus means both.
  const codes = whole === undefined ? inside.slice(0, 4) : whole > 0 ? [whole, -whole] : [whole];
  const leading = /^[("']*(?:error )?(?:code[ :=]*)?-3\d{4}\b/i.test(text);
  const top = whole !== undefined ? 1000 : leading ? 750 : 300;
  for (const [index, code] of codes.entries()) {
    for (const [rank, { entry, standing }] of lookupCode(code, options).entries()) {
      if (standing !== 'range') add(entry, 'code', top - index * 50 - rank / 4);
      else if (whole !== undefined && code === whole) add(entry, 'range', 350 - rank / 4);
    }
  }
}

function numberHit({ digits }: Prepared, keys: SearchKeys): Hit | undefined {
  if (keys.digits !== '') {
    if (keys.digits === digits) return { matchedBy: 'code', score: 700 };
    if (keys.digits.startsWith(digits)) return { matchedBy: 'partial-code', score: 500 - keys.digits.length };
    if (digits.length > 1 && keys.digits.includes(digits)) return { matchedBy: 'partial-code', score: 400 };
  }
  if (digits.length > 2 && keys.names.some((name) => name.includes(digits)))
    return { matchedBy: 'name', score: 450 };
  return undefined;
}

function textHit(query: Prepared, keys: SearchKeys): Hit | undefined {
  const hits = [nameHit(query, keys), messageHit(query, keys), wordHit(query, keys), patternHit(query, keys)];
  const [best] = hits.filter((hit) => hit !== undefined).sort((left, right) => right.score - left.score);
  return best ?? sentenceHit(query, keys);
}

function nameHit({ text, normal, member, qualified }: Prepared, keys: SearchKeys): Hit | undefined {
  if (normal === '') return undefined;
  // Who writes the class or the colon means this vocabulary's name, and the others only after it.
  if (qualified && keys.exact.includes(text)) return { matchedBy: 'name', score: 920 };
  for (const wantedName of member === '' ? [normal] : [normal, member]) {
    if (keys.names.includes(wantedName)) return { matchedBy: 'name', score: 900 };
  }
  const prefixed = keys.names.find((name) => name.startsWith(normal));
  if (prefixed !== undefined)
    return { matchedBy: 'name', score: 700 - Math.min(prefixed.length - normal.length, 60) };
  if (normal.length > 2 && keys.names.some((name) => name.includes(normal)))
    return { matchedBy: 'name', score: 500 };
  return undefined;
}

function messageHit({ text, pasted, spoken }: Prepared, keys: SearchKeys): Hit | undefined {
  if (!pasted) return undefined;
  const template = keys.templates.find((candidate) => templateMatches(candidate, text));
  if (template === undefined) return undefined;
  const weight = templateWeight(template);
  const whole = template === text ? 30 : 0;
  // "Error: " and the like stand in nearly every text.
  if (weight < TELLING && whole === 0) return { matchedBy: 'message', score: 430 + weight };
  // What shows the vocabulary by itself, such as the sentence around every error, is not what is meant.
  const own = spoken.get(keys.entry.vocabulary)?.every((sign) => !template.includes(sign)) ? 130 : 0;
  return { matchedBy: 'message', score: 760 + Math.min(weight, 80) * 2 + whole + own };
}

function wordHit({ words }: Prepared, keys: SearchKeys): Hit | undefined {
  const word = keys.words.find((candidate) => words.has(candidate));
  return word === undefined ? undefined : { matchedBy: 'word', score: 720 + Math.min(word.length, 30) };
}

/** The framework takes the first row that fits: provider rows before common ones, each in their order. */
function patternHit({ text, pasted }: Prepared, keys: SearchKeys): Hit | undefined {
  const { match } = keys.entry;
  if (!pasted || keys.pattern === null || match === null) return undefined;
  if (!keys.pattern.test(text)) return undefined;
  return { matchedBy: 'pattern', score: (match.table === 'provider' ? 650 : 620) - match.order / 4 };
}

function sentenceHit({ lower, parts, text }: Prepared, keys: SearchKeys): Hit | undefined {
  if (text.length < 2) return undefined;
  if (keys.text.includes(lower)) return { matchedBy: 'text', score: 200 };
  if (parts.length > 1 && parts.every((part) => keys.text.includes(part)))
    return { matchedBy: 'text', score: 150 };
  return undefined;
}

export function byRank(left: LookupMatch, right: LookupMatch): number {
  return Number(left.contrast) - Number(right.contrast) || right.score - left.score;
}

/** What a search compares with; made once for each entry. */
type SearchKeys = ReturnType<typeof keysOf>;

let builtIn: readonly SearchKeys[] | undefined;

/** The keys of every entry, the user's own vocabularies first; built-in ones are made on the first call. */
function searchKeys(context: LookupContext): readonly SearchKeys[] {
  builtIn ??= catalogueEntries().map((entry) => keysOf(entry, {}));
  if (context.own === undefined || context.own.length === 0) return builtIn;
  const own = context.own.flatMap(({ entries }) => entries.map((entry) => keysOf(entry, context)));
  return [...own, ...builtIn];
}

/** "ErrorCode.InvalidParams", "invalid_params", ":invalid_params" and "invalid params" all give one key. */
function normalName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function keysOf(entry: CatalogueEntry, context: LookupContext) {
  const { meaning, whenItAppears, how } = entry;
  const vocabulary = vocabularyIn(context, entry.vocabulary)?.name ?? entry.vocabulary;
  const labels = entry.code === null || !/^-?\d/.test(entry.codeText) ? [entry.codeText] : [];
  const spellings = [entry.name, shortName(entry.name), ...entry.aliases, ...labels];
  return {
    entry,
    /** The code without its sign, for partial numbers; empty for none. */
    digits: entry.code === null ? '' : String(Math.abs(entry.code)),
    /** Names as they are written, with their class or colon. */
    exact: [entry.name, ...entry.aliases, ...labels],
    names: [...new Set(spellings.map(normalName))].filter((name) => name !== ''),
    /** Reasons, atoms and other names that stand as whole words in a log. */
    words: [...entry.aliases, ...labels, entry.name]
      .map((word) => word.replace(/^:/, ''))
      .filter((word) => /^[A-Za-z]\w+$/.test(word) && /_|[a-z][A-Z]|^[A-Z]{4,}/.test(word)),
    templates: entry.messages.toSorted((left, right) => templateWeight(right) - templateWeight(left)),
    pattern: entry.match === null ? null : new RegExp(entry.match.pattern, entry.match.flags),
    text: [entry.name, meaning, whenItAppears, how, vocabulary, entry.codeText, ...entry.messages]
      .join(' ')
      .toLowerCase(),
  };
}

/** The member's own name: without the class before it and the arguments behind it. */
function shortName(name: string): string {
  return name.replace(/\(.*$/, '').replace(/^[\w%]+\./, '');
}
