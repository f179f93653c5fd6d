import { z } from 'zod';
import type { Result } from '../base/result.ts';

/** The inputs of the commands about the files that were opened before. */
export const recentCommandInputs = {
  /** The files that were opened, the newest first, also those that are gone by now. */
  listRecent: z.strictObject({}),
  /** Takes files off the list; files on disk stay. Without paths, all of them. */
  forgetRecent: z.strictObject({ paths: z.array(z.string().max(4096)).max(100).optional() }),
} as const;

/** A file that was opened before. */
export type RecentFile = {
  readonly path: string;
  readonly name: string;
  /** The title of its format. */
  readonly format: string;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
  /** True where a browser handed the file over, so that only a copy of it can be opened again. */
  readonly received: boolean;
  /** One sentence where it cannot be opened again, else empty. */
  readonly missing: string;
};

export type RecentCommandOutputs = {
  listRecent: Result<readonly RecentFile[]>;
  forgetRecent: Result<null>;
};
