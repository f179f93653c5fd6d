import { receivedIn } from '../../session/http-exchange.ts';
import { encodedHeader, mirrorFault } from '../mirrored-headers.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, isModern }, view) {
    if (!isModern || !view.facts.serverStateless || mirrorFault(http, view) !== undefined) return undefined;
    const header = encodedHeader(http);
    const isRefused = receivedIn(http).some(({ codeText }) => codeText === '-32020');
    return header !== undefined && isRefused ? { values: { header } } : undefined;
  },
};
