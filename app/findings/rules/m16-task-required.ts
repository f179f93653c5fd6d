import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { callWithId } from '../call-name.ts';
import { TRAIT } from '../error-text.ts';
import type { ErrorAnswer, ToolAnswer } from '../message.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

export const rule: RuleCheck = {
  reaction: true,
  traits: TRAIT.taskOnly,
  error: verdictOn,
  toolError: verdictOn,
  toolOk: verdictOn,
};

/** Whatever the server answers: a refusal is right, and running the tool anyway is only lenient. */
function verdictOn(
  { exchange, params, seq }: ErrorAnswer | ToolAnswer,
  { facts }: SessionView,
): Verdict | undefined {
  if (exchange?.method !== 'tools/call' || !isJsonObject(params) || params.task !== undefined)
    return undefined;
  if (facts.tools.find(stringAt(params, 'name') ?? '')?.taskSupport !== 'required') return undefined;
  return {
    evidence: [facts.tools.listSeq, exchange.requestSeq, seq],
    values: { tool: JSON.stringify(exchange.target), call: callWithId(exchange) },
  };
}
