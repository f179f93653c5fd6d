import { isJsonObject } from '../../base/json-value.ts';
import type { RuleCheck } from '../rule.ts';

/** UUIDs have 36 characters, and encoded random bytes at least 22. */
const MIN_LENGTH = 16;

export const rule: RuleCheck = {
  http({ http }) {
    const sessionId = http.response?.sessionId;
    if (!isJsonObject(sessionId)) return undefined;
    const { length, strange, counting } = sessionId;
    if (strange === true) return { case: 'strange' };
    if (counting === true) return { case: 'counting' };
    return typeof length === 'number' && length < MIN_LENGTH
      ? { case: 'short', values: { length } }
      : undefined;
  },
};
