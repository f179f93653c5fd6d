import { receivedIn, statusOf } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

const STATUS_OF: ReadonlyMap<string, number> = new Map([
  ['-32601', 404],
  ['-32020', 400],
  ['-32021', 400],
  ['-32022', 400],
]);

export const rule: RuleCheck = {
  http({ http, isModern }, view) {
    if (!isModern || !view.facts.serverStateless) return undefined;
    const status = statusOf(http);
    const answer = receivedIn(http).find(({ codeText }) => (STATUS_OF.get(codeText) ?? status) !== status);
    if (answer === undefined) return undefined;
    return {
      seq: answer.seq,
      values: { code: answer.codeText, due: STATUS_OF.get(answer.codeText), status },
    };
  },
};
