import { isDeclared } from '../../protocol/client-capabilities.ts';
import { clientCapabilityFor } from '../../protocol/methods.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  reaction: true,
  codes: [-32601],
  error({ sender, exchange, method }, view) {
    if (sender !== 'client-to-server' || exchange?.sender !== 'server-to-client') return undefined;
    const capability = clientCapabilityFor(method);
    const declared = view.facts.capabilitiesFor(exchange);
    if (capability === undefined || !isDeclared(declared ?? {}, [capability])) return undefined;
    return { values: { capability, method } };
  },
};
