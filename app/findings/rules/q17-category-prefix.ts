import { TRAIT } from '../error-text.ts';
import type { ErrorAnswer, ToolAnswer } from '../message.ts';
import { qualityRule, type Verdict } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

const CATEGORY = /^ERROR:([A-Z_]{1,60})\s+[—-]/;

export const rule = qualityRule({
  title: 'The text begins with an error category',
  source: 'AliveMCP, MCP server error codes guide',
  severity: 'info',
  traits: TRAIT.category,
  toolError: (answer) => checkText(answer),
  toolOk: (answer) => checkText(answer),
  error: (answer) => checkText(answer),
});

function checkText(answer: ErrorAnswer | ToolAnswer): Verdict | undefined {
  const category = CATEGORY.exec(answer.text)?.[1];
  if (category === undefined) return undefined;
  const failed = 'error' in answer || answer.result.isError === true;
  return {
    explanation: failed
      ? `The server puts its errors into categories, and this one is ${category}.`
      : `The server puts its errors into categories, and this one is ${category}, in a result that isError does not mark.`,
    todo: failed
      ? 'A host that knows the convention can act on it; the specification does not define it.'
      : 'The tool should set isError: true as well.',
    after:
      'error' in answer
        ? ''
        : wireExcerpt({ result: { structuredContent: { error: { category } }, isError: true } }),
  };
}
