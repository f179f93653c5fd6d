import { startsWithCode, withoutCode } from '../../codes/code-name.ts';
import { aboutText, errorTextOf, TRAIT } from '../error-text.ts';
import { changed, type Repair, withText } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

const TWICE = /MCP error -?\d+: [^\n]{0,200}?MCP error -?\d+: /;

/** Most messages hold no such words, and looking for them is quicker than the pattern. */
const isWrappedTwice = aboutText((text) => text.includes('MCP error') && TWICE.test(text.slice(0, 2000)));

function withoutPrefix(text: string): () => Repair {
  return () => withText(withoutCode(text));
}

/** The TypeScript SDK 1 writes the code into the message of its error, and each layer does so again. */
export const rule: RuleCheck = {
  traits: TRAIT.mcpError,
  toolError(answer) {
    if (!startsWithCode(answer.text)) return undefined;
    return { case: 'tool-error', after: withoutPrefix(answer.text) };
  },
  toolOk(answer) {
    if (!startsWithCode(answer.text)) return undefined;
    return { case: 'success', after: withoutPrefix(answer.text) };
  },
  error(answer) {
    if (!isWrappedTwice(errorTextOf(answer))) return undefined;
    return { case: 'twice', after: changed({ message: withoutCode(answer.error.message) }) };
  },
};
