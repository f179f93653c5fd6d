import { isJsonObject, parseJson } from '../../base/json-value.ts';
import { aboutText, errorTextOf } from '../error-text.ts';
import type { Rule } from '../rule.ts';
import { errorWith, toolErrorText } from '../wire-excerpt.ts';

const BETTER = 'Invalid arguments: count must be a number';

export const validatorDump: Rule = {
  id: 'Q12',
  name: 'validator-dump',
  title: "A validator's raw output",
  source: 'seen in the TypeScript SDK 1 (zod issues as JSON) and the Python SDK (pydantic)',
  severity: 'advice',
  checks: {
    toolError(answer) {
      if (!isDump(errorTextOf(answer))) return undefined;
      return {
        explanation:
          'The text is the raw output of a validator, which costs the model many tokens for one small fact.',
        todo: 'The server should write one line for each argument that is wrong.',
        after: toolErrorText(BETTER),
      };
    },
    error(answer) {
      if (!isDump(errorTextOf(answer))) return undefined;
      return {
        explanation:
          'The message is the raw output of a validator, which hosts show to their users as it is.',
        todo: 'The server should write one short sentence and put the issues into data.',
        after: errorWith(answer, { message: BETTER }),
      };
    },
  },
};

const isDump = aboutText((text) => {
  if (text.includes('pydantic.dev')) return true;
  if (!text.includes('[')) return false;
  const start = text.slice(0, 300).search(/\[\s*\{\s*"/);
  if (start < 0 || start > 200) return false;
  const end = text.lastIndexOf(']');
  return end > start && isIssues(text.slice(start, end + 1));
});

function isIssues(text: string): boolean {
  const issues = parseJson(text);
  const isIssue = (issue: unknown) =>
    isJsonObject(issue) && 'code' in issue && Array.isArray(issue.path) && typeof issue.message === 'string';
  return Array.isArray(issues) && issues.length > 0 && issues.every(isIssue);
}
