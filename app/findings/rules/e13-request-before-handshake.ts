import { foreignName } from '../../base/foreign-text.ts';
import type { RuleCheck } from '../rule.ts';

/** The lifecycle binds the client; `server/discover` is how it learns the era. */
const ALLOWED = ['initialize', 'ping', 'server/discover'];

export const rule: RuleCheck = {
  earlyRequest({ method, id, declared }, view) {
    const { facts, handshake } = view;
    if (!facts.complete || facts.serverStateless) return undefined;
    if (declared !== undefined || ALLOWED.includes(method)) return undefined;
    return {
      case: handshake.answeredSeq > 0 ? 'answered' : 'unanswered',
      values: { method: foreignName(method), id: id.text.slice(0, 80) },
    };
  },
};
