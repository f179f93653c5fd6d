import { parseJson } from '../base/json-value.ts';
import { stripAnsi } from '../frame/stderr-text.ts';
import { type CatalogEntry, catalogEntries, isPlain, vocabularyOf } from './catalog.ts';
import { plainName } from './lookup.ts';
import { type LookupContext, templateMatches, templateMayMatch, templateWeight } from './meaning-evidence.ts';
import { missingVariable, namesCause, processEntryOf } from './process-entry.ts';
import { byRank, foldedText, type LookupMatch, type SearchOptions, searchCatalog } from './search.ts';

/** Characters read of a pasted text; if the rest is cut, the result says so. */
export const MAX_PASTE_CHARS = 100_000;
/** A query line up to this length is looked up as it is. */
const MAX_LINE_CHARS = 2000;
/** How many sentences of a text are looked up: the first informative ones. */
const MAX_SENTENCES = 40;
const MATCHES_OF_SENTENCE = 12;
/** Templates with less fixed text occur in nearly every log. */
const MIN_WEIGHT = 7;
/** By how much the reason of a failure outranks the host's sentence around it. */
const CAUSE_POINTS = 250;
/** How stacks introduce the cause of an error. */
const CAUSE_LINE = /^\W*(?:cause|caused by)\b/i;
/** Below this score, a meaning is a guess. */
const UNKNOWN_POINTS = 600;
/** A log line or a dialog text, not words being typed. */
const SENTENCE = /\S\s+\S+\s+\S|[\n{}]|[:;]\s|\s\S+[.!]$/;
/** A paste of up to this many lines may be one sentence wrapped by a terminal. */
const MAX_WRAPPED_LINES = 12;

/** Looks up typed or pasted text, best meaning first. Never throws; reads at most {@link MAX_PASTE_CHARS}. */
export function lookUpText(
  query: string,
  options: SearchOptions = {},
): { readonly matches: readonly LookupMatch[]; readonly readChars: number; readonly isCut: boolean } {
  const isCut = query.length > MAX_PASTE_CHARS;
  const text = isCut ? query.slice(0, MAX_PASTE_CHARS) : query;
  const read = { readChars: text.length, isCut };
  const line = text.trim();
  if (line.includes('\n') || line.length > MAX_LINE_CHARS)
    return { ...read, matches: withUnknown(inSentences(line, options), line, options) };
  const matches = searchCatalog(line, options);
  // A line of a JSON log, or a variable that no catalog knows.
  const more = isTelling(matches) ? [] : inSentences(line, options);
  return { ...read, matches: withUnknown(isTelling(more) ? more : matches, line, options) };
}

const isRow = (vocabulary: string, name: string) => (entry: CatalogEntry) =>
  entry.vocabulary === vocabulary && entry.name === name;
/** True for the entry that says that a sentence is unknown, and what to try. */
export const isUnknown = isRow('tierscope', 'Nothing is known of this sentence');
const isLogLine = isRow('libraries', 'A log line, not an error');

/** A line that its own level calls no error, without a word of failure. */
const CALM =
  /^.{0,90}(?:\[(?:info|debug|trace)\]|\b(?:INFO|DEBUG|TRACE)\b)(?!.*(?:fail|error|exception|refus|denied|reject|invalid|unable|not |clos|exit|crash|tim(?:ed|e)[ -]?out))/i;

/** Puts the "unknown" entry, with what to try, before meanings that are guesses; a calm log line is no error. */
function withUnknown(
  matches: readonly LookupMatch[],
  text: string,
  { vocabulary, limit, pasted = [] }: SearchOptions,
): readonly LookupMatch[] {
  if (pasted.length > 0 && vocabulary === undefined) return [...pasted, ...matches].slice(0, limit);
  const [best] = matches;
  const isSentence = SENTENCE.test(text) || best?.matchedBy === 'pattern';
  const isOnlySaid = !text.includes('\n') && CALM.test(text);
  const isKnown =
    isTelling(matches) && !isShared(matches) && !(isOnlySaid && best !== undefined && isPlain(best.entry));
  if (vocabulary !== undefined || !isSentence || isKnown) return matches;
  const entry = catalogEntries().find(isOnlySaid ? isLogLine : isUnknown);
  if (entry === undefined) return matches;
  const unknown = matchOf(entry, 'text', Math.max(UNKNOWN_POINTS, best?.score ?? 0));
  return [unknown, ...matches.filter((match) => match.entry.id !== entry.id)].slice(0, limit);
}

/** By how much a meaning must outrank others with the same words to be the intended one. */
const CLEAR_POINTS = 6;
const OF_MANY: ReadonlySet<string> = new Set(['sdk', 'framework']);
const SAID: ReadonlySet<LookupMatch['matchedBy']> = new Set(['message', 'word']);

/** True if SDKs without other evidence use the same words with different meanings. */
function isShared(matches: readonly LookupMatch[]): boolean {
  const [best, ...others] = matches.filter(
    ({ entry, matchedBy }) =>
      SAID.has(matchedBy) && OF_MANY.has(vocabularyOf(entry.vocabulary)?.family ?? ''),
  );
  if (best === undefined || best !== matches[0] || best.shown === true) return false;
  // A word is its own name in each vocabulary.
  const nameOf = ({ entry }: LookupMatch) => (best.matchedBy === 'word' ? entry.id : plainName(entry.name));
  return others.some(
    (other) =>
      best.score - other.score < CLEAR_POINTS &&
      other.entry.vocabulary !== best.entry.vocabulary &&
      other.entry.meaning !== best.entry.meaning &&
      nameOf(other) !== nameOf(best),
  );
}

