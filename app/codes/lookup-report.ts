import { type Block, type Document, fields, paragraph, section } from '../base/document/document.ts';
import { shortened } from '../base/wrapped-text.ts';
import { codeName } from './code-name.ts';
import { isUnknown, lookUpText } from './look-up-text.ts';
import { integerOf, isAmbiguousCode } from './lookup.ts';
import { isOfSpec, type MeaningGroup, meaningGroup, meaningGroups } from './lookup-sections.ts';
import type { LookupMatch, SearchOptions } from './search.ts';

const MAX_QUERY_CHARS = 2000;
const MAX_QUOTED_CHARS = 120;

/** The output of `lookup --format json`, best first. Unknown texts are empty; code is null for none. */
export function lookupReport(query: string, options: SearchOptions = {}) {
  const asked = integerOf(query) ?? null;
  const { matches, isCut, readChars } = lookUpText(query, options);
  return {
    query: shortened(query, MAX_QUERY_CHARS),
    matches: matches.map((match) => reported(match, asked)),
    // How many characters of an overlong text were read.
    ...(isCut ? { readCharacters: readChars } : {}),
  };
}

type ShownMeanings = {
  readonly limit: number;
  readonly whole: number;
  readonly moreText: (more: number) => string;
};

const IN_TERMINAL: ShownMeanings = {
  limit: 20,
  whole: 1,
  moreText: (more) => `${more} more. Narrow the query, use --vocabulary, or --all for all.`,
};

export const ALL_MEANINGS: ShownMeanings = {
  limit: Number.POSITIVE_INFINITY,
  whole: Number.POSITIVE_INFINITY,
  moreText: () => '',
};

/** The lookup for people: the first meaning as a section, the others as one line each, equal ones merged. */
export function lookupDocument(
  query: string,
  options: SearchOptions = {},
  { limit, whole, moreText }: ShownMeanings = IN_TERMINAL,
): Document {
  const { matches, isCut, readChars } = lookUpText(query, options);
  const groups =
    whole >= matches.length ? matches.map((match) => meaningGroup([match])) : equalMeanings(query, matches);
  const more = Math.max(0, groups.length - limit);
  const shown = groups.slice(0, limit);
  const [best] = matches;
  const heading =
    best === undefined || isUnknown(best.entry)
      ? `Nothing in the catalog fits "${quotedQuery(query)}". Try a code, a name or a part of the message.`
      : headingOf(query, matches);
  return {
    title: '',
    blocks: [
      ...(isCut
        ? [paragraph(`Read the first ${readChars.toLocaleString('en')} characters of the text.`)]
        : []),
      { kind: 'list', items: [heading] },
      ...shown.slice(0, whole).map(meaningSection),
      ...(shown.length <= whole
        ? []
        : [{ kind: 'list', items: shown.slice(whole).map(meaningLine) } as const]),
      ...(more === 0 ? [] : [paragraph(moreText(more))]),
    ],
  };
}

/** Groups equal meanings; for a number, the specification's come first. */
function equalMeanings(query: string, matches: readonly LookupMatch[]): readonly MeaningGroup[] {
  const groups = meaningGroups(matches);
  if (integerOf(query) === undefined) return groups;
  const ofSpec = (group: MeaningGroup) => Number(group.matches.some(isOfSpec));
  return groups.toSorted((left, right) => ofSpec(right) - ofSpec(left));
}

/** "Resource not found (Go SDK, Java SDK): The resource does not exist." */
function meaningLine(group: MeaningGroup): string {
  return `${titleOf(group)} (${group.sources.join(', ')}): ${group.matches[0].entry.meaning}`;
}

function titleOf({ codeText, name }: MeaningGroup): string {
  return codeText === '' || codeText === name ? name : `${codeText}  ${name}`;
}

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
    when: entry.whenItAppears === '' ? null : entry.whenItAppears,
    do: entry.how === '' ? null : entry.how,
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

function meaningSection(group: MeaningGroup): Block {
  const [{ entry, vocabularyName }] = group.matches;
  const also = group.sources.slice(1);
  const span = [
    entry.since === null ? '' : `since ${entry.since}`,
    entry.until === null ? '' : `until ${entry.until}`,
  ];
  const place = [vocabularyName, `${entry.tier} tier`, ...span].filter((part) => part !== '').join(' · ');
  return section(titleOf(group), [
    { kind: 'list', items: [place, entry.meaning] },
    fields([
      { label: 'when', text: entry.whenItAppears },
      { label: 'do', text: entry.how },
      { label: 'source', text: entry.source },
      { label: 'also', text: also.join(', ') },
    ]),
  ]);
}
