import { z } from 'zod';
import { keptEntries } from '../screen/kept-entries.ts';

const callSchema = z.object({
  server: z.string(),
  /** The tool's name; `prompts/get` and the name for a prompt. */
  tool: z.string(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
});

/** Calls kept under a name, each for a tool or prompt of one server. */
export const savedCalls = keptEntries('saved-calls', callSchema, ({ tool }) => tool);
