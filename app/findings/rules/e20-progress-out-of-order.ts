import { isJsonObject } from '../../base/json-value.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import { callWithId } from '../call-name.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  methods: ['notifications/progress'],
  notification({ params, sender, seq, exchange, several }, view) {
    if (sender !== 'server-to-client' || several || !isJsonObject(params)) return undefined;
    const { progressToken: token, progress } = params;
    if (typeof progress !== 'number') return undefined;
    if (exchange === undefined) {
      if (typeof token !== 'string' && typeof token !== 'number') return undefined;
      const shown = JSON.stringify(token).slice(0, 60);
      // A task reports progress after the answer that created it (2025-11-25, basic/utilities/tasks.mdx).
      const { serverCapabilities } = view.facts.peers;
      const hasTasks = [['tasks'], ['extensions']].some((path) => isDeclared(serverCapabilities, path));
      if (hasTasks || !view.facts.complete || !view.firstTime('E20 of none')) return undefined;
      return { case: 'no-request', values: { shown } };
    }
    const last = view.progress.get(exchange);
    if (last === undefined || progress > last.progress) return undefined;
    return {
      evidence: [exchange.requestSeq, last.seq, seq],
      case: 'backwards',
      values: { call: callWithId(exchange), progress, last: last.progress },
    };
  },
};
