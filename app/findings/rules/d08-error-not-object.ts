import { answerTo } from '../call-name.ts';
import { AS_TOOL_ERROR, changed } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  fault({ faults, envelope, exchange }) {
    if (envelope.kind !== 'error' || !faults.includes('error-not-object')) return undefined;
    const { message } = envelope.error;
    return {
      values: { answer: answerTo(exchange, 'The error') },
      before: wireExcerpt({ error: message }),
      ...right(message, exchange?.method === 'tools/call'),
    };
  },
};

/** A tool's failure belongs in its result. */
function right(message: string, ofTool: boolean): Pick<Verdict, 'after' | 'repair'> {
  return ofTool
    ? {
        after: wireExcerpt({ result: { content: [{ type: 'text', text: message }], isError: true } }),
        repair: AS_TOOL_ERROR,
      }
    : { after: wireExcerpt({ error: { code: -32603, message } }), repair: changed({ code: -32603 }) };
}
