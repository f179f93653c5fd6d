import type { z } from 'zod';
import { parseBounded } from './json-value.ts';
import { err, errorMessage, ok, type Result } from './result.ts';

export type OwnFileProblem = { readonly file: string; readonly message: string };

/**
 * Reads the text of a file that a user wrote by hand. Every problem is one sentence that names the place and what
 * to do; at most 20 of them.
 */
export function parseOwnFile<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): Result<z.output<Schema>, readonly string[]> {
  let value: unknown;
  try {
    value = parseBounded(text);
  } catch (error) {
    return err([`The file is not JSON: ${errorMessage(error)}. Correct it and load it again.`]);
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : err(parsed.error.issues.slice(0, 20).map(issueSentence));
}

function issueSentence(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? 'the file' : pathText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return `At ${place}: unknown member ${issue.keys.map((key) => `"${key}"`).join(', ')}. Remove it or correct its spelling.`;
  }
  const sentence = issue.message.replace(/^Invalid input: /, '');
  if (sentence.endsWith(', received undefined')) {
    return `At ${place}: ${sentence.replace(/, received undefined$/, '')}, but nothing is there. Add the member.`;
  }
  return `At ${place}: ${sentence}. Correct the value there.`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}
