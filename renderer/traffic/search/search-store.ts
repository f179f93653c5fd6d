import { useMemo } from 'react';
import { create } from 'zustand';
import type { TextSearch } from '../../../app/query/text-matcher.ts';

/** The records of one session that hold the text, by their seqs; they come in ascending order. */
export class FoundRecords {
  readonly #seqs: number[] = [];
  readonly #held = new Set<number>();

  get seqs(): readonly number[] {
    return this.#seqs;
  }

  has(seq: number): boolean {
    return this.#held.has(seq);
  }

  add(seqs: readonly number[]): void {
    for (const seq of seqs) {
      if (this.#held.has(seq)) continue;
      this.#held.add(seq);
      this.#seqs.push(seq);
    }
  }
}

/** The search over raw text: what is searched for, and what was found so far. */
export type SearchState = TextSearch & {
  readonly open: boolean;
  /** The search at the host; null while there is none. */
  readonly search: string | null;
  readonly found: ReadonlyMap<string, FoundRecords>;
  /** Grows by one whenever more was found: the records are added to in place. */
  readonly revision: number;
  readonly scanned: number;
  readonly total: number;
  /** True if every record was read. */
  readonly done: boolean;
  /** Why the search cannot go on, as a sentence; empty if it can. */
  readonly fault: string;
  /** Sentences about sessions that could not be read. */
  readonly faults: readonly string[];
};

export const NOTHING_FOUND = {
  search: null,
  found: new Map<string, FoundRecords>(),
  scanned: 0,
  total: 0,
  done: true,
  fault: '',
  faults: [],
} as const;

export const useSearch = create<SearchState>(() => ({
  open: false,
  text: '',
  regex: false,
  matchCase: false,
  revision: 0,
  ...NOTHING_FOUND,
}));

type SearchMatches = {
  /** True if the record of a session's `seq` holds the text. */
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
