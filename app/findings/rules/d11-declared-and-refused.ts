import { isDeclared } from '../../protocol/client-capabilities.ts';
import { clientCapabilityFor } from '../../protocol/methods.ts';
import { dataRule } from '../rule.ts';

export const rule = dataRule({
  title: 'The client refuses a method that it declared',
  source: 'MCP 2025-11-25, basic/lifecycle.mdx, "Capability Negotiation"; JSON-RPC 2.0 §5.1',
  severity: 'violation',
  side: 'client',
  reaction: true,
  codes: [-32601],
  error({ sender, exchange, method }, view) {
    if (sender !== 'client-to-server' || exchange?.sender !== 'server-to-client') return undefined;
    const capability = clientCapabilityFor(method);
    const declared = view.facts.capabilitiesFor(exchange);
    if (capability === undefined || !isDeclared(declared ?? {}, [capability])) return undefined;
    return {
      explanation: `The client declared the capability ${capability} and answers ${method} as if it did not exist, so a server that relies on it fails.`,
      todo: `The client must handle ${method}, or no longer declare ${capability}; to refuse a single request it must send another code than -32601.`,
    };
  },
});
