import type { z } from 'zod';
import { parseBounded, parseJson, withoutMark } from '../base/json-value.ts';
import { err, errorMessage, ok, type Result } from '../base/result.ts';
import { JsonTokens } from './json-tokens.ts';

export type OwnFileProblem = { readonly file: string; readonly message: string };

/** Parses a file that a user wrote; returns at most 20 problems, each a sentence with its place. */
export function parseOwnFile<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): Result<z.output<Schema>, readonly string[]> {
  let value: unknown;
  try {
    value = parseBounded(withoutMark(text));
  } catch (error) {
    return err([`The file is not JSON: ${errorMessage(error)}. Correct it and load it again.`]);
  }
  const again = equalKeys(text);
  if (again.length > 0) return err(again.map((sentence) => `${sentence} Remove one of the two.`));
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : err(parsed.error.issues.slice(0, 20).map(issueSentence));
}

const MAX_EQUAL_KEYS = 20;

/** One sentence for each duplicate key in a JSON text: `JSON.parse` silently takes the last. */
export function equalKeys(text: string): readonly string[] {
  const found: string[] = [];
  const open: (Map<string, number> | undefined)[] = [];
  const tokens = new JsonTokens(text);
  let last = '';
  let [line, counted] = [1, 0];
  while (found.length < MAX_EQUAL_KEYS && tokens.nextSolid()) {
    const { kind, start } = tokens;
    if (kind === '{' || kind === '[') open.push(kind === '{' ? new Map() : undefined);
    else if (kind === '}' || kind === ']') open.pop();
    const keys = open.at(-1);
    if (kind === 'string' && keys !== undefined && last !== ':') {
      for (; counted < start; counted += 1) if (text[counted] === '\n') line += 1;
      const key = String(parseJson(tokens.text));
      const earlier = keys.get(key);
      if (earlier !== undefined)
        found.push(`Line ${line}: the key "${key}" is on line ${earlier} already, and the later one counts.`);
      keys.set(key, line);
    }
    last = kind;
  }
  return found;
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
