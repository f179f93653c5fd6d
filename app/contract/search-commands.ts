import { z } from 'zod';
import type { TextRange } from '../frame/query/text-matcher.ts';
import { command, count, session } from './command.ts';

const search = z.string().min(1).max(64);
const savedFilter = z.strictObject({
  name: z.string().trim().min(1).max(80),
  text: z.string().trim().min(1).max(2000),
});

export const SEARCH_COMMANDS = {
  /** Searches the records of these sessions; `searchNext` returns the results. Fails for an invalid expression. */
  searchStart: command({
    sessions: z.array(session).min(1).max(500),
    text: z.string().min(1).max(2000),
    regex: z.boolean(),
    matchCase: z.boolean(),
  }).gives<{ readonly search: string }>(),
  /** The results since the last call; waits briefly for some. Fails if the search was ended. */
  searchNext: command({ search }).gives<SearchPage>(),
  searchRanges: command({ search, session, seq: count }).gives<readonly TextRange[]>(),
  searchEnd: command({ search }).gives<null>(),
} as const;

export const FILTER_COMMANDS = {
  listFilters: command({}).gives<readonly SavedFilter[]>(),
  /** Replaces the whole list, including its order. */
  saveFilters: command({ filters: z.array(savedFilter).max(500) }).gives<null>(),
} as const;

export type SavedFilter = z.infer<typeof savedFilter>;

export const savedFilterSchema = savedFilter;

export type SearchPage = {
  readonly found: number;
  /** Records read so far, and existing records. */
  readonly scanned: number;
  readonly total: number;
  /** True if all existing records were read. */
  readonly done: boolean;
  /** Sentences, each about one session that could not be read to its end. */
  readonly faults: readonly string[];
};
