import type { Match } from '../../app/codes/search.ts';

/** The matches of one vocabulary, best first. */
export type LookupGroup = {
  readonly vocabulary: string;
  readonly name: string;
  /** True for a neighbouring protocol that is not MCP. */
  readonly contrast: boolean;
  readonly matches: readonly Match[];
};

/** Groups ranked matches by vocabulary; a group stands where its best match stood. */
export function lookupGroups(matches: readonly Match[]): LookupGroup[] {
  const groups = new Map<string, { vocabulary: string; name: string; contrast: boolean; matches: Match[] }>();
  for (const match of matches) {
    const { vocabulary } = match.entry;
    const group = groups.get(vocabulary);
    if (group !== undefined) group.matches.push(match);
    else
      groups.set(vocabulary, {
        vocabulary,
        name: match.vocabularyName,
        contrast: match.contrast,
        matches: [match],
      });
  }
  return [...groups.values()];
}
