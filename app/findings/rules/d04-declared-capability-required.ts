import { isJsonObject, type JsonObject } from '../../base/json-value.ts';
import { dataRule, statelessOnly } from '../rule.ts';

const DEPTH = 6;

export const rule = dataRule({
  title: '-32021 names only capabilities that the request declared',
  source: 'MCP 2026-07-28, basic/index.mdx:388-393',
  severity: statelessOnly('violation'),
  reaction: true,
  codes: [-32021],
  error(answer, view) {
    if (!isJsonObject(answer.error.data)) return undefined;
    const required = answer.error.data.requiredCapabilities;
    const declared = view.facts.capabilitiesFor(answer.exchange);
    if (!isJsonObject(required) || Object.keys(required).length === 0 || declared === undefined)
      return undefined;
    if (!covers(declared, required, DEPTH)) return undefined;
    return {
      explanation: `The server says that the client lacks ${Object.keys(required).slice(0, 5).join(', ').slice(0, 200)}, which this very request declared.`,
      todo: 'The server must read clientCapabilities from the _meta of the request, and name only what is not there.',
    };
  },
});

function covers(declared: JsonObject, required: JsonObject, depth: number): boolean {
  return Object.entries(required).every(([name, wanted]) => {
    const there = declared[name];
    if (there === undefined || there === false || there === null) return false;
    if (!isJsonObject(wanted)) return true;
    return depth > 0 && isJsonObject(there) && covers(there, wanted, depth - 1);
  });
}
