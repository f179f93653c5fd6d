import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { ELICITATION_CREATE } from '../../protocol/methods.ts';
import type { Repair } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  codes: [-32042],
  error({ error, exchange }, view) {
    const declared = view.facts.capabilitiesFor(exchange);
    // A client that did not declare elicitation cannot be asked this way either.
    const canAsk = declared === undefined || isJsonObject(declared.elicitation);
    const after = canAsk ? asInputRequired(error.data) : undefined;
    return { ...(after === undefined ? {} : { after }) };
  },
};

/** The same elicitations in the form of this revision; undefined if the error has none. */
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
