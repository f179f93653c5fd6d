import { TRAIT } from '../error-text.ts';
import type { ErrorAnswer, ToolAnswer } from '../message.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

const CATEGORY = /^ERROR:([A-Z_]{1,60})\s+[—-]/;

export const rule: RuleCheck = {
  traits: TRAIT.category,
  toolError: (answer) => checkText(answer),
  toolOk: (answer) => checkText(answer),
  error: (answer) => checkText(answer),
};

function checkText(answer: ErrorAnswer | ToolAnswer): Verdict | undefined {
  const category = CATEGORY.exec(answer.text)?.[1];
  if (category === undefined) return undefined;
  const failed = 'error' in answer || answer.result.isError === true;
  return {
    case: failed ? 'failed' : 'unmarked',
    values: { category },
    after:
      'error' in answer
        ? ''
        : wireExcerpt({ result: { structuredContent: { error: { category } }, isError: true } }),
  };
}
