import { foreignName } from '../../base/foreign-text.ts';
import { readRevision } from '../../protocol/revisions.ts';
import { asked, isSuccess } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, isStart }) {
    const version = asked(http, 'mcp-protocol-version');
    if (version === undefined || isStart || !isSuccess(http) || readRevision(version) !== 'unknown')
      return undefined;
    return { values: { version: foreignName(version) } };
  },
};
