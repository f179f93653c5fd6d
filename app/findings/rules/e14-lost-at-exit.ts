import { SUBSCRIPTIONS_LISTEN } from '../../protocol/methods.ts';
import type { Exchange } from '../../session/exchange.ts';
import { howItExited } from '../../session/process-event.ts';
import { callWithId } from '../call-name.ts';
import type { Rule } from '../rule.ts';

const SHOWN = 50;
const NAMED = 3;
/** A server does not send these to itself: a person or a host has ended it. */
const FROM_OUTSIDE = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** With nothing else open the server never started. */
const START = ['initialize', 'server/discover'];

export const lostAtExit: Rule = {
  id: 'E14',
  name: 'lost-at-exit',
  title: 'The server ended with calls unanswered',
  source: 'MCP 2025-11-25, basic/lifecycle.mdx, "Shutdown"',
  severity: 'violation',
  side: 'server',
  checks: {
    process({ record, ended, facts }, view) {
      if (record.event !== 'exited' && record.event !== 'stdout-closed') return undefined;
      // Who closes stdin with calls open gives them up; the server is not to blame.
      if (facts.stdinClosed) return undefined;
      const since = Math.max(facts.runSeq, facts.gapSeq);
      const lost = ended.filter(
        ({ sender, method, fromRawMessage, requestSeq, id }) =>
          sender === 'client-to-server' &&
          method !== SUBSCRIPTIONS_LISTEN &&
          !fromRawMessage &&
          // Who reuses an id, or sends a batch that is not allowed, has no answer to wait for.
          !view.reusedIds.has(id.key) &&
          !view.forbiddenBatches.has(requestSeq) &&
          requestSeq >= since,
      );
      if (lost.length === 0) return undefined;
      const how = record.event === 'exited' ? `exited with ${howItExited(record)}` : 'closed its stdout';
      const evidence = [...lost.slice(0, SHOWN).map(({ requestSeq }) => requestSeq), record.seq];
      if (lost.every(({ method }) => START.includes(method))) {
        return {
          evidence,
          severity: 'advice',
          explanation: `The server ${how} before it had answered ${lost[0]?.method ?? ''}, so the session never began.`,
          todo: 'Whoever runs the server should read its last stderr lines, which mostly name what it lacks: a package, a key, an argument.',
        };
      }
      const outside = record.signal != null && FROM_OUTSIDE.includes(record.signal);
      return {
        evidence,
        ...(outside ? { severity: 'advice', certainty: 'likely' } : {}),
        explanation: `The server ${how} and left ${named(lost)} without an answer.`,
        todo: outside
          ? 'Whoever ends the server should close its stdin first, so that it can finish what is open.'
          : 'The server must catch what fails in a handler and answer with an error; its last stderr lines may name the cause.',
      };
    },
  },
};

function named(lost: readonly Readonly<Exchange>[]): string {
  const names = lost.slice(0, NAMED).map(callWithId);
  const more = lost.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(' and ');
}
