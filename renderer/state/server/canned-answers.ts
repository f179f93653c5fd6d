import { z } from 'zod';
import { serverRequestAnswerSchema } from '../../../app/protocol/server-request.ts';
import { storedEntries } from '../screen/stored-entries.ts';

const answerSchema = z.object({
  server: z.string(),
  method: z.string(),
  name: z.string(),
  answer: serverRequestAnswerSchema,
});

export const cannedAnswers = storedEntries('canned-answers', answerSchema, ({ method }) => method);

const callSchema = z.object({
  server: z.string(),
  /** The tool's name; `prompts/get` and the name for a prompt. */
  tool: z.string(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
});

/** Calls saved by name, each for a tool or prompt of one server. */
export const savedCalls = storedEntries('saved-calls', callSchema, ({ tool }) => tool);
