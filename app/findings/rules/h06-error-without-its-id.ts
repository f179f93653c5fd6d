import { isPage, statusOf } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

const OF_METHOD_OR_PARAMS = ['-32601', '-32602'];
/** The last is the Go SDK's (go-sdk 1.8.0, measured). */
const SAYS_SO =
  /\b(?:unknown|unsupported|invalid|no such) (?:method|tool|param|argument)|\bmethod not found\b|\bRPC not handled\b/i;
/** Faults in the HTTP request itself are not errors of its method. */
const OF_HTTP = /version|session|header|accept|content-type|host|origin|batch/i;

export const rule: RuleCheck = {
  http({ http, unanswered, where }) {
    if (where !== 'http' || unanswered.length === 0 || isPage(http) || statusOf(http) < 400) return undefined;
    if (http.isBatch) return undefined;
    const said = http.errorText || http.body;
    if (OF_HTTP.test(said) || (!OF_METHOD_OR_PARAMS.includes(http.errorCode) && !SAYS_SO.test(said)))
      return undefined;
    return { values: { status: statusOf(http), id: unanswered[0]?.id.text.slice(0, 80) } };
  },
};
