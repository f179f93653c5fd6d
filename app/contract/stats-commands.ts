import { z } from 'zod';
import type { ToolContract } from '../codes/structured-error.ts';
import type { RunHealth } from '../report/health/run-health.ts';
import { command, path, session } from './command.ts';

export const STATS_COMMANDS = {
  /** How the calls of a session went so far, and what was found in it. Computed when it is asked for. */
  readStatistics: command({ session }).gives<Statistics>(),
  /** The same of an earlier recording, for each session of the same server; `reading` is a name to stop that by. */
  readEarlierRun: command({
    session,
    path,
    reading: z.string().min(1).max(64),
  }).gives<readonly RunHealth[]>(),
  stopEarlierRun: command({ reading: z.string().min(1).max(64) }).gives<null>(),
} as const;

export type ToolReasons = ToolContract & {
  readonly tool: string;
  /** How many failures were read, the last ones. */
  readonly failures: number;
};

export type Statistics = {
  readonly run: RunHealth;
  /** The tools that declare reasons, by name; none if the server declares none. */
  readonly reasons: readonly ToolReasons[];
};
