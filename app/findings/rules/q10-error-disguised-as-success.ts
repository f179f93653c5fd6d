import { errorTextOf, saysUnknown, TRAIT } from '../error-text.ts';
import { hiddenFailureOf } from '../hidden-failure/hidden-failure.ts';
import type { ToolAnswer } from '../message.ts';
import { changed } from '../repair.ts';
import { qualityRule } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { toolListing } from '../tool-call.ts';
import { leakOf } from './q13-trace-leaked.ts';

export const rule = qualityRule({
  title: 'An error disguised as a success',
  source: 'MCP schema, CallToolResult.isError; server/tools.mdx, "Error Handling"',
  severity: 'advice',
  traits: TRAIT.suspect,
  toolOk(answer, view) {
    if (answer.result.resultType === 'input_required') return undefined;
    const hidden = hiddenFailureOf(answer.result, answer.params, answer.suspicion);
    if (hidden === undefined) return undefined;
    const { where, excerpt, why } = hidden.evidence;
    const likely = hidden.kind === 'failure' ? 'is likely a failure' : 'likely failed in part';
    return {
      certainty: 'likely',
      explanation: `The result is not marked as an error and ${likely}: in ${where}, ${why} (${excerpt.includes('"') ? excerpt : `"${excerpt}"`}).`,
      todo:
        hidden.kind === 'failure'
          ? 'If the call failed, the tool should return the same content with isError: true; a host counts it as a success now, and the model may take it for data.'
          : 'If so, the tool should say first in its text what failed, and set isError: true if the caller has to do it again.',
      ...(mayBeMarked(answer, view) ? { after: changed({ isError: true }) } : {}),
    };
  },
});

/** False if the same content would be wrong as a tool error too: it has no text, leaks a trace, or names no tool. */
function mayBeMarked(answer: ToolAnswer, view: SessionView): boolean {
  const text = errorTextOf(answer);
  const isOfTool = toolListing(answer.tool, answer, view) === 'listed' || !saysUnknown(text);
  return isOfTool && answer.text.trim() !== '' && leakOf(text) === null;
}
