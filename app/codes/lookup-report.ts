import { type Block, type Document, fields, paragraph, section } from '../base/document/document.ts';
import { shortened } from '../base/wrapped-text.ts';
import { codeName } from './code-name.ts';
import { lookUpText } from './look-up-text.ts';
import { integerOf, isAmbiguousCode } from './lookup.ts';
import type { LookupMatch, SearchOptions } from './search.ts';

const MAX_QUERY_CHARS = 2000;
const MAX_QUOTED_CHARS = 120;

/**
 * The output of `lookup --format json`: everything that fits the query, best first. Texts are empty if nothing is
 * known; code is null for none.
 */
export function lookupReport(query: string, options: SearchOptions = {}) {
  const asked = integerOf(query) ?? null;
  const { matches, isCut, readChars } = lookUpText(query, options);
  return {
    query: shortened(query, MAX_QUERY_CHARS),
    matches: matches.map((match) => reported(match, asked)),
    // How many characters of a text that is too long were read.
    ...(isCut ? { readCharacters: readChars } : {}),
  };
}

/** This many meanings are shown, and what is said of the others. */
type ShownMeanings = { readonly limit: number; readonly moreText: (more: number) => string };

const IN_TERMINAL: ShownMeanings = {
  limit: 20,
  moreText: (more) => `${more} more. Narrow the query, use --vocabulary, or --format json for all.`,
};

/** The same for people: a section for each match. */
export function lookupDocument(
  query: string,
  options: SearchOptions = {},
  { limit, moreText }: ShownMeanings = IN_TERMINAL,
): Document {
  const { matches, isCut, readChars } = lookUpText(query, options);
  const more = Math.max(0, matches.length - limit);
  const heading =
    matches.length === 0
      ? `Nothing in the catalogue fits "${quotedQuery(query)}". Try a code, a name or a part of the message.`
      : headingOf(query, matches);
  return {
    title: '',
    blocks: [
      ...(isCut
        ? [paragraph(`Read the first ${readChars.toLocaleString('en')} characters of the text.`)]
        : []),
      { kind: 'list', items: [heading] },
      ...matches.slice(0, limit).map(meaningSection),
      ...(more === 0 ? [] : [paragraph(moreText(more))]),
    ],
  };
}

/** A query on one line, of which a long one shows its beginning. */
function quotedQuery(query: string): string {
  const line = query
    .slice(0, 2 * MAX_QUOTED_CHARS)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return shortened(line, MAX_QUOTED_CHARS);
}

function reported({ entry, matchedBy, vocabularyName }: LookupMatch, asked: number | null) {
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

function headingOf(query: string, matches: readonly LookupMatch[]): string {
  const code = integerOf(query);
  if (code === undefined)
    return `"${quotedQuery(query)}": ${matches.length} ${matches.length === 1 ? 'match' : 'matches'}`;
  const signed = matches[0]?.matchedBy === 'code' ? (matches[0].entry.code ?? code) : code;
  const note = isAmbiguousCode(signed)
    ? ' Implementations share this number; none of the meanings is certain.'
    : '';
  return `${signed}: ${codeName(String(signed))}.${note}`;
}

function meaningSection({ entry, vocabularyName }: LookupMatch): Block {
  const span = [
    entry.since === null ? '' : `since ${entry.since}`,
    entry.until === null ? '' : `until ${entry.until}`,
  ];
  const place = [vocabularyName, `${entry.tier} tier`, ...span].filter((part) => part !== '').join(' · ');
  const code = entry.codeText === '' || entry.codeText === entry.name ? '' : `${entry.codeText}  `;
  return section(`${code}${entry.name}`, [
    { kind: 'list', items: [place, entry.meaning] },
    fields([
      { label: 'when', text: entry.whenItAppears },
      { label: 'do', text: entry.how },
      { label: 'source', text: entry.source },
    ]),
  ]);
}
