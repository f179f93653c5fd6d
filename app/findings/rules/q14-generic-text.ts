import { aboutText, errorTextOf, TRAIT } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import type { RuleCheck } from '../rule.ts';

const GENERIC =
  /^(((MCP|tool|request|operation|call|command|execution|invocation) )*failed\.?|An error occurred( invoking [^\n]{0,200})?\.?|Internal (server )?error\.?|(Unknown |Unexpected )?error\.?|Something went wrong\.?|Error executing tool [^\s:]+|Error calling tool '[^']{1,100}')$/i;

export const rule: RuleCheck = {
  traits: TRAIT.generic,
  toolError(answer) {
    if (!isGeneric(errorTextOf(answer))) return undefined;
    return { case: 'tool' };
  },
  error(answer) {
    return isBare(answer) ? { case: 'message' } : undefined;
  },
};

/** True for an error that gives no cause; a detail in data is there, in the wrong place. */
export function isBare(answer: ErrorAnswer): boolean {
  const { data } = answer.error;
  return isGeneric(errorTextOf(answer)) && (data === undefined || data === null || data === '');
}

/** True for a text that says that something failed and nothing else. */
export const isGeneric = aboutText((text) => text.length < 300 && GENERIC.test(text.trim()));
