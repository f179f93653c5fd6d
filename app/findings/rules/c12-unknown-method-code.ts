import { methodFacts } from '../../protocol/methods.ts';
import { aboutText, errorTextOf, saysUnknown, TRAIT } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

/** Answers that say only that something about the request is wrong. */
const isGeneric = aboutText((text) =>
  /^(invalid (request|params?|json|message)( parameters)?|bad request|parse error|(internal |server |internal server |unknown )?error|not (supported|implemented))[.!]?$/i.test(
    text.trim(),
  ),
);
const namesMethod = aboutText((text) =>
  /\b(unknown|unsupported|unrecogni[sz]ed|undefined|no such|invalid) method\b|\bmethod\b.{0,100}\b(not|unknown|unsupported)\b|\b(do not|don't|does not) (know|support)\b.{0,40}\bmethod\b/i.test(
    text.slice(0, 500),
  ),
);

const isNotServed = aboutText((text) =>
  /\bun(supported|handled|recogni[sz]ed|implemented)\b|\bnot (handled|supported|implemented|recogni[sz]ed)\b|\bno handler\b/i.test(
    text.slice(0, 500),
  ),
);

/** Only a probe can be sure that the method is unknown; in passive traffic, the server itself must say so. */
export const rule: RuleCheck = {
  reaction: true,
  traits: TRAIT.oddMethod,
  error(answer, view) {
    const { method, code, sender } = answer;
    if (sender !== 'server-to-client' || method === '' || code === undefined || code === -32601)
      return undefined;
    if (methodFacts(method)?.kind === 'request') return undefined;
    // A server that is not initialized does not look at the method.
    if (!view.handshake.complete && answer.text.includes('nitiali')) return undefined;
    const shown = JSON.stringify(method.slice(0, 100));
    if (saysMethodUnknown(answer, method)) {
      const isGo = code === 0 && answer.text.startsWith('JSON RPC not handled');
      return {
        case: isGo ? 'go' : 'stated',
        values: { method: shown, code },
        after: changed({ code: -32601 }),
      };
    }
    if (!isRefusal(answer, view)) return undefined;
    return {
      case: 'generic',
      values: { method: shown, code, text: JSON.stringify(answer.text.slice(0, 60)) },
      after: changed({ code: -32601, message: 'Method not found', data: undefined }),
    };
  },
};

/** Codes that say only that the request failed. */
const REFUSALS = [-32602, -32600, -32603, -32700, -32000, 0];

/** True if an error, whatever its code, says that its method is unknown or not served. */
export function saysMethodUnknown(error: Pick<ErrorAnswer, 'errorText' | 'text'>, method: string): boolean {
  const said = errorTextOf(error);
  return namesMethod(said) || ((saysUnknown(said) || isNotServed(said)) && error.text.includes(method));
}

/** Before the handshake any request may be refused this way. */
function isRefusal({ code, errorText, text }: ErrorAnswer, view: SessionView): boolean {
  if (code === undefined || !REFUSALS.includes(code)) return false;
  if (!view.handshake.complete && !view.facts.serverStateless) return false;
  return isGeneric(errorTextOf({ errorText, text }));
}
