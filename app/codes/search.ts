import { isJsonObject, parseJson } from '../base/json-value.ts';
import { type CatalogEntry, catalogEntries, isPlain, VOCABULARIES } from './catalog.ts';
import { integerOf, isAmbiguousCode, isReservedCode, lookupCode } from './lookup.ts';
import {
  basePoints,
  type LookupContext,
  templateEnd,
  templateWeight,
  vocabularyIn,
} from './meaning-evidence.ts';
import { namesCause } from './process-entry.ts';

type MatchedBy = 'code' | 'range' | 'name' | 'message' | 'word' | 'pattern' | 'partial-code' | 'text';

export type LookupMatch = {
  readonly entry: CatalogEntry;
  readonly vocabularyName: string;
  readonly matchedBy: MatchedBy;
  /** True for another protocol, which ranks after all of MCP. */
  readonly contrast: boolean;
  /** True if the text, the session or the reader names the vocabulary, or the text has the code. */
  readonly shown?: boolean;
  /** Higher ranks first; comparable only within one search. */
  readonly score: number;
};

export type SearchOptions = LookupContext & {
  /** Keep only the vocabulary with this id. */
  readonly vocabulary?: string;
  readonly limit?: number;
  /** What the text shows if it is read as messages; comes before the catalog's meanings. */
  readonly pasted?: readonly LookupMatch[];
};

/** Finds entries by number, name, reason, message text or words; best first. Never throws. */
export function searchCatalog(query: string, options: SearchOptions = {}): LookupMatch[] {
  const text = query.trim();
  if (text === '') return [];
  const found = new Map<string, LookupMatch>();
  const add = (entry: CatalogEntry, matchedBy: MatchedBy, score: number): void => {
    if ((found.get(entry.id)?.score ?? Number.NEGATIVE_INFINITY) >= score) return;
    const vocabulary = vocabularyIn(options, entry.vocabulary);
    const vocabularyName = vocabulary?.name ?? entry.vocabulary;
    const shown =
      (entry.code !== null && entry.code === prepared.code) || prepared.shown.has(entry.vocabulary);
    const contrast = vocabulary?.contrast === true;
    found.set(entry.id, { entry, vocabularyName, matchedBy, contrast, shown, score });
  };
  const prepared = prepare(text, options);
  addCodes(text, options, add);
  const number = integerOf(text) !== undefined;
  for (const keys of searchKeys(options)) {
    const hit = number ? numberHit(prepared, keys) : textHit(prepared, keys);
    if (hit === undefined) continue;
    const points = basePoints(keys.entry, options) * 2 + fitPoints(prepared, keys, hit);
    add(keys.entry, hit.matchedBy, hit.score + points);
  }
  return [...found.values()]
    .filter(({ entry }) => (options.vocabulary ?? entry.vocabulary) === entry.vocabulary)
    .sort(byRank)
    .slice(0, options.limit);
}

/** Templates with less fixed text say little. */
const TELLING = 7;
/** By how much a sentence at the end of a text outranks one at the start. */
const LAST_POINTS = 100;
const MAX_NAME_CHARS = 24;
/** Shorter SDK sentences are ambiguous; so are longer ones that are a small part of other text. */
const MIN_CHARS = 14;
const THIN_CHARS = 23;
const THIN_SHARE = 0.35;
type Template = SearchKeys['templates'][number];
const TITLE =
  /^(?:parse error|invalid (?:request|params)|method not found|internal (?:server )?error|request timed out|connection closed|an error occurred\.)(?:: <\w+>)?$/;
/** A sentence that only wraps another one. */
const HOLDS_ANOTHER = /: <(?:e|m|msg|message|text|reason)>$/;
const HOLDS_STATUS = /\((?:HTTP )?<n>\)$/;
/** A word after a status; a page of HTML says nothing more. */
const WORD = /^(?!\W*(?:doctype|html)).*\p{L}{3}/u;
/** The minimum score for a known message of a host, a program or a gateway; words of any program stay below it. */
const SURE = 610;
const PLAIN = 601;
/** The score of a code that says so little that any known words beside it lead. */
const WORDS_LEAD = 600.9;

