import { z } from 'zod';

/** One thing that the driver does. Times are in milliseconds. */
const stepSchema = z.union([
  /** Sends `initialize`, waits for its answer, and sends `notifications/initialized`. */
  z.strictObject({ handshake: z.string(), capabilities: z.record(z.string(), z.unknown()).optional() }),
  z.strictObject({
    request: z.string(),
    params: z.unknown().optional(),
    /** Without one, the next free number. */
    id: z.union([z.string(), z.number()]).optional(),
    what: z.string().optional(),
    /** How long the driver waits for the answer before it goes on; 0: not at all. */
    waitMs: z.number().optional(),
    /** Sends `notifications/cancelled` after this time. */
    cancelAfterMs: z.number().optional(),
    reason: z.string().optional(),
  }),
  z.strictObject({ notify: z.string(), params: z.unknown().optional(), what: z.string().optional() }),
  /** Writes a line as it stands, whatever it is. */
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
  /** Texts of this machine, and what the recording says instead, the longest first. */
  neutral: z.array(z.tuple([z.string(), z.string()])).optional(),
  /** What the driver answers to a request of the server, by method: a `result` or an `error`; null for nothing. */
  answers: z.record(z.string(), z.record(z.string(), z.unknown()).nullable()).optional(),
  steps: z.array(stepSchema),
});
/** A server that is recorded, and all that is sent to it. */
export type Plan = z.infer<typeof planSchema>;

/** Reads a plan; throws with the place and the reason if it is none. */
export function readPlan(text: string): Plan {
  return planSchema.parse(JSON.parse(text));
}
