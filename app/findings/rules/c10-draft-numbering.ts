import { isJsonObject } from '../../base/json-value.ts';
import { TRAIT } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  codes: [-32001, -32003, -32004],
  traits: TRAIT.header | TRAIT.data,
  error(answer) {
    const code = finalCode(answer);
    if (code === undefined) return undefined;
    return { values: { sent: answer.error.codeText, code }, after: changed({ code }) };
  },
};

function finalCode({ code, error, text }: ErrorAnswer): number | undefined {
  const { data } = error;
  if (code === -32001 && /header mismatch|headers? .{0,80}(does|do) not match/i.test(text)) return -32020;
  if (!isJsonObject(data)) return undefined;
  if (code === -32003 && isJsonObject(data.requiredCapabilities)) return -32021;
  if (code === -32004 && Array.isArray(data.supported) && 'requested' in data) return -32022;
  return undefined;
}
