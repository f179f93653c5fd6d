import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { ELICITATION_CREATE } from '../../protocol/methods.ts';
import type { Repair } from '../repair.ts';
import { codeRule, statelessOnly } from '../rule.ts';

export const rule = codeRule({
  title: '-32042 sent under 2026-07-28',
  source: 'MCP 2026-07-28, basic/index.mdx:144; basic/patterns/mrtr.mdx',
  severity: statelessOnly('violation'),
  codes: [-32042],
  error({ error, exchange }, view) {
    const declared = view.facts.capabilitiesFor(exchange);
    // Who did not declare that it can ask its user cannot be asked so either.
    const canAsk = declared === undefined || isJsonObject(declared.elicitation);
    const after = canAsk ? asInputRequired(error.data) : undefined;
    return {
      explanation: 'This revision forbids -32042, with which earlier ones asked for a visit to a URL.',
      todo: 'The server must return a result of type input_required that holds an elicitation of mode url.',
      ...(after === undefined ? {} : { after }),
    };
  },
});

/** The same elicitations as this revision asks for them; undefined if the error holds none. */
function asInputRequired(data: unknown): Repair | undefined {
  const list = isJsonObject(data) && Array.isArray(data.elicitations) ? data.elicitations : [];
  const requests: Record<string, unknown> = {};
  for (const entry of list) {
    const [url, message] = [stringAt(entry, 'url'), stringAt(entry, 'message')];
    const id = stringAt(entry, 'elicitationId');
    if (url === undefined || message === undefined || id === undefined) return undefined;
    requests[id] = { method: ELICITATION_CREATE, params: { mode: 'url', url, message } };
  }
  if (Object.keys(requests).length === 0) return undefined;
  return { kind: 'result', result: { resultType: 'input_required', inputRequests: requests } };
}
