import { isJsonObject } from '../../base/json-value.ts';
import { aboutText, errorTextOf } from '../error-text.ts';
import { asError } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

/** The client capability that a text reports as missing; empty if unnamed, null if the text does not say so. */
const missingCapability = aboutText((text) => {
  const start = text.slice(0, 1000);
  const says =
    /-32021\b|\bmissing (required )?client capabilit|\bclient\b.{0,30}\b(does not|doesn't|did not|didn't|has not)\b.{0,20}\b(support|declare|advertise)|\b(sampling|elicitation|roots)\b.{0,40}\bnot (declared|supported|advertised) by (the|this) client/i.test(
      start,
    );
  if (!says) return null;
  const named = /\b(sampling|elicitation|roots)\b/i.exec(start)?.[1]?.toLowerCase();
  return named ?? (/-32021\b|client capabilit/i.test(start) ? '' : null);
});

const OF_SDK = /^Missing required client capabilities: /;

export const rule: RuleCheck = {
  toolError(answer, view) {
    const missing = missingCapability(errorTextOf(answer));
    if (missing === null) return undefined;
    const declared = view.facts.capabilitiesFor(answer.exchange);
    if (missing !== '' && isJsonObject(declared?.[missing])) return undefined;
    return {
      case: missing === '' ? 'unnamed' : 'named',
      // TypeScript SDK 2 turns its own error class into a text.
      side: OF_SDK.test(answer.text) ? 'sdk' : undefined,
      values: { tool: JSON.stringify(answer.tool.slice(0, 80)), missing },
      ...(missing === ''
        ? {}
        : {
            after: asError(-32021, answer.text.slice(0, 200), {
              requiredCapabilities: { [missing]: {} },
            }),
          }),
    };
  },
};
