import { eraOf } from '../../protocol/revisions.ts';
import { asError } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

/** Both eras have these, and a server that supports both serves them to either client. */
const BEFORE_THE_ERA = ['initialize', 'ping', 'server/discover'];

/** A probe sends this on purpose; in passive traffic, a client forgot the member. */
export const rule: RuleCheck = {
  reaction: true,
  result(answer, view) {
    const { exchange } = answer;
    const { facts, handshake } = view;
    if (exchange?.sender !== 'client-to-server' || exchange.declared !== undefined) return undefined;
    if (!facts.serverStateless || facts.negotiated !== 'unknown') return undefined;
    if (BEFORE_THE_ERA.includes(exchange.method)) return undefined;
    // A server may support both eras without listing earlier revisions: only a refusal shows that it does not.
    const statelessOnly = handshake.refused || 'resultType' in answer.result;
    if (!statelessOnly || facts.supportedVersions.some((version) => eraOf(version) === 'initialize'))
      return undefined;
    return {
      values: { method: exchange.method.slice(0, 80) },
      after: asError(-32602, '_meta["io.modelcontextprotocol/protocolVersion"] is missing'),
    };
  },
};
