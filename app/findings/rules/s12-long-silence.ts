import { isStream } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

/** Milliseconds; clients and proxies give up on a silent body, Node's fetch after 300 s. */
const SILENCE_MS = 60_000;

export const rule: RuleCheck = {
  http({ http }) {
    if (!isStream(http) || http.longestSilence <= SILENCE_MS) return undefined;
    return { seq: http.endSeq, values: { seconds: Math.round(http.longestSilence / 1000) } };
  },
};
