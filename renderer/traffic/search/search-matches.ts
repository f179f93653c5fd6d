import { useMemo } from 'react';
import { useSearch } from './search-store.ts';

export type SearchMatches = {
  /** True where the record of a session's `seq` holds the text. */
  readonly has: (session: string, seq: number) => boolean;
};

/** Which records hold the text that is searched for; another object whenever more was found. */
export function useSearchMatches(): SearchMatches {
  const found = useSearch((state) => state.found);
  const revision = useSearch((state) => state.revision);
  // The records are added to in place: the revision says when.
  return useMemo(
    () => ({ has: (session: string, seq: number) => found.get(session)?.has(seq) ?? false }),
    [found, revision],
  );
}
