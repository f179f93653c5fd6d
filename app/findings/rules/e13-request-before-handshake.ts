import { foreignName } from '../../base/foreign-text.ts';
import type { RuleCheck } from '../rule.ts';

/** The lifecycle binds the client; `server/discover` is how it learns the era. */
const ALLOWED = ['initialize', 'ping', 'server/discover'];

export const rule: RuleCheck = {
  earlyRequest({ method, id, declared }, { facts }) {
    if (!facts.complete || facts.serverStateless) return undefined;
    if (declared !== undefined || ALLOWED.includes(method)) return undefined;
    return { values: { method: foreignName(method), id: id.text.slice(0, 80) } };
  },
};
