import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { clientCapabilityFor } from '../../protocol/methods.ts';
import { asError } from '../repair.ts';
import { revisionRule, statelessOnly } from '../rule.ts';

export const rule = revisionRule({
  title: 'input_required asks for a capability that was not declared',
  source: 'MCP 2026-07-28, basic/patterns/mrtr.mdx:246',
  severity: statelessOnly('violation'),
  reaction: true,
  methods: ['tools/call', 'prompts/get', 'resources/read'],
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
      after: asError(-32021, 'Missing required client capability', {
        requiredCapabilities: { [missing]: {} },
      }),
    };
  },
});
