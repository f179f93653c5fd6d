import { startsWithCode, withoutCode } from '../../codes/code-name.ts';
import { aboutText, errorTextOf, TRAIT } from '../error-text.ts';
import { changed, type Repair, withText } from '../repair.ts';
import { qualityRule } from '../rule.ts';

const TWICE = /MCP error -?\d+: [^\n]{0,200}?MCP error -?\d+: /;

/** Most messages hold no such words, and looking for them is quicker than the pattern. */
const isWrappedTwice = aboutText((text) => text.includes('MCP error') && TWICE.test(text.slice(0, 2000)));

function withoutPrefix(text: string): () => Repair {
  return () => withText(withoutCode(text));
}

/** The TypeScript SDK 1 writes the code into the message of its error, and each layer does so again. */
export const rule = qualityRule({
  title: 'A protocol error reported inside a text',
  source: '@modelcontextprotocol/sdk 1.32.2, types.js:2029-2036',
  severity: 'advice',
  traits: TRAIT.mcpError,
  toolError(answer) {
    if (!startsWithCode(answer.text)) return undefined;
    return {
      explanation:
        'The text, which is meant for the model, begins with a JSON-RPC code, although this is a tool error and the code was never sent as one.',
      todo: 'The SDK should return the message alone; the TypeScript SDK 2 does.',
      after: withoutPrefix(answer.text),
      side: 'sdk',
    };
  },
  toolOk(answer) {
    if (!startsWithCode(answer.text)) return undefined;
    return {
      certainty: 'likely',
      explanation:
        'The text of this result begins with a JSON-RPC code, although nothing marks it as an error: an error of another server was likely passed on as an answer.',
      todo: 'The server should return the message alone, with isError: true.',
      after: withoutPrefix(answer.text),
    };
  },
  error(answer) {
    if (!isWrappedTwice(errorTextOf(answer))) return undefined;
    return {
      explanation:
        'The message repeats "MCP error" with its code, because an error was wrapped into another one on its way.',
      todo: 'The server should pass on the inner message alone.',
      after: changed({ message: withoutCode(answer.error.message) }),
    };
  },
});
