import { errorTextOf, saysUnknown, TRAIT } from '../error-text.ts';
import { hiddenFailureOf } from '../hidden-failure/hidden-failure.ts';
import type { ToolAnswer } from '../message.ts';
import { asError, changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { toolListing } from '../tool-call.ts';
import { leakOf } from './q13-trace-leaked.ts';

export const rule: RuleCheck = {
  traits: TRAIT.suspect,
  toolOk(answer, view) {
    if (answer.result.resultType === 'input_required') return undefined;
    const hidden = hiddenFailureOf(answer.result, answer.params, answer.suspicion);
    if (hidden === undefined) return undefined;
    const { where, excerpt, why } = hidden.evidence;
    if (saysToolUnknown(answer, view))
      return {
        case: 'unknown-tool',
        values: { tool: JSON.stringify(answer.tool.slice(0, 80)), excerpt: quoted(excerpt) },
        after: asError(-32602),
      };
    return {
      case: hidden.kind === 'failure' ? 'failure' : 'in-part',
      values: { where, why, excerpt: quoted(excerpt) },
      ...(mayBeMarked(answer, view) ? { after: changed({ isError: true }) } : {}),
    };
  },
};

function quoted(excerpt: string): string {
  return excerpt.includes('"') ? excerpt : `"${excerpt}"`;
}

/** True if no list has the tool and the result says that this name does not exist. */
function saysToolUnknown(answer: ToolAnswer, view: SessionView): boolean {
  const { tool } = answer;
  if (tool === '' || toolListing(tool, answer, view) !== 'absent' || !saysUnknown(errorTextOf(answer)))
    return false;
  return answer.text.slice(0, 500).includes(tool) && /\btools?\b/i.test(answer.text.slice(0, 500));
}

/** False if the same content would also be wrong as a tool error: no text, a leaked trace, or an unknown tool. */
function mayBeMarked(answer: ToolAnswer, view: SessionView): boolean {
  const text = errorTextOf(answer);
  const isOfTool = toolListing(answer.tool, answer, view) === 'listed' || !saysUnknown(text);
  return isOfTool && answer.text.trim() !== '' && leakOf(text) === null;
}
