import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { clientCapabilityFor } from '../../protocol/methods.ts';
import { statelessOnly } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const undeclaredInput: Rule = {
  id: 'M05',
  name: 'undeclared-input',
  title: 'input_required asks for a capability that was not declared',
  source: 'MCP 2026-07-28, basic/patterns/mrtr.mdx:246',
  severity: statelessOnly('violation'),
  reaction: true,
  methods: ['tools/call', 'prompts/get', 'resources/read'],
  checks: {
    result(answer, view) {
      const { resultType, inputRequests } = answer.result;
      if (resultType !== 'input_required' || !isJsonObject(inputRequests)) return undefined;
      const declared = view.facts.capabilitiesFor(answer.exchange);
      if (declared === undefined) return undefined;
      const missing = Object.values(inputRequests)
        .map((request) => clientCapabilityFor(stringAt(request, 'method') ?? ''))
        .find((capability) => capability !== undefined && !isJsonObject(declared[capability]));
      if (missing === undefined) return undefined;
      return {
        explanation: `The server asks for ${missing}, which this request did not declare, so the client cannot answer.`,
        todo: `The server must answer with error -32021 and name ${missing} in data.requiredCapabilities.`,
        after: wireExcerpt({
          error: {
            code: -32021,
            message: 'Missing required client capability',
            data: { requiredCapabilities: { [missing]: {} } },
          },
        }),
      };
    },
  },
};
