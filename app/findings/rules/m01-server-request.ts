import { revisionRule, statelessOnly } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule = revisionRule({
  title: 'A request from the server under 2026-07-28',
  source: 'MCP 2026-07-28, basic/transports/stdio.mdx; basic/patterns/mrtr.mdx:10',
  severity: statelessOnly('violation'),
  serverRequest: ({ method, params }) => ({
    explanation: `This revision knows no requests from the server, so the client need not answer ${method.slice(0, 80)}.`,
    todo: 'The server must return a result of type input_required and let the client call again.',
    before: wireExcerpt({ method, params }),
    after: wireExcerpt({
      result: { resultType: 'input_required', inputRequests: { input: { method, params } } },
    }),
  }),
});
