import { FIRST_STATELESS } from '../../protocol/revisions.ts';
import { asked, sentIn } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, isPost }) {
    if (!isPost || asked(http, 'mcp-protocol-version') !== FIRST_STATELESS) return undefined;
    const answer = sentIn(http).find(({ kind }) => kind === 'result' || kind === 'error');
    return answer === undefined ? undefined : { seq: answer.seq };
  },
};
