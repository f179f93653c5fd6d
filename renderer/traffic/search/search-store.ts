import { create } from 'zustand';
import type { TextSearch } from '../../../app/query/text-matcher.ts';
import type { FoundRecords } from './found-records.ts';

/** The search over raw text: what is looked for, and what was found so far. */
export type SearchState = TextSearch & {
  /** True while the find bar is shown. */
  readonly open: boolean;
  /** The search at the host; null while there is none. */
  readonly search: string | null;
  readonly found: ReadonlyMap<string, FoundRecords>;
  /** Grows by one whenever more was found: the records are added to in place. */
  readonly revision: number;
  readonly scanned: number;
  readonly total: number;
  /** True where every record that there is was read. */
  readonly done: boolean;
  /** One sentence where the search cannot go on; empty where it can. */
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
