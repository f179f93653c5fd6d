import { groupedBy } from '../base/grouped-by.ts';
import { vocabularyOf } from './catalog.ts';
import { plainName } from './lookup.ts';
import type { LookupMatch } from './search.ts';

/** Matches that say the same thing under one name. */
export type MeaningGroup = {
  readonly name: string;
  /** The code as it is written, if all of them have the same; else empty. */
  readonly codeText: string;
  /** The names of the vocabularies that say it, each once. */
  readonly sources: readonly string[];
  /** The best first. */
  readonly matches: readonly [LookupMatch, ...LookupMatch[]];
};

/** What a lookup found, by whom it concerns. Within each part the best comes first. */
export type LookupSections = {
  /** In a vocabulary that the server in front speaks. */
  readonly here: readonly LookupMatch[];
  /** In the user's own vocabularies, one part each. */
  readonly own: readonly { readonly vocabulary: string; readonly matches: readonly LookupMatch[] }[];
  /** What the specification says, each meaning once: the newest source of it. */
  readonly spec: readonly LookupMatch[];
  /** All else, folded by meaning. */
  readonly others: readonly MeaningGroup[];
};

const SPEC_FAMILIES: ReadonlySet<string> = new Set(['mcp-spec', 'json-rpc']);

/** Sorts the matches of a lookup; `here` are the vocabularies that the server speaks. Other protocols come last. */
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

/** True for what the specification says of a code or a name, beside its blocks of numbers. */
export function isOfSpec({ entry }: LookupMatch): boolean {
  return SPEC_FAMILIES.has(vocabularyOf(entry.vocabulary)?.family ?? '') && entry.kind !== 'range';
}

/** One code may have one name in two protocols, and one name several codes: both make it another meaning. */
function meaningKey({ entry, contrast }: LookupMatch): string {
  return `${contrast} ${entry.codeText} ${plainName(entry.name) || entry.name}`;
}

/** Matches that mean the same, together, in the order of the best of each. */
export function meaningGroups(matches: readonly LookupMatch[]): MeaningGroup[] {
  return [...groupedBy(matches, meaningKey).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [meaningGroup([first, ...others])],
  );
}

/** The matches as one meaning. */
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
