import { z } from 'zod';
import type { ToolContract } from '../codes/structured-error.ts';
import type { RunHealth } from '../report/health/run-health.ts';
import { command, path, session } from './command.ts';

const hostVersion = z.object({ host: z.string().max(64), version: z.string().max(50) });

export const STATS_COMMANDS = {
  /** The statistics of a session's calls so far, and its findings. Computed on demand. */
  readStatistics: command({ session, host: hostVersion.optional() }).gives<Statistics>(),
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

/** How many results of a tool the host does not take whole, and how many came after it had given up. */
export type ToolFit = {
  readonly tool: string;
  readonly results: number;
  readonly large: number;
  readonly late: number;
};

export type Statistics = {
  readonly run: RunHealth;
  /** The tools that declare reasons, by name; empty if there are none. */
  readonly reasons: readonly ToolReasons[];
  /** By the host that was asked for; none without one. */
  readonly fits: readonly ToolFit[];
};
