import { CallToolResultSchema, ContentBlockSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { isJsonObject } from '../../app/base/json-value.ts';

/** SDK 1.32 tries every kind of block in turn, and builds the faults of each; its type alone says which it must be. */
const byType = CallToolResultSchema.extend({
  content: z.array(z.discriminatedUnion('type', ContentBlockSchema.options)).default([]),
});

/**
 * Takes and refuses what the SDK's own schema does, in the same words, and takes fifty thousand blocks in a quarter of
 * the time. What it takes may be the value itself instead of a copy.
 */
const toolResult = z.transform((value, context) => {
  if (isPlain(value)) return value;
  const fast = byType.safeParse(value);
  if (fast.success) return fast.data;
  const own = CallToolResultSchema.safeParse(value);
  if (own.success) return own.data;
  // As raw issues they are told once more, word for word.
  context.issues.push(...(own.error.issues as z.core.$ZodRawIssue[]));
  return z.NEVER;
});

/** True for texts and nothing else, as most results are: the schema takes that, and leaves nothing of it out. */
function isPlain(value: unknown): boolean {
  if (!isJsonObject(value) || !Array.isArray(value.content)) return false;
  for (const name in value) {
    if (name !== 'content' && (name !== 'isError' || typeof value.isError !== 'boolean')) return false;
  }
  return value.content.every(isPlainText);
}

function isPlainText(block: unknown): boolean {
  if (!isJsonObject(block) || block.type !== 'text' || typeof block.text !== 'string') return false;
  for (const name in block) if (name !== 'type' && name !== 'text') return false;
  return true;
}

/** For the client of the SDK, which parses with it and asks nothing else of it. */
export const TOOL_RESULT = toolResult as unknown as typeof CallToolResultSchema;
