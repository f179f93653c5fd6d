import { isJsonObject } from '../../base/json-value.ts';
import { answerTo } from '../call-name.ts';
import { dataRule, statelessOrUnknown } from '../rule.ts';

export const rule = dataRule({
  title: '-32021 without data.requiredCapabilities',
  source: 'MCP 2026-07-28, basic/index.mdx:388-393',
  severity: statelessOrUnknown('violation'),
  codes: [-32021],
  error(answer) {
    const { data } = answer.error;
    if (isJsonObject(data) && isJsonObject(data.requiredCapabilities)) return undefined;
    return {
      explanation: `${answerTo(answer.exchange, 'The error')} says that the client lacks a capability and does not say which.`,
      todo: 'The server must name exactly the missing ones in data.requiredCapabilities.',
    };
  },
});
