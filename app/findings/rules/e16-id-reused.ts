import { senderName } from '../../frame/record.ts';
import { atMost, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import { envelopeRule } from '../rule.ts';
import { requestLine } from '../wire-excerpt.ts';

export const rule = envelopeRule({
  title: 'A request id was used twice',
  source: 'MCP 2025-11-25, basic/index.mdx: not used before; 2026-07-28: not in flight',
  severity: 'violation',
  reusedId({ earlier, id, revision, seq, sender, at, method, params }) {
    if (earlier === undefined || earlier.fromRawMessage) return undefined;
    const open = earlier.answerSeq === 0 && earlier.cancelledSeq === 0;
    if (!open && !atMost(revision, LAST_INITIALIZE)) return undefined;
    const text = id.text.slice(0, 80);
    const who = senderName(sender);
    return {
      evidence: [earlier.requestSeq, seq],
      explanation: open
        ? `The ${who} used the id ${text} for ${method.slice(0, 80)} while ${earlier.method.slice(0, 80)} with the same id (sent ${Math.round(at - earlier.startedAt)} ms before) was open, so nobody can tell which one an answer belongs to.`
        : `The ${who} used the id ${text} for ${method.slice(0, 80)} and before for ${earlier.method.slice(0, 80)}, which ${revision} forbids within a session.`,
      todo: `The ${who} must use a new id for each request.`,
      before: requestLine({ method, params }, id.text),
    };
  },
});
