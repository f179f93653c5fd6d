import { aboutText, errorTextOf, saysUnknown, TRAIT } from '../error-text.ts';
import type { ToolAnswer } from '../message.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { isGeneric } from './q14-generic-text.ts';

const SHORT = 12;
/** A longer text says more than that something failed. */
const LONG = 120;
const MAX_NAMES = 200;
const GUIDANCE =
  /\b(use|using|try|expected|expects|must|known|available|retry|again|check|provide|pass|set|specify|ensure|make sure|please|should|allowed|valid|invalid|one of|instead|wait|add|remove|call|install|configure|run|see|did you mean|requires?|required|missing|needs?|choose|select|cannot|only|between|at least|at most|recovery|hint|options?|supported|ask|order|return|next)\b/i;
/** Prefixes that SDKs add to the tool's own text. */
const PREFIX =
  /^(MCP error -?\d+:|Error executing tool [^\s:]+:?|Error calling tool '[^']{1,100}':?|Tool '[^']{1,100}' execution failed:|Error:)\s*/;

/** Most hosts pass on the text; whether it helps can only be guessed from its words. */
export const rule: RuleCheck = {
  traits: TRAIT.brief,
  toolError(answer, view) {
    // The rule on generic texts already covers this.
    if (isGeneric(errorTextOf(answer)) || !lacksGuidance(answer, view)) return undefined;
    return LACKING;
  },
};

const LACKING: Verdict = {};

/** The verdict by words alone; `unless-a-tool-is-named` leaves it to the tool names known in the session. */
const guidance = aboutText((given) => {
  const whole = given.trim();
  if (whole === '' || whole.length > LONG) return 'not-lacking';
  const own = whole.replace(PREFIX, '').trim();
  if (own.length < SHORT) return 'lacking';
  // A second clause, a list or a number may be the hint.
  if (/[;:,\n]|\.\s|\d/.test(own) || GUIDANCE.test(own)) return 'not-lacking';
  return 'unless-a-tool-is-named';
});

/** True if a tool error's text seems to say only that something failed, not what to do about it. */
export function lacksGuidance(answer: ToolAnswer, view: SessionView): boolean {
  // A wrong name already says what to change.
  if (answer.tool !== '' && answer.text.includes(answer.tool) && saysUnknown(errorTextOf(answer)))
    return false;
  const found = guidance(errorTextOf(answer));
  if (found !== 'unless-a-tool-is-named') return found === 'lacking';
  const text = answer.text.trim();
  let looked = 0;
  for (const name of view.facts.tools.names()) {
    looked += 1;
    if (looked > MAX_NAMES) break;
    if (name !== answer.tool && name.length > 2 && text.includes(name)) return false;
  }
  return true;
}
