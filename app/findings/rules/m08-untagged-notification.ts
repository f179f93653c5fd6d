import { writtenOut } from '../../base/json-value.ts';
import { SUBSCRIPTION_ID_KEY } from '../../protocol/meta-keys.ts';
import { metaOf } from '../../session/session-facts.ts';
import { revisionRule, statelessOnly } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule = revisionRule({
  title: 'A change was announced outside an acknowledged subscription',
  source: 'MCP 2026-07-28, basic/utilities/subscriptions.mdx:54-91',
  severity: statelessOnly('violation'),
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
      explanation:
        subscription === undefined
          ? `${method} names no subscription, so the client cannot tell what it belongs to.`
          : `${method} came before notifications/subscriptions/acknowledged for its subscription ${JSON.stringify(subscription).slice(0, 80)}.`,
      todo:
        subscription === undefined
          ? 'The server must put the id of the subscriptions/listen request into its _meta.'
          : 'The server must acknowledge a subscription before it announces anything for it.',
      before: wireExcerpt({ method, params }),
    };
  },
});
