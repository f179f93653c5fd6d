import { z } from 'zod';
import type { Result } from '../base/result.ts';
import type { ToolContract } from '../codes/tool-contract.ts';
import type { RunHealth } from '../report/health/run-health.ts';

const session = z.string().min(1).max(64);

/** The inputs of the commands that say how calls went. */
export const statsCommandInputs = {
  /** How the calls of a session went so far, and what was found in it. Computed when it is asked for. */
  readStatistics: z.strictObject({ session }),
  /** The same of one of the session's earlier recordings; `reading` is a name to stop that by. */
  readEarlierRun: z.strictObject({
    session,
    path: z.string().min(1).max(4096),
    reading: z.string().min(1).max(64),
  }),
  stopEarlierRun: z.strictObject({ reading: z.string().min(1).max(64) }),
} as const;

/** The reasons that a tool declares, with how often its failures had them. */
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

export type StatsCommandOutputs = {
  readStatistics: Result<Statistics>;
  /** One for each session of the file that is of the same server. */
  readEarlierRun: Result<readonly RunHealth[]>;
  stopEarlierRun: Result<null>;
};
