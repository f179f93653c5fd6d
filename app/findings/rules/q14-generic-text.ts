import { aboutText, errorTextOf, TRAIT } from '../error-text.ts';
import type { RuleCheck } from '../rule.ts';

const GENERIC =
  /^(An error occurred( invoking [^\n]{0,200})?\.?|Internal (server )?error\.?|(Unknown |Unexpected )?error\.?|Something went wrong\.?|Error executing tool [^\s:]+|Error calling tool '[^']{1,100}')$/i;

export const rule: RuleCheck = {
  traits: TRAIT.generic,
  toolError(answer) {
    if (!isGeneric(errorTextOf(answer))) return undefined;
    return { case: 'tool' };
  },
  error(answer) {
    const { data } = answer.error;
    // A detail in data is another finding: it is there, in the wrong place.
    if (!isGeneric(errorTextOf(answer)) || (data !== undefined && data !== null && data !== ''))
      return undefined;
    return { case: 'message' };
  },
};

const isGeneric = aboutText((text) => text.length < 300 && GENERIC.test(text.trim()));
