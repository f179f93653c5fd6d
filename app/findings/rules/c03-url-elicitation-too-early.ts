import { until } from '../finding.ts';
import { AS_TOOL_ERROR } from '../repair.ts';
import type { Rule } from '../rule.ts';

export const urlElicitationTooEarly: Rule = {
  id: 'C03',
  name: 'url-elicitation-too-early',
  title: '-32042 before 2025-11-25',
  source: 'MCP schema/2025-11-25/schema.ts:179-198',
  severity: until('2025-06-18', 'violation'),
  codes: [-32042],
  checks: {
    error(answer) {
      return {
        explanation: `The session agreed on ${answer.revision}, which does not define -32042, so the client cannot know that a URL is to be visited.`,
        todo: 'The server must negotiate 2025-11-25, or say in a tool error what the user has to do first.',
        ...(answer.method === 'tools/call' ? { after: AS_TOOL_ERROR } : {}),
      };
    },
  },
};
