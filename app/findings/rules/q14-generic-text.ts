import { aboutText, errorTextOf, TRAIT } from '../error-text.ts';
import { qualityRule } from '../rule.ts';

const GENERIC =
  /^(An error occurred( invoking [^\n]{0,200})?\.?|Internal (server )?error\.?|(Unknown |Unexpected )?error\.?|Something went wrong\.?|Error executing tool [^\s:]+|Error calling tool '[^']{1,100}')$/i;

/** SDKs that withhold what a handler threw. */
const SDKS = ['python-sdk-v2', 'csharp-sdk'];

export const rule = qualityRule({
  title: 'A text that names no cause',
  source: 'seen in the C# SDK 2.2 and in -32603 messages; server/tools.mdx, "Error Handling"',
  severity: 'advice',
  traits: TRAIT.generic,
  toolError(answer) {
    if (!isGeneric(errorTextOf(answer))) return undefined;
    return {
      explanation:
        'The text says that the call failed and nothing else, so a model that reads it can only repeat the call.',
      todo: 'The tool should name the cause, and what to change.',
      sdks: SDKS,
    };
  },
  error(answer) {
    const { data } = answer.error;
    // A detail in data is another finding: it is there, in the wrong place.
    if (!isGeneric(errorTextOf(answer)) || (data !== undefined && data !== null && data !== ''))
      return undefined;
    return {
      explanation:
        'The message repeats what the code says already, so whoever reads it has nothing to go by.',
      todo: 'The sender should name the cause in the message.',
      sdks: SDKS,
    };
  },
});

const isGeneric = aboutText((text) => text.length < 300 && GENERIC.test(text.trim()));
