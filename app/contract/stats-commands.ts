import { z } from 'zod';
import type { ToolContract } from '../codes/structured-error.ts';
import type { RunHealth } from '../report/health/run-health.ts';
import { command, path, session } from './command.ts';

export const STATS_COMMANDS = {
  /** The statistics of a session's calls so far, and its findings. Computed on demand. */
  readStatistics: command({ session }).gives<Statistics>(),
  /** The statistics of an earlier recording, per session of the same server; `reading` is a name for stopping this. */
  readEarlierRun: command({
    session,
    path,
    reading: z.string().min(1).max(64),
  }).gives<readonly RunHealth[]>(),
  stopEarlierRun: command({ reading: z.string().min(1).max(64) }).gives<null>(),
} as const;

export type ToolReasons = ToolContract & {
  readonly tool: string;
  /** How many failures were read: only the latest ones. */
  readonly failures: number;
};

export type Statistics = {
  readonly run: RunHealth;
  /** The tools that declare reasons, by name; empty if there are none. */
  readonly reasons: readonly ToolReasons[];
};
