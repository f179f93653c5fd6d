import { asError } from '../repair.ts';
import { revisionRule, statelessOnly } from '../rule.ts';

export const rule = revisionRule({
  title: 'A method that 2026-07-28 removed is still served',
  source: 'MCP 2026-07-28, changelog.mdx',
  severity: statelessOnly('violation'),
  methods: ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'],
  reaction: true,
  result(answer) {
    if (answer.sender !== 'server-to-client') return undefined;
    return {
      explanation: `The request names 2026-07-28, which has no ${answer.method}, and the server served it all the same.`,
      todo: 'The server must answer -32601; the client must not send it under this revision.',
      after: asError(-32601, 'Method not found'),
    };
  },
});
