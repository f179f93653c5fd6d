import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { clientCapabilityFor } from '../../protocol/methods.ts';
import { asError } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
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
      values: { missing },
      after: asError(-32021, 'Missing required client capability', {
        requiredCapabilities: { [missing]: {} },
      }),
    };
  },
};