const STATUS = /\b(?:40[01345]|500)\b/;
const API_SIGN = /\bapi\b|apierror|axios|graphql|request failed with status/i;
const MCP_SIGN = /mcp|\bsse|streamable|session|json-?rpc|connector|initialize|event-stream/i;

type Add = (entry: CatalogEntry, matchedBy: MatchedBy, score: number) => void;
type Hit = { readonly matchedBy: MatchedBy; readonly score: number };

/** The query in the forms that are compared with the keys. */
type Prepared = ReturnType<typeof prepare>;

function prepare(text: string, context: SearchOptions) {
  const lower = text.toLowerCase();
  const spoken = spokenVocabularies(text, context.own);
  const { vocabularies = [], vocabulary } = context;
  return {
    text,
    lower,
    folded: foldedText(text),
    /** Without addresses, paths, packages and long identifiers, whose parts are no words. */
    prose: foldedText(text).replaceAll(/[^\s"'`,(){}<>[\]]*[/@][^\s"'`,(){}<>[\]]*|\w+(?:_\w+){4,}/g, ' '),
    /** The code of a JSON-RPC error in the text; null for none. */
    code: errorIn(text)?.code ?? null,
    normal: normalName(text),
    /** The name after a class or module, if the query has one. */
    member: normalName(/^[\w%]+\.(\w+)$/.exec(text)?.[1] ?? ''),
    /** True for "ErrorCode.InvalidParams" and ":invalid_params". */
    qualified: /^:?[\w%]+(\.\w+)?$/.test(text) && /[:.]/.test(text),
    digits: text.replace(/\D/g, ''),
    words: new Set(text.match(/\w+/g) ?? []),
    parts: lower.split(/\s+/),
    /** The vocabularies with a package or class in the text, each with its signs. */
    spoken,
    /** The vocabularies named by the text, the session or the reader. */
    shown: new Set([...spoken.keys(), ...vocabularies.map(({ id }) => id), vocabulary]),
    /** True if its HTTP status is of an API behind a tool: nothing in it speaks of MCP. */
    api: API_SIGN.test(text) && !MCP_SIGN.test(text.replace(/mcp error -\d+/gi, '')),
    /** Long enough to be a message, not a word being typed. */
    pasted: text.length >= 7 || /\s/.test(text),
  };
}

function spokenVocabularies(
  text: string,
  own: LookupContext['own'] = [],
): ReadonlyMap<string, readonly string[]> {
  const spoken = new Map<string, readonly string[]>();
  for (const { id, signs } of [...VOCABULARIES, ...own.map(({ vocabulary }) => vocabulary)]) {
    const seen = signs.filter((sign) => text.includes(sign));
    if (seen.length > 0) spoken.set(id, seen);
  }
  return spoken;
}

/** A code as written in error objects and in clients' sentences; the last one is the reason of the others. */
const ERROR_CODE = /["']code["']\s*:\s*(-3\d{4})\b|\b(?:mcp ?error|error code|code)[:=]? ?(-3\d{4})\b/gi;

/** The JSON-RPC error object in a pasted text, complete or in part; undefined if there is none. */
function errorIn(text: string): { readonly code: number; readonly of: LookupContext } | undefined {
  const value = parseJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  const isWrapped = isJsonObject(value) && isJsonObject(value.error);
  const error = isWrapped ? value.error : value;
  // A positive code is an HTTP status.
  if (isJsonObject(error) && Number.isInteger(error.code) && Number(error.code) <= (isWrapped ? 0 : -32000))
    return { code: Number(error.code), of: { data: error.data } };
  const [, inJson, inSentence] = [...text.matchAll(ERROR_CODE)].at(-1) ?? [];
  const code = inJson ?? inSentence;
  return code === undefined ? undefined : { code: Number(code), of: {} };
}

/** Adds what a code means apart from its message: its owner's definition, or that everyone uses it freely. */
function addErrorCode(text: string, options: SearchOptions, add: Add): void {
  const error = errorIn(text);
  if (error === undefined) return;
  const { code, of } = error;
  for (const [rank, { entry, standing, evidencePoints }] of lookupCode(code, { ...options, ...of }).entries())
    if (standing === 'range') add(entry, 'range', isAmbiguousCode(code) ? WORDS_LEAD - rank / 99 : 300);
    else if (evidencePoints >= 3) add(entry, 'code', 800 - rank / 4);
    else if (code === -32603) add(entry, 'code', WORDS_LEAD - rank / 4);
    else if (!isAmbiguousCode(code)) add(entry, 'code', (isReservedCode(code) ? 900 : 700) - rank / 4);
}

/** For an integer, all its meanings in order. Codes within a pasted text count less. */
function addCodes(text: string, options: SearchOptions, add: Add): void {
  addErrorCode(text, options, add);
  const whole = integerOf(text);
  const inside = [...text.matchAll(/(?<![\d.])-3\d{4}(?!\d|\.\d)/g)].map(([code]) => Number(code));
  // A number typed without its minus means both.
  const codes = whole === undefined ? inside.slice(0, 4) : whole > 0 ? [whole, -whole] : [whole];
  for (const [index, code] of codes.entries()) {
    // In -32603 and the free numbers the words lead; the others decide what is known of unknown words.
    const isWordy = code === -32603 || isAmbiguousCode(code);
    const top = whole !== undefined ? 1000 : isWordy ? 300 : 612;
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
  // A query with a class or colon means this vocabulary's name first.
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

const said = (score: number): Hit => ({ matchedBy: 'message', score });

function messageHit(
  { text, folded, prose, code, pasted, spoken, shown, api }: Prepared,
  keys: SearchKeys,
): Hit | undefined {
  if (!pasted || keys.unless.some((word) => folded.includes(word))) return undefined;
  const words = isPlain(keys.entry) ? prose : folded;
  const found = keys.templates.find((candidate) => templateEnd(candidate.folded, words) >= 0);
  if (found === undefined) return undefined;
  const weight = templateWeight(found.template);
  // What follows the last colon is the reason of what stands before it; "ValueError: " only introduces one.
  const isReason = !/: $/.test(found.folded) && templateEnd(found.folded, folded) > folded.lastIndexOf(': ');
  const isHttp = keys.entry.kind === 'http' || keys.entry.vocabulary === 'gateways';
  if (api && isHttp && STATUS.test(found.template)) return said(PLAIN);
  if (isPlain(keys.entry)) return said(PLAIN + Math.min(weight, 80) / 20 + (isReason ? 4.5 : 0));
  const isStatus = /^http \d+$/.test(found.folded);
  const whole = found.template === text && !isStatus ? 30 : 0;
  // "Error: " and the like occur in nearly every text.
  if (weight < TELLING && whole === 0)
    return keys.isForeign && templateEnd(found.template, text) < 0 ? undefined : said(430 + weight);
  // A template that contains the vocabulary's sign, such as the text around every error, gets no bonus for it.
  const signs = HOLDS_ANOTHER.test(found.template) ? undefined : spoken.get(keys.entry.vocabulary);
  const own = signs?.every((sign) => !found.template.includes(sign)) ? 130 : 0;
  // "A failed: B failed: C": the cause comes last, or a name after it.
  const rest = folded.slice(templateEnd(found.folded, folded));
  const after = Math.max(0, rest.length - MAX_NAME_CHARS);
  const before = Math.round((LAST_POINTS * after) / folded.length);
  const score = 760 + Math.min(weight, 80) * 2 + whole + own - before;
  const carried = isStatus ? (WORD.test(rest) ? 60 : 40) : 0;
  if (keys.isInspector)
    return said(Math.max(score - keys.aroundPoints - carried, (isReason ? SURE : PLAIN + 2) + weight / 10));
  // An exact spelling identifies an SDK: programs write similar messages in their own way.
  const isOwn = shown.has(keys.entry.vocabulary) || isOwnWord(keys, found.template, text);
  const isThin = code === null && after > 0 && weight < folded.length * THIN_SHARE;
  const least = whole > 0 || shown.has(keys.entry.vocabulary) ? 0 : isThin ? THIN_CHARS : MIN_CHARS;
  return said(score - (isOwn ? poverty(found, keys, least, rest) : 250));
}

/** The penalty for a sentence that says little: a wrapper around another, a code's title, or two plain words. */
function poverty({ template, folded }: Template, keys: SearchKeys, least: number, rest: string): number {
  const isNamed = /[^:] <\w+>$/.test(template) && /^\S+: /.test(rest);
  if (HOLDS_ANOTHER.test(template) || isNamed) return templateWeight(template) < THIN_CHARS ? 200 : 140;
  if (HOLDS_STATUS.test(template) || (keys.entry.kind === 'http' && WORD.test(rest)))
    return keys.family === 'sdk' ? 200 : 60;
  if (keys.family === 'sdk' && templateWeight(template) < least) return 200;
  return least > 0 && TITLE.test(folded) ? 95 : 0;
}

/** True if no other vocabulary is likely to use this wording. */
function isOwnWord({ family, isForeign }: SearchKeys, template: string, text: string): boolean {
  if (templateEnd(template, text) < 0 || family === 'guide') return false;
  return !isForeign || templateWeight(template) >= 20;
}

/** A framework's classification, or a code other than the pasted one, says nothing about a foreign line. */
function fitPoints({ code, shown }: Prepared, { entry, isForeign }: SearchKeys, { matchedBy }: Hit): number {
  const isShown = shown.has(entry.vocabulary);
  if (code !== null && entry.code === code) return matchedBy === 'word' ? 90 : 15;
  if (code !== null && entry.code !== null && matchedBy !== 'name' && !isShown) return -400;
  if (!isForeign || isShown) return 0;
  return matchedBy === 'pattern' || matchedBy === 'text' ? -300 : 0;
}

function wordHit({ words, spoken, shown, code }: Prepared, keys: SearchKeys): Hit | undefined {
  const word = keys.words.find((candidate) => words.has(candidate));
  if (word === undefined) return undefined;
  const isClass = /(?:Error|Exception)$/.test(word);
  const isHere = shown.has(keys.entry.vocabulary);
  // Classes of several programs share names, and an accompanying code is more specific.
  const isCommon = keys.isForeign || !/mcp|sdk|rpc|oauth|streamable|elicit/i.test(word);
  const isOthers = spoken.size > 0 || (isClass && isCommon && words.size > 1);
  const isShared = (isClass && code !== null) || (!isHere && isOthers);
  const points = isShared ? -250 : spoken.has(keys.entry.vocabulary) && !isClass ? 130 : 0;
  return { matchedBy: 'word', score: 720 + Math.min(word.length, 30) + points };
}

/** The framework uses the first matching row: provider rows before common ones, each in order. */
function patternHit({ text, pasted }: Prepared, keys: SearchKeys): Hit | undefined {
  const { match } = keys.entry;
  if (!pasted || keys.pattern === null || match === null) return undefined;
  if (!keys.pattern.test(text)) return undefined;
  return { matchedBy: 'pattern', score: (match.table === 'provider' ? 650 : 620) - match.order / 4 };
}

/** This many words and characters are a part of a message, not words being typed. */
const PART_WORDS = 3;
const PART_CHARS = 16;

function sentenceHit({ lower, folded, parts, text }: Prepared, keys: SearchKeys): Hit | undefined {
  const isPart = parts.length >= PART_WORDS && text.length >= PART_CHARS && keys.entry.kind !== 'http';
  const part = isPart ? keys.templates.findLast((one) => one.folded.includes(folded)) : undefined;
  if (part !== undefined) return said(609 - Math.min(templateWeight(part.folded) - folded.length, 80) / 10);
  if (text.length < 2 || !parts.every((part) => keys.text.includes(part))) return undefined;
  return { matchedBy: 'text', score: keys.text.includes(lower) ? 200 : 150 };
}

export function byRank(left: LookupMatch, right: LookupMatch): number {
  return Number(left.contrast) - Number(right.contrast) || right.score - left.score;
}

/** An entry's search keys, built once. */
type SearchKeys = ReturnType<typeof keysOf>;

let builtIn: readonly SearchKeys[] | undefined;

/** The keys of every entry, the user's own vocabularies first; built-in ones are built on the first call. */
function searchKeys(context: LookupContext): readonly SearchKeys[] {
  builtIn ??= catalogEntries().map((entry) => keysOf(entry, {}));
  if (context.own === undefined || context.own.length === 0) return builtIn;
  const own = context.own.flatMap(({ entries }) => entries.map((entry) => keysOf(entry, context)));
  return [...own, ...builtIn];
}

/** Generic error classes that any program in a language throws. */
const OF_LANGUAGES = /^(?:Type|Range|Syntax|Reference|Value|Key|Runtime|Timeout|Connection|Permission)Error$/;

const FOREIGN: ReadonlySet<string> = new Set(['framework', 'guide']);

/** Removes the effects of copying: case, curly quotes, full-width characters, JSON layout, and terminal line wraps. */
export function foldedText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll(/(?:\s|(?<!\w)\\[nrt])+/g, ' ')
    .replaceAll(/(?<=[[{]) |(?<=":) (?=[[{"])/g, '');
}

/** "ErrorCode.InvalidParams", "invalid_params", ":invalid_params" and "invalid params" all give one key. */
function normalName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function keysOf(entry: CatalogEntry, context: LookupContext) {
  const { meaning, whenItAppears, how } = entry;
  const { name: vocabulary = entry.vocabulary, family = 'own' } =
    vocabularyIn(context, entry.vocabulary) ?? {};
  const labels = entry.code === null || !/^-?\d/.test(entry.codeText) ? [entry.codeText] : [];
  const reasonPoints = entry.vocabulary !== 'processes' ? 0 : namesCause(entry) ? -100 : 100;
  const spellings = [entry.name, shortName(entry.name), ...entry.aliases, ...labels];
  return {
    entry,
    /** The code without its sign, for partial numbers; empty for none. */
    digits: entry.code === null ? '' : String(Math.abs(entry.code)),
    /** Names as written, with their class or colon. */
    exact: [entry.name, ...entry.aliases, ...labels],
    names: [...new Set(spellings.map(normalName))].filter((name) => name !== ''),
    /** Reasons, atoms and other names that occur as whole words in a log. */
    words: [...entry.aliases, ...labels, entry.name]
      .map((word) => word.replace(/^:/, ''))
      .filter((word) => /^[A-Za-z]\w+$/.test(word) && /_|[a-z][A-Z]|^[A-Z]{4,}/.test(word))
      .filter((word) => !OF_LANGUAGES.test(word)),
    templates: entry.messages
      .toSorted((left, right) => templateWeight(right) - templateWeight(left))
      .map((template) => ({ template, folded: foldedText(template) })),
    unless: entry.unless.map(foldedText),
    family,
    /** True for messages of hosts, programs, gateways and providers. */
    isInspector: family === 'inspector',
    /** The penalty for a message that only says that something failed; negative for one that says why. */
    aroundPoints: entry.kind === 'convention' ? 250 : reasonPoints,
    /** True for rows by which a framework or guide classifies other programs' texts. */
    isForeign: FOREIGN.has(family),
    pattern: entry.match === null ? null : new RegExp(entry.match.pattern, entry.match.flags),
    text: [entry.name, meaning, whenItAppears, how, vocabulary, entry.codeText, ...entry.messages]
      .join(' ')
      .toLowerCase(),
  };
}

/** The member's own name, without class and arguments. */
function shortName(name: string): string {
  return name.replace(/\(.*$/, '').replace(/^[\w%]+\./, '');
}
