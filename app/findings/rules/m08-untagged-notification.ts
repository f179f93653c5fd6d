import { jsonText, writtenOut } from '../../base/json-value.ts';
import { SUBSCRIPTION_ID_KEY } from '../../protocol/meta-keys.ts';
import { metaOf } from '../../session/session-facts.ts';
import type { RuleCheck } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  methods: [
    'notifications/tools/list_changed',
    'notifications/prompts/list_changed',
    'notifications/resources/list_changed',
    'notifications/resources/updated',
  ],
  notification({ sender, method, params, seq }, view) {
    if (sender !== 'server-to-client') return undefined;
    const subscription = metaOf(params)?.[SUBSCRIPTION_ID_KEY];
    const known =
      subscription !== undefined &&
      (!view.facts.complete || view.facts.acknowledged.has(writtenOut(subscription)));
    if (known) return undefined;
    return {
      evidence: [seq],
      case: subscription === undefined ? 'missing' : 'early',
      values: { method, subscription: jsonText(subscription).slice(0, 80) },
      before: wireExcerpt({ method, params }),
    };
  },
};
