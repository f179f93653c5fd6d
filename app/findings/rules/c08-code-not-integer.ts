import { senderName } from '../../frame/record.ts';
import { answerTo } from '../call-name.ts';
import { changed } from '../repair.ts';
import { codeRule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule = codeRule({
  title: 'The error code is missing or no integer',
  source: 'MCP 2026-07-28, basic/index.mdx:105: error codes MUST be integers; JSON-RPC 2.0 §5.1',
  severity: 'violation',
  fault({ faults, envelope, exchange, sender }) {
    if (envelope.kind !== 'error') return undefined;
    if (!faults.includes('code-not-integer') && !faults.includes('code-missing')) return undefined;
    const { code, message } = envelope.error;
    return {
      explanation: `${answerTo(exchange, 'The error')} has ${code === undefined ? 'no code' : `the code ${wireExcerpt(code)}, which is no integer`}, so strict clients drop the whole frame and the call ends as a time-out.`,
      todo: `The ${senderName(sender)} must put an integer there.`,
      before: wireExcerpt({ error: code === undefined ? { message } : { code, message } }),
      ...(typeof code === 'string' && /^-?\d{1,9}$/.test(code)
        ? {
            after: wireExcerpt({ error: { code: Number(code), message } }),
            repair: changed({ code: Number(code) }),
          }
        : {}),
    };
  },
});
