import { aboutText, errorTextOf } from '../error-text.ts';
import type { ToolAnswer } from '../message.ts';
import type { Rule } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { toolErrorText } from '../wire-excerpt.ts';

const SHORT = 25;
const MAX_NAMES = 200;
const GUIDANCE =
  /\b(use|using|try|expected|expects|must|known|available|retry|again|check|provide|pass|set|specify|ensure|make sure|please|should|allowed|valid|one of|instead|wait|add|remove|call|install|configure|run|see|did you mean|requires?|required|missing|needs?|choose|select|cannot|only|between|at least|at most|recovery|hint|options?|supported)\b/i;

/** The text is all that a model has to work with; whether it helps can only be guessed from its words. */
export const noRecoveryHint: Rule = {
  id: 'Q02',
  name: 'no-recovery-hint',
  title: 'Tool error that does not say what to change',
  source: 'TypeScript SDK 2 documentation, "Errors": put the recovery hint in text',
  severity: 'advice',
  checks: {
    toolError(answer, view) {
      if (!lacksGuidance(answer, view)) return undefined;
      return {
        explanation:
          'The text seems to say that something failed and not what to do about it, and it is all that the model has to work with.',
        todo: 'If there is a way out, the tool should name it: a value to change, a tool to call first, or a time to wait.',
        after: withHint(errorTextOf(answer)),
      };
    },
  },
};

/** What the words alone show; `unless-a-tool-is-named` leaves it to the names that the session knows. */
const guidance = aboutText((given) => {
  const text = given.trim();
  if (text === '' || GUIDANCE.test(text)) return 'not-lacking';
  if (text.length < SHORT) return 'lacking';
  if (/\d/.test(text) || /["'`][^"'`\n]{1,60}["'`]\s*,\s*["'`]/.test(text)) return 'not-lacking';
  return 'unless-a-tool-is-named';
});

const withHint = aboutText((text) => toolErrorText(`${text.trim().slice(0, 80)} Try … instead.`));

function lacksGuidance(answer: ToolAnswer, view: SessionView): boolean {
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
