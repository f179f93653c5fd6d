import { z } from 'zod';

/** One action of the driver. Times are in milliseconds. */
const stepSchema = z.union([
  /** Sends `initialize`, waits for its answer, and sends `notifications/initialized`. */
  z.strictObject({ handshake: z.string(), capabilities: z.record(z.string(), z.unknown()).optional() }),
  z.strictObject({
    request: z.string(),
    params: z.unknown().optional(),
    /** The next free number by default. */
    id: z.union([z.string(), z.number()]).optional(),
    what: z.string().optional(),
    /** How long the driver waits for the answer before it continues; 0 does not wait. */
    waitMs: z.number().optional(),
    /** Sends `notifications/cancelled` after this time. */
    cancelAfterMs: z.number().optional(),
    reason: z.string().optional(),
  }),
  z.strictObject({ notify: z.string(), params: z.unknown().optional(), what: z.string().optional() }),
  /** Writes a line unchanged, valid or not. */
  z.strictObject({ line: z.string(), what: z.string().optional(), waitMs: z.number().optional() }),
  z.strictObject({ pauseMs: z.number() }),
]);
export type Step = z.infer<typeof stepSchema>;

const planSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  command: z.string(),
  args: z.array(z.string()),
  cwd: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  /** Texts of this machine with their replacements in the recording, longest first. */
  neutral: z.array(z.tuple([z.string(), z.string()])).optional(),
  /** The driver's answers to server requests, by method: a `result` or an `error`; null for none. */
  answers: z.record(z.string(), z.record(z.string(), z.unknown()).nullable()).optional(),
  steps: z.array(stepSchema),
});
/** A server to record, and everything sent to it. */
export type Plan = z.infer<typeof planSchema>;

/** Parses a plan; throws with the place and the reason if it is invalid. */
export function readPlan(text: string): Plan {
  return planSchema.parse(JSON.parse(text));
}
