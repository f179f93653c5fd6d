import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { callWithId } from '../call-name.ts';
import { TRAIT } from '../error-text.ts';
import type { ErrorAnswer, ToolAnswer } from '../message.ts';
import { revisionRule, type Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

export const rule = revisionRule({
  title: 'A tool that runs only as a task was called without one',
  source: 'MCP 2025-11-25, basic/utilities/tasks.mdx, "Tool-Level Negotiation": -32601 is due',
  severity: 'violation',
  side: 'client',
  reaction: true,
  traits: TRAIT.taskOnly,
  error: verdictOn,
  toolError: verdictOn,
  toolOk: verdictOn,
});

/** Whatever the server answers: a refusal is right, and a server that runs the tool all the same is only lenient. */
function verdictOn(
  { exchange, params, seq }: ErrorAnswer | ToolAnswer,
  { facts }: SessionView,
): Verdict | undefined {
  if (exchange?.method !== 'tools/call' || !isJsonObject(params) || params.task !== undefined)
    return undefined;
  if (facts.tools.find(stringAt(params, 'name') ?? '')?.taskSupport !== 'required') return undefined;
  return {
    evidence: [facts.tools.listSeq, exchange.requestSeq, seq],
    explanation: `tools/list says that ${JSON.stringify(exchange.target)} runs only as a task (execution.taskSupport), and the client sent ${callWithId(exchange)} without one.`,
    todo: 'The client must add task to the params, and follow the task that comes back; the server is right to refuse the call.',
  };
}
