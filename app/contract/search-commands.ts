import { z } from 'zod';
import type { Result } from '../base/result.ts';
import type { TextRange } from '../query/text-matcher.ts';

const session = z.string().min(1).max(64);
const search = z.string().min(1).max(64);
const count = z.number().int().min(0);
/** A filter that the user has named. */
const savedFilter = z.strictObject({
  name: z.string().trim().min(1).max(80),
  text: z.string().trim().min(1).max(2000),
});

/** Commands that find text in whole records, and that keep the user's filters. */
export const searchCommandInputs = {
  /** Starts to look through the records of these sessions; ask for what it finds with `searchNext`. */
  searchStart: z.strictObject({
    sessions: z.array(session).min(1).max(500),
    text: z.string().min(1).max(2000),
    regex: z.boolean(),
    matchCase: z.boolean(),
  }),
  /** What was found since the last time; waits a moment if there is nothing yet. */
  searchNext: z.strictObject({ search }),
  /** Where in one record's text the matches are, in order. */
  searchRanges: z.strictObject({ search, session, seq: count }),
  searchEnd: z.strictObject({ search }),
  listFilters: z.strictObject({}),
  /** Replaces the whole list, order included. */
  saveFilters: z.strictObject({ filters: z.array(savedFilter).max(500) }),
} as const;

export type SavedFilter = z.infer<typeof savedFilter>;

export const savedFilterSchema = savedFilter;

export type SearchPage = {
  /** The seqs of records that hold the text and were not reported before, ascending in each session. */
  readonly found: readonly { readonly session: string; readonly seqs: readonly number[] }[];
  /** Records read so far, and records that there are by now. */
  readonly scanned: number;
  readonly total: number;
  /** True if every record that there is by now was read. */
  readonly done: boolean;
  /** Sentences, each about one session that could not be read to its end. */
  readonly faults: readonly string[];
};

export type SearchCommandOutputs = {
  /** Fails if the expression cannot be read. */
  searchStart: Result<{ readonly search: string }>;
  /** Fails if the search was ended: by the screen, or since its expression takes too long. */
  searchNext: Result<SearchPage>;
  searchRanges: Result<readonly TextRange[]>;
  searchEnd: Result<null>;
  listFilters: Result<readonly SavedFilter[]>;
  saveFilters: Result<null>;
};
