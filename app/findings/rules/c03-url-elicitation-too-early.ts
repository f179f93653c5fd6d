import { AS_TOOL_ERROR } from '../repair.ts';
import { codeRule, until } from '../rule.ts';

export const rule = codeRule({
  title: '-32042 before 2025-11-25',
  source: 'MCP schema/2025-11-25/schema.ts:179-198',
  severity: until('2025-06-18', 'violation'),
  codes: [-32042],
  error: (answer) => ({
    explanation: `The session agreed on ${answer.revision}, which does not define -32042, so the client cannot know that a URL is to be visited.`,
    todo: 'The server must negotiate 2025-11-25, or say in a tool error what the user has to do first.',
    ...(answer.method === 'tools/call' ? { after: AS_TOOL_ERROR } : {}),
  }),
});
