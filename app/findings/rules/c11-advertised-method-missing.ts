import { targetOf } from '../../frame/target.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import { serverCapabilityFor } from '../../protocol/methods.ts';
import { errorTextOf, saysUnknown } from '../error-text.ts';
import type { Rule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

const OPTIONAL = 'resources/templates/list';

export const advertisedMethodMissing: Rule = {
  id: 'C11',
  name: 'advertised-method-missing',
  title: '-32601 for a method that the server advertises',
  source: 'JSON-RPC 2.0 §5.1; MCP 2025-11-25, basic/lifecycle.mdx, "Capability Negotiation"',
  severity: 'violation',
  reaction: true,
  codes: [-32601],
  checks: {
    error(answer, view) {
      const { method, text } = answer;
      if (answer.exchange?.sender !== 'client-to-server') return undefined;
      const path = serverCapabilityFor(method);
      if (path === undefined || !isDeclared(view.facts.serverCapabilities ?? {}, path)) return undefined;
      // A name or uri that was not found is another mistake, with a rule of its own.
      const target = targetOf(method, answer.params);
      const ofMethod = /method/i.test(text) || text.includes(method) || !saysUnknown(errorTextOf(answer));
      if (!ofMethod || (target !== '' && text.includes(target))) return undefined;
      const declared = path.join('.');
      return {
        explanation: `The server declared the capability ${declared} and answered ${method} as if it did not exist.`,
        todo: `It must register a handler for ${method}, or no longer declare ${declared}.`,
        after:
          method === OPTIONAL
            ? wireExcerpt({ result: { resourceTemplates: [] } })
            : wireExcerpt({ result: {} }),
        ...(method === OPTIONAL ? { severity: 'advice' as const } : {}),
      };
    },
  },
};
