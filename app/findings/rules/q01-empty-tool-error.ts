import { isJsonObject } from '../../base/json-value.ts';
import { TRAIT } from '../error-text.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  traits: TRAIT.blank,
  toolError(answer) {
    const { content } = answer.result;
    if (answer.method !== 'tools/call' || !Array.isArray(content) || !content.every(saysNothing))
      return undefined;
    return {};
  },
};

/** True for a text block without text; any other block may show something. */
function saysNothing(block: unknown): boolean {
  return isJsonObject(block) && typeof block.text === 'string' && block.text.trim() === '';
}
