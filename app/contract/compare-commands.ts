import { z } from 'zod';
import { COMPARED_CLASSES } from '../analysis/compare/compared-rows.ts';
import type { ComparedDetail, ComparedLine, ComparisonSummary } from '../analysis/compare/held-comparison.ts';
import { MAX_PATTERN_CHARS } from '../analysis/compare/noise-filter.ts';
import { command, count, session } from './command.ts';

const comparison = z.string().min(1).max(64);

/** A live or opened session, or a part of it: the seqs of its first and last row. */
const side = z.strictObject({ session, from: count.optional(), to: count.optional() });

/** What to ignore: built-in rules that are off, and the user's own rules. */
const noise = z.strictObject({
  off: z.array(z.string().max(64)).max(100),
  own: z
    .array(z.strictObject({ kind: z.enum(['regex', 'path']), pattern: z.string().max(MAX_PATTERN_CHARS) }))
    .max(100),
});

export const COMPARE_COMMANDS = {
  /** Compares what both sides recorded so far; with `sentTo` only the requests of the last re-run to that session. */
  openComparison: command({ left: side, right: side, sentTo: session.optional(), noise }).gives<{
    readonly comparison: string;
    readonly summary: ComparisonSummary;
  }>(),
  setComparisonNoise: command({ comparison, noise }).gives<ComparisonSummary>(),
  /** Lines of some classes, equal rows as one, from index `from` among them on. */
  readComparison: command({
    comparison,
    classes: z.array(z.enum(COMPARED_CLASSES)).max(20),
    from: count,
    limit: count.max(500),
  }).gives<readonly ComparedLine[]>(),
  readComparedRow: command({ comparison, number: count }).gives<ComparedDetail>(),
  closeComparison: command({ comparison }).gives<null>(),
} as const;
