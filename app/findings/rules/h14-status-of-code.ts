import { tiedStatus } from '../../protocol/tied-status.ts';
import { receivedIn, statusOf } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, isModern }, view) {
    if (!isModern || !view.facts.serverStateless) return undefined;
    const status = statusOf(http);
    const answer = receivedIn(http).find(({ codeText }) => (tiedStatus(codeText) ?? status) !== status);
    if (answer === undefined) return undefined;
    return {
      seq: answer.seq,
      values: { code: answer.codeText, due: tiedStatus(answer.codeText), status },
    };
  },
};
