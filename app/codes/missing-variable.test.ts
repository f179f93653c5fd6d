import { expect, it } from 'vitest';
import { missingVariable } from './process-entry.ts';

it.each([
  ['Error: BRAVE_API_KEY environment variable is required', 'BRAVE_API_KEY'],
  ['Missing required environment variable: GITHUB_PERSONAL_ACCESS_TOKEN', 'GITHUB_PERSONAL_ACCESS_TOKEN'],
  ["KeyError: 'OPENAI_API_KEY'", 'OPENAI_API_KEY'],
  ['Please set the SLACK_BOT_TOKEN environment variable', 'SLACK_BOT_TOKEN'],
  ['DATABASE_URL must be set', 'DATABASE_URL'],
  ['search requires SEARCH_API_URL to be set to an address of your own', 'SEARCH_API_URL'],
  ['the environment variable EXA_API_KEY was not provided', 'EXA_API_KEY'],
])('reads from "%s" that %s is missing', (line, name) => {
  expect(missingVariable(line)).toBe(name);
});

it.each([
  "Error: Cannot find module 'x' MODULE_NOT_FOUND",
  'ERR_MODULE_NOT_FOUND: package not found',
  'Error: the file is required',
  'MISSING_FIELD: name is required',
  'listening on SOME_HOST',
  '',
])('reads no variable from "%s"', (line) => {
  expect(missingVariable(line)).toBeUndefined();
});

it('looks at the beginning of a long line only', () => {
  expect(missingVariable(`${'x '.repeat(100_000)}API_KEY is required`)).toBeUndefined();
});
