import { z } from 'zod';
import type { Result } from '../base/result.ts';
import { COMPARED_CLASSES } from '../compare/compared-rows.ts';
import type { ComparedDetail, ComparisonSummary, NumberedRow } from '../compare/held-comparison.ts';
import { MAX_PATTERN_CHARS } from '../compare/noise-filter.ts';

const session = z.string().min(1).max(64);
const count = z.number().int().min(0);
const comparison = z.string().min(1).max(64);

/** A session, live or opened, or a part of it: the seqs of its first and last row. */
const side = z.strictObject({ session, from: count.optional(), to: count.optional() });

/** What is set aside: built-in rules that are off, and rules of the user's own. */
const noise = z.strictObject({
  off: z.array(z.string().max(64)).max(100),
  own: z
    .array(z.strictObject({ kind: z.enum(['regex', 'path']), pattern: z.string().max(MAX_PATTERN_CHARS) }))
    .max(100),
});

/** The inputs of the commands that compare two runs. */
export const compareCommandInputs = {
  /**
   * Reads what both sides have recorded so far, and compares it. With `sentTo`, only the requests of the last
   * re-run to that session count: as they were on the left, as they are on the right.
   */
  openComparison: z.strictObject({ left: side, right: side, sentTo: session.optional(), noise }),
  /** Compares what is held anew. */
  setComparisonNoise: z.strictObject({ comparison, noise }),
  /** Rows of some classes, from the one at `from` among them on. */
  readComparison: z.strictObject({
    comparison,
    classes: z.array(z.enum(COMPARED_CLASSES)).max(20),
    from: count,
    limit: count.max(500),
  }),
  /** Both sides of a row in full. */
  readComparedRow: z.strictObject({ comparison, number: count }),
  closeComparison: z.strictObject({ comparison }),
} as const;

export type CompareCommandOutputs = {
  openComparison: Result<{ readonly comparison: string; readonly summary: ComparisonSummary }>;
  setComparisonNoise: Result<ComparisonSummary>;
  readComparison: Result<readonly NumberedRow[]>;
  readComparedRow: Result<ComparedDetail>;
  closeComparison: Result<null>;
};
