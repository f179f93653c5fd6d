import { TextMemo } from '../../base/text-memo.ts';
import { AS_TOOL_ERROR, type Repair } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';

export const rule: RuleCheck = {
  when: (view) => !view.vocabularyKnown,
  codes: (code) => code !== undefined && code >= -32019 && code <= -32000,
  error(answer, view) {
    const { code, sender } = answer;
    if (sender !== 'server-to-client' || view.vocabularyKnown) return undefined;
    // The only number here with a meaning in a specification, and only for this method.
    if (code === -32002 && answer.method === 'resources/read') return undefined;
    // If HTTP rejects a call as the client's fault, it never reached the tool.
    const status = answer.exchange?.status ?? 0;
    const isOfTool = answer.method === 'tools/call' && (status < 400 || status >= 500);
    return (isOfTool ? ofCall : ofOthers).of(answer.error.codeText);
  },
};

const ofCall = ambiguous(AS_TOOL_ERROR);
const ofOthers = ambiguous('');

/** Failing servers fail repeatedly, so one verdict serves all their findings. */
function ambiguous(after: Repair | ''): TextMemo<Verdict> {
  return new TextMemo((code) => ({
    values: { code },
    after,
  }));
}
