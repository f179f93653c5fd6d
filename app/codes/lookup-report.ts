import { shortened } from '../base/wrapped-text.ts';
import type { ErrorTier } from '../frame/tier.ts';
import { codeName } from './code-name.ts';
import { lookUpText } from './look-up-text.ts';
import { integerOf, isAmbiguousCode } from './lookup.ts';
import type { LookupMatch, SearchOptions } from './search.ts';

/** One match of `lookup --format json`. Texts are empty if nothing is known; code is null for none. */
type ReportedMatch = {
  readonly code: number | null;
  readonly name: string;
  readonly vocabulary: string;
  readonly vocabularyId: string;
  readonly tier: ErrorTier;
  readonly meaning: string;
  readonly source: string;
  readonly since: string;
  readonly until: string;
};

/** The whole output of `lookup --format json`. */
type LookupReport = {
  /** The beginning of a long text. */
  readonly query: string;
  readonly matches: readonly ReportedMatch[];
  /** How many characters of a text that is too long were read; left out if all were. */
  readonly readCharacters?: number;
};

const MAX_QUERY_CHARS = 2000;
const MAX_QUOTED_CHARS = 120;

/** Everything that fits the query, best first, in the form of the command line's contract. */
export function lookupReport(query: string, options: SearchOptions = {}): LookupReport {
  const asked = integerOf(query) ?? null;
  const { matches, isCut, readChars } = lookUpText(query, options);
  return {
    query: shortened(query, MAX_QUERY_CHARS),
    matches: matches.map((match) => reported(match, asked)),
    ...(isCut ? { readCharacters: readChars } : {}),
  };
}

/** The same for a terminal: one block for each match; `limit` blocks at most. */
export function lookupText(query: string, options: SearchOptions = {}, limit = 20): string {
  const { matches, isCut, readChars } = lookUpText(query, options);
  const cut = isCut ? `Read the first ${readChars.toLocaleString('en')} characters of the text.\n\n` : '';
  if (matches.length === 0)
    return `${cut}Nothing in the catalogue fits "${quotedQuery(query)}". Try a code, a name or a part of the message.\n`;
  const blocks = matches.slice(0, limit).map(block);
  const hidden = matches.length - blocks.length;
  const rest =
    hidden > 0 ? [`${hidden} more. Narrow the query, use --vocabulary, or --format json for all.`] : [];
  return `${cut}${[heading(query, matches), ...blocks, ...rest].join('\n\n')}\n`;
}

/** A query on one line, of which a long one shows its beginning. */
function quotedQuery(query: string): string {
  const line = query
    .slice(0, 2 * MAX_QUOTED_CHARS)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return shortened(line, MAX_QUOTED_CHARS);
}

function reported({ entry, matchedBy, vocabularyName }: LookupMatch, asked: number | null): ReportedMatch {
  return {
    code: matchedBy === 'range' ? asked : entry.code,
    name: entry.name,
    vocabulary: vocabularyName,
    vocabularyId: entry.vocabulary,
    tier: entry.tier,
    meaning: entry.meaning,
    source: entry.source,
    since: entry.since ?? '',
    until: entry.until ?? '',
  };
}

function heading(query: string, matches: readonly LookupMatch[]): string {
  const code = integerOf(query);
  if (code === undefined)
    return `"${quotedQuery(query)}": ${matches.length} ${matches.length === 1 ? 'match' : 'matches'}`;
  const signed = matches[0]?.matchedBy === 'code' ? (matches[0].entry.code ?? code) : code;
  const note = isAmbiguousCode(signed)
    ? ' Implementations share this number; none of the meanings is certain.'
    : '';
  return `${signed}: ${codeName(String(signed))}.${note}`;
}

function block({ entry, vocabularyName }: LookupMatch): string {
  const span = [
    entry.since === null ? '' : `since ${entry.since}`,
    entry.until === null ? '' : `until ${entry.until}`,
  ];
  const place = [vocabularyName, `${entry.tier} tier`, ...span].filter((part) => part !== '').join(' · ');
  const code = entry.codeText === '' || entry.codeText === entry.name ? '' : `${entry.codeText}  `;
  const advice = [
    labelled('When: ', entry.whenItAppears),
    labelled('Do:   ', entry.how),
    labelled('From: ', entry.source),
  ];
  const lines = [place, entry.meaning, ...advice.filter((line) => line !== '')];
  return [`${code}${entry.name}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

function labelled(label: string, text: string): string {
  return text === '' ? '' : label + text;
}
