import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { answerTo } from '../call-name.ts';
import type { RuleCheck } from '../rule.ts';

const REQUIRED = ['url', 'elicitationId', 'message'];

export const rule: RuleCheck = {
  codes: [-32042],
  error(answer) {
    const lack = lackOf(answer.error.data);
    if (lack === undefined) return undefined;
    return { values: { answer: answerTo(answer.exchange, 'The error'), lack } };
  },
};

function lackOf(data: unknown): string | undefined {
  const list = isJsonObject(data) ? data.elicitations : undefined;
  if (!Array.isArray(list) || list.length === 0) return 'data.elicitations has no entry';
  for (const [index, entry] of list.slice(0, 100).entries()) {
    if (stringAt(entry, 'mode') !== 'url') return `data.elicitations[${index}] is not of mode url`;
    const missing = REQUIRED.find((member) => (stringAt(entry, member) ?? '') === '');
    if (missing !== undefined) return `data.elicitations[${index}] has no ${missing}`;
  }
  return undefined;
}
