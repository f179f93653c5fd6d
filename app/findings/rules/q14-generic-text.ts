import { aboutText, errorTextOf, TRAIT } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import { changed, withText } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

const GENERIC =
  /^(((MCP|tool|request|operation|call|command|execution|invocation) )*failed\.?|An error occurred( invoking [^\n]{0,200})?\.?|Internal (server )?error\.?|(Unknown |Unexpected )?error\.?|Something went wrong\.?|Error executing tool [^\s:]+|Error calling tool '[^']{1,100}')$/i;

export const rule: RuleCheck = {
  traits: TRAIT.generic,
  toolError(answer) {
    if (!isGeneric(errorTextOf(answer))) return undefined;
    return { case: 'tool', repair: withText(withCause(answer.text)) };
  },
  error(answer) {
    if (!isBare(answer)) return undefined;
    const text = withCause(answer.text);
    // A failed tool reports it in a result, which other rules check.
    if (answer.exchange?.method === 'tools/call')
      return {
        case: 'message',
        repair: { kind: 'result', result: { content: [{ type: 'text', text }], isError: true } },
      };
    return { case: 'message', repair: changed({ message: text }) };
  },
};

/** Adds placeholders for what only the author knows. */
function withCause(text: string): string {
  return `${text.trim().replace(/\.$/, '')}: <the cause>. <What to change>.`;
}

/** True for an error without a cause; a detail in data exists, but in the wrong place. */
export function isBare(answer: ErrorAnswer): boolean {
  const { data } = answer.error;
  return isGeneric(errorTextOf(answer)) && (data === undefined || data === null || data === '');
}

/** True for a text that says only that something failed. */
export const isGeneric = aboutText((text) => text.length < 300 && GENERIC.test(text.trim()));
