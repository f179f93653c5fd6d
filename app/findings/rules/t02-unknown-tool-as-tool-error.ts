import { didYouMean } from '../call-name.ts';
import { aboutText, errorTextOf, saysUnknown, TRAIT } from '../error-text.ts';
import type { ToolAnswer } from '../message.ts';
import { asError } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { toolListing, wellFormedCall } from '../tool-call.ts';

const LONGEST = 300;

/** An unknown tool name is a fault of the request that no other arguments fix. Reported once per session. */
export const rule: RuleCheck = {
  reaction: true,
  traits: TRAIT.unlisted,
  toolError(answer, view) {
    const call = wellFormedCall(answer);
    if (call === undefined || call.name === '' || answer.exchange === undefined) return undefined;
    const listing = toolListing(call.name, answer, view);
    const isStated = namesUnknownTool(answer, call.name);
    if (listing === 'listed' || (listing === 'unknown' && !isStated)) return undefined;
    const isSure = isStated || saysUnknown(errorTextOf(answer));
    if (!view.firstTime(isSure ? 'T02' : 'T02 likely')) return undefined;
    return isSure
      ? unknown(answer, call.name, view)
      : { ...perhapsUnknown(call.name), evidence: [view.facts.tools.listSeq, answer.seq] };
  },
};

function unknown(answer: ToolAnswer, name: string, view: SessionView): Verdict {
  const { tools } = view.facts;
  const names = tools.names();
  const request = answer.exchange?.requestSeq ?? answer.seq;
  return {
    evidence: tools.complete ? [tools.listSeq, request, answer.seq] : [request, answer.seq],
    case: 'unknown',
    values: () => ({ name: JSON.stringify(name.slice(0, 100)), guess: didYouMean(name, names) }),
    after: asError(-32602),
  };
}

function perhapsUnknown(name: string): Verdict {
  return { case: 'perhaps', values: () => ({ name: JSON.stringify(name.slice(0, 100)) }) };
}

/** True if the error is short and calls the called tool's own name unknown. */
function namesUnknownTool(answer: ToolAnswer, name: string): boolean {
  return answer.text.length <= LONGEST && name.length > 1 && unknownName(errorTextOf(answer)) === name;
}

const UNKNOWN_TOOL =
  /\b(?:unknown tool|no such tool|no tool (?:named|called)|tool not found)\b[:\s]*["'`]?([^\s"'`]+?)["'`]?\.?$|\btool ["'`]?([^\s"'`]+?)["'`]? (?:was |is )?(?:not found|unknown|does not exist|not registered)\b/i;

/** The tool that a text calls unknown; empty for none. */
const unknownName = aboutText((text) => {
  const match = UNKNOWN_TOOL.exec(text.slice(0, LONGEST).split('\n', 1)[0] ?? '');
  return match?.[1] ?? match?.[2] ?? '';
});
