import { SUBSCRIPTIONS_LISTEN } from '../../protocol/methods.ts';
import { howItExited } from '../../session/process-event.ts';
import type { Rule } from '../rule.ts';

const SHOWN = 50;

export const lostAtExit: Rule = {
  id: 'E14',
  name: 'lost-at-exit',
  title: 'The server ended with calls unanswered',
  source: 'MCP 2025-11-25, basic/lifecycle.mdx, "Shutdown"',
  severity: 'violation',
  checks: {
    process({ record, ended, facts }) {
      if (record.event !== 'exited' && record.event !== 'stdout-closed') return undefined;
      // Who closes stdin with calls open gives them up; the server is not to blame.
      if (facts.stdinClosed) return undefined;
      const since = Math.max(facts.runSeq, facts.gapSeq);
      const lost = ended.filter(
        ({ sender, method, fromRawMessage, requestSeq }) =>
          sender === 'client-to-server' &&
          method !== SUBSCRIPTIONS_LISTEN &&
          !fromRawMessage &&
          requestSeq >= since,
      );
      if (lost.length === 0) return undefined;
      const how = record.event === 'exited' ? `exited with ${howItExited(record)}` : 'closed its stdout';
      const calls = lost.length === 1 ? 'one call' : `${lost.length} calls`;
      return {
        evidence: [...lost.slice(0, SHOWN).map(({ requestSeq }) => requestSeq), record.seq],
        explanation: `The server ${how} and left ${calls} without an answer.`,
        todo: 'Read its last stderr lines; the server must catch what fails in a handler, and answer before it ends.',
        after: `{"jsonrpc":"2.0","id":${lost[0]?.id.text ?? '…'},…}`,
      };
    },
  },
};
