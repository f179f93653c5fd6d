import { receivedIn, statusOf } from '../../session/http-exchange.ts';
import { mirrorFault } from '../mirrored-headers.ts';
import type { RuleCheck } from '../rule.ts';

/** A server that does not support the revision does not know its headers either. */
const REFUSALS = ['-32020', '-32022'];

export const rule: RuleCheck = {
  http({ http, isModern, where }, view) {
    if (!isModern || !view.facts.serverStateless || where === 'network' || where === 'auth') return undefined;
    const fault = mirrorFault(http, view);
    const status = statusOf(http);
    if (fault === undefined || status === 0) return undefined;
    const isRefused = status === 400 && receivedIn(http).some(({ codeText }) => REFUSALS.includes(codeText));
    return isRefused ? undefined : { values: { header: fault.header, status } };
  },
};
