import { groupedBy } from '../base/grouped-by.ts';
import { vocabularyOf } from './catalog.ts';
import { plainName } from './lookup.ts';
import type { LookupMatch } from './search.ts';

/** Matches with the same meaning and name. */
export type MeaningGroup = {
  readonly name: string;
  /** The code as written, if all of them have the same; else empty. */
  readonly codeText: string;
  readonly sources: readonly string[];
  /** Best first. */
  readonly matches: readonly [LookupMatch, ...LookupMatch[]];
};

/** The results of a lookup by relevance; best first within each part. */
export type LookupSections = {
  /** From a vocabulary of the current server. */
  readonly here: readonly LookupMatch[];
  /** From the user's own vocabularies, one part each. */
  readonly own: readonly { readonly vocabulary: string; readonly matches: readonly LookupMatch[] }[];
  /** From the specification, each meaning once, by its newest source. */
  readonly spec: readonly LookupMatch[];
  readonly others: readonly MeaningGroup[];
};

const SPEC_FAMILIES: ReadonlySet<string> = new Set(['mcp-spec', 'json-rpc']);

/** Sorts lookup results; `here` are the server's vocabularies. Other protocols come last. */
export function lookupSections(matches: readonly LookupMatch[], here: readonly string[]): LookupSections {
  const ofServer: LookupMatch[] = [];
  const ofSpec: LookupMatch[] = [];
  const ofOthers: LookupMatch[] = [];
  const ofOwn: LookupMatch[] = [];
  const said = new Set<string>();
  for (const match of matches) {
    const vocabulary = vocabularyOf(match.entry.vocabulary);
    const meaning = meaningKey(match);
    if (here.includes(match.entry.vocabulary)) ofServer.push(match);
    else if (vocabulary === undefined) ofOwn.push(match);
    else if (isOfSpec(match) && !said.has(meaning)) {
      said.add(meaning);
      ofSpec.push(match);
    } else ofOthers.push(match);
  }
  return {
    here: ofServer,
    own: [...groupedBy(ofOwn, ({ vocabularyName }) => vocabularyName)].map(([vocabulary, held]) => ({
      vocabulary,
      matches: held,
    })),
    spec: ofSpec,
    others: meaningGroups(ofOthers),
  };
}

/** True for the specification's entry on a code or name, except for ranges. */
export function isOfSpec({ entry }: LookupMatch): boolean {
  return SPEC_FAMILIES.has(vocabularyOf(entry.vocabulary)?.family ?? '') && entry.kind !== 'range';
}

/** The same code or name with a different name, code or protocol is a different meaning. */
function meaningKey({ entry, contrast }: LookupMatch): string {
  return `${contrast} ${entry.codeText} ${plainName(entry.name) || entry.name}`;
}

export function meaningGroups(matches: readonly LookupMatch[]): MeaningGroup[] {
  return [...groupedBy(matches, meaningKey).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [meaningGroup([first, ...others])],
  );
}

export function meaningGroup(matches: MeaningGroup['matches']): MeaningGroup {
  const codes = new Set(matches.map(({ entry }) => entry.codeText));
  const [{ entry }] = matches;
  return {
    name: entry.name,
    codeText: codes.size === 1 ? entry.codeText : '',
    sources: [...new Set(matches.map(({ vocabularyName }) => vocabularyName))],
    matches,
  };
}
