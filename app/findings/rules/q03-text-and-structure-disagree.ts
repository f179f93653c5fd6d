import { mirroredText } from '../../codes/structured-error.ts';
import { withText } from '../repair.ts';
import { OF_MCP_TS_CORE, type RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  ...OF_MCP_TS_CORE,
  toolError(answer) {
    const error = answer.structuredError;
    if (error === undefined || error.message === '') return undefined;
    // The same message in other surrounding words is still the same message.
    if (answer.text.includes(error.message.slice(0, 10_000))) return undefined;
    return { after: withText(mirroredText(error)) };
  },
};
