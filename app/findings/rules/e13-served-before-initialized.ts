import { atMost, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import type { Rule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

const ALLOWED = ['initialize', 'ping', 'logging/setLevel', 'server/discover'];

export const servedBeforeInitialized: Rule = {
  id: 'E13',
  name: 'served-before-initialized',
  title: 'A request was served before the handshake was complete',
  source: 'MCP 2025-11-25, basic/lifecycle.mdx, "Initialization"; the TypeScript and C# SDKs do not gate',
  severity: (revision) =>
    revision === 'unknown' || atMost(revision, LAST_INITIALIZE) ? 'violation' : undefined,
  reaction: true,
  checks: {
    result(answer, view) {
      if (
        view.facts.initialized ||
        !view.facts.complete ||
        view.facts.serverStateless ||
        answer.sender !== 'server-to-client'
      ) {
        return undefined;
      }
      const { exchange, method } = answer;
      if (exchange === undefined || exchange.declared !== undefined || ALLOWED.includes(method))
        return undefined;
      return {
        explanation: `The server served ${method} before the client had sent notifications/initialized, so the two have agreed on nothing yet.`,
        todo: 'The client must complete the handshake first, and the server must refuse until then.',
        after: wireExcerpt({ error: { code: -32600, message: 'Not initialized: send initialize first' } }),
      };
    },
  },
};
