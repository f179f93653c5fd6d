import { z } from 'zod';
import { command } from './command.ts';

/** One header a line, such as `Authorization: Bearer abc`. */
const headerLines = z.string().max(8192);

/** Commands on what this app sends to a collector. */
export const TELEMETRY_COMMANDS = {
  readTelemetry: command({}).gives<TelemetryState>(),
  /** Holds for sessions that start from now on; null keeps the stored headers. An empty address sends nothing. */
  saveTelemetry: command({
    url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2000)]),
    headers: headerLines.nullable(),
    payloads: z.boolean(),
  }).gives<TelemetryState>(),
} as const;

export type TelemetryState = {
  readonly url: string;
  readonly hasHeaders: boolean;
  readonly payloads: boolean;
  /** True if TIERSCOPE_OTLP names the collector, whatever is saved. */
  readonly isPreset: boolean;
  /** Where the headers are kept, in a sentence. */
  readonly secretsNote: string;
  /** The spans of this run of the app: those that the collector took, and those that it did not take or that came too fast. */
  readonly delivered: number;
  readonly dropped: number;
  /** Why the last ones were not taken; empty if none were. */
  readonly reason: string;
};