function isTelling([first]: readonly LookupMatch[]): boolean {
  return first !== undefined && first.matchedBy !== 'partial-code' && first.score > UNKNOWN_POINTS;
}

/** Match kinds for typed words, which match long texts by chance. */
const TYPED: ReadonlySet<LookupMatch['matchedBy']> = new Set(['text', 'name']);

function inSentences(text: string, options: SearchOptions): readonly LookupMatch[] {
  const found = new Map<string, LookupMatch>();
  const add = (match: LookupMatch, sentence: string): void => {
    const isCause = namesCause(match.entry) || CAUSE_LINE.test(sentence);
    const score = match.score + (isCause ? CAUSE_POINTS : 0);
    const known = found.get(match.entry.id);
    if (known === undefined || known.score < score) found.set(match.entry.id, { ...match, score });
  };
  const all = foldedText(text.slice(0, MAX_LINE_CHARS));
  for (const sentence of tellingSentences(text, options)) {
    const matches = searchCatalog(sentence, { ...options, limit: MATCHES_OF_SENTENCE });
    for (const match of matches)
      if (!TYPED.has(match.matchedBy) && !match.entry.unless.some((other) => all.includes(foldedText(other))))
        add(match, sentence);
    const entry = missingVariable(sentence) === undefined ? undefined : processEntryOf(sentence);
    if (entry?.vocabulary === (options.vocabulary ?? 'processes'))
      add(matchOf(entry, 'message', 800), sentence);
  }
  return [...found.values()].toSorted(byRank).slice(0, options.limit);
}

function matchOf(entry: CatalogEntry, matchedBy: LookupMatch['matchedBy'], score: number): LookupMatch {
  const vocabularyName = vocabularyOf(entry.vocabulary)?.name ?? entry.vocabulary;
  return { entry, vocabularyName, matchedBy, contrast: false, score };
}

/** Sentences that match an entry, have a code, or name a variable; if there are none, the first sentence. */
function tellingSentences(text: string, options: LookupContext): readonly string[] {
  const lines = pastedLines(text);
  const all = foldedText(lines.join('\n'));
  const templates = templatesOf(options).filter((template) => templateMayMatch(template, all));
  const telling: string[] = [];
  for (const line of lines) {
    if (telling.length >= MAX_SENTENCES) break;
    const folded = foldedText(line);
    if (
      /-3\d{4}\b/.test(line) ||
      templates.some((template) => templateMatches(template, folded)) ||
      missingVariable(line) !== undefined
    )
      telling.push(line);
  }
  const wrapped = lines.length <= MAX_WRAPPED_LINES ? [lines.join(' ')] : [];
  return [...(telling.length > 0 ? telling : lines.slice(0, 1)), ...wrapped];
}

let builtIn: readonly string[] | undefined;

function templatesOf({ own = [] }: LookupContext): readonly string[] {
  builtIn ??= telling(catalogEntries().filter((entry) => !isPlain(entry)));
  return own.length === 0 ? builtIn : [...builtIn, ...own.flatMap(({ entries }) => telling(entries))];
}

function telling(entries: readonly { readonly messages: readonly string[] }[]): readonly string[] {
  return entries
    .flatMap(({ messages }) => messages)
    .filter((template) => templateWeight(template) >= MIN_WEIGHT)
    .map(foldedText);
}

/** Longer lines are cut: the start of a sentence carries its meaning. */
const MAX_SENTENCE_CHARS = 600;
const MAX_STRINGS = 500;
const MAX_LEVELS = 8;

const PREFIX =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?|\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?|\[(?:trace|debug|info|warn|warning|error|fatal)\]|(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b:?)\s*/;
/** Stack frames, and lines without any words. */
const FRAME = /^\s*(?:at (?:\S+ )?\(?\S+:\d+|File ".*", line \d+|[│╭╰|>]*\s*$)|^\P{L}*$/u;

/** The distinct sentences of a pasted log or dialog, without times, levels, colors, JSON and stack frames. */
export function pastedLines(text: string): readonly string[] {
  const whole = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  const lines = whole === undefined ? text.split('\n').flatMap(unwrapped) : saidIn(whole);
  const clean = lines.map(cleaned).filter((line) => line !== '' && !FRAME.test(line));
  return [...new Set(clean)];
}

/** A log line; a JSON line yields the texts in it. */
function unwrapped(line: string): readonly string[] {
  const start = line.indexOf('{');
  const value = start < 0 ? undefined : parseJson(line.slice(start));
  if (value === undefined) return [line];
  const before = line.slice(0, start).trim();
  return [...(before === '' ? [] : [before]), ...saidIn(value)];
}

/** The texts of a JSON value, and the whole value as one line, since codes and reasons are in members. */
function saidIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const walk = (part: unknown, level: number): void => {
    if (texts.length >= MAX_STRINGS || level > MAX_LEVELS) return;
    if (typeof part === 'string') texts.push(...part.split('\n', MAX_STRINGS));
    else if (typeof part === 'object' && part !== null)
      for (const inner of Object.values(part)) walk(inner, level + 1);
  };
  walk(value, 0);
  const compact = typeof value === 'object' ? JSON.stringify(value) : '';
  return [...texts, ...(/"code":|"error":/.test(compact) ? [compact] : [])];
}

function cleaned(line: string): string {
  // Cut early, before colors and times are searched for.
  let text = stripAnsi(line.slice(0, 2 * MAX_SENTENCE_CHARS)).replaceAll(/\p{Cc}+/gu, ' ');
  for (let prefix = PREFIX.exec(text); prefix !== null; prefix = PREFIX.exec(text)) {
    text = text.slice(prefix[0].length);
  }
  return text.trim().slice(0, MAX_SENTENCE_CHARS);
}
