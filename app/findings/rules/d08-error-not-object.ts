import { senderName } from '../../frame/record.ts';
import { answerTo } from '../call-name.ts';
import { AS_TOOL_ERROR, changed } from '../repair.ts';
import { dataRule, type Verdict } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule = dataRule({
  title: 'The error is not an object',
  source: 'JSON-RPC 2.0 §5.1',
  severity: 'violation',
  fault({ faults, envelope, exchange, sender }) {
    if (envelope.kind !== 'error' || !faults.includes('error-not-object')) return undefined;
    const { message } = envelope.error;
    return {
      explanation: `${answerTo(exchange, 'The error')} is no object with a code and a message, and strict clients drop anything else, so that the call ends as a time-out.`,
      todo: `The ${senderName(sender)} must wrap its text into such an object.`,
      before: wireExcerpt({ error: message }),
      ...right(message, exchange?.method === 'tools/call'),
    };
  },
});

/** What fails in a tool belongs into its result. */
function right(message: string, ofTool: boolean): Pick<Verdict, 'after' | 'repair'> {
  return ofTool
    ? {
        after: wireExcerpt({ result: { content: [{ type: 'text', text: message }], isError: true } }),
        repair: AS_TOOL_ERROR,
      }
    : { after: wireExcerpt({ error: { code: -32603, message } }), repair: changed({ code: -32603 }) };
}
