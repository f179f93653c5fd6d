import { isJsonObject, type JsonObject } from '../../base/json-value.ts';
import type { RuleCheck } from '../rule.ts';

const DEPTH = 6;

export const rule: RuleCheck = {
  reaction: true,
  codes: [-32021],
  error(answer, view) {
    if (!isJsonObject(answer.error.data)) return undefined;
    const required = answer.error.data.requiredCapabilities;
    const declared = view.facts.capabilitiesFor(answer.exchange);
    if (!isJsonObject(required) || Object.keys(required).length === 0 || declared === undefined)
      return undefined;
    if (!covers(declared, required, DEPTH)) return undefined;
    return { values: { required: Object.keys(required).slice(0, 5).join(', ').slice(0, 200) } };
  },
};

function covers(declared: JsonObject, required: JsonObject, depth: number): boolean {
  return Object.entries(required).every(([name, wanted]) => {
    const there = declared[name];
    if (there === undefined || there === false || there === null) return false;
    if (!isJsonObject(wanted)) return true;
    return depth > 0 && isJsonObject(there) && covers(there, wanted, depth - 1);
  });
}
