import { writtenOut } from '../../base/json-value.ts';
import { TRAIT } from '../error-text.ts';
import type { RuleCheck } from '../rule.ts';

const FIELDS = ['reason', 'message', 'details'];

export const rule: RuleCheck = {
  traits: TRAIT.blank,
  toolError(answer) {
    const { result } = answer;
    if (Array.isArray(result.content) && result.content.length > 0) return undefined;
    const present = FIELDS.filter((field) => result[field] !== undefined);
    if (present.length === 0) return undefined;
    const { isError, content, ...rest } = result;
    const text =
      typeof result.message === 'string' ? result.message : writtenOut(result.reason ?? 'What failed');
    return {
      values: { fields: present.join(', ') },
      after: {
        kind: 'result',
        result: { content: [{ type: 'text', text }], structuredContent: { error: rest }, isError },
      },
    };
  },
};
