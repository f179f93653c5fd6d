import { isJsonObject } from '../../base/json-value.ts';
import { SERVER_INFO_KEY } from '../../protocol/meta-keys.ts';
import { methodFacts } from '../../protocol/methods.ts';
import { metaOf } from '../../session/session-facts.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  result(answer, view) {
    if (answer.sender !== 'server-to-client' || methodFacts(answer.method)?.until !== undefined)
      return undefined;
    const meta = metaOf(answer.result);
    if (isJsonObject(meta?.[SERVER_INFO_KEY]) || !view.firstTime('M07')) return undefined;
    return {};
  },
};
