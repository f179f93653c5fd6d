import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { isStateless } from '../../protocol/revisions.ts';
import { statesFailure } from '../hidden-failure/hidden-failure.ts';
import type { ResultAnswer } from '../message.ts';
import { asError } from '../repair.ts';
import { stateless, tierRule, type Verdict } from '../rule.ts';

/** A longer text than this is a prompt that speaks of things not found, not a failure. */
const SHORT = 200;

export const rule = tierRule({
  title: 'Resource or prompt failure hidden in a successful result',
  source: 'MCP 2026-07-28, server/resources.mdx:403-427 (SEP-2164)',
  severity: stateless('violation', 'advice'),
  methods: ['resources/read', 'prompts/get'],
  reaction: true,
  result: (answer) => (answer.method === 'prompts/get' ? checkPrompt(answer) : checkResource(answer)),
});

function checkResource(answer: ResultAnswer): Verdict | undefined {
  const { contents } = answer.result;
  if (!Array.isArray(contents)) return undefined;
  if (contents.length > 0) return checkText(answer, contents);
  const uri = stringAt(answer.params, 'uri') ?? '';
  const code = isStateless(answer.revision) ? -32602 : -32002;
  return {
    certainty: isStateless(answer.revision) ? 'certain' : 'likely',
    explanation: isStateless(answer.revision)
      ? 'The server answered a read with no contents at all.'
      : 'The server answered a read with no contents at all, which may stand for a resource that does not exist.',
    todo: isStateless(answer.revision)
      ? 'A resource that does not exist must be answered with error -32602 and data.uri; an empty one has one entry with an empty text.'
      : 'If so, the server should answer with error -32002 and data.uri.',
    after: asError(code, 'Resource not found', { uri }),
  };
}

/** The text of a missing resource, sent in its place: a short one that names the address. */
function checkText(answer: ResultAnswer, contents: readonly unknown[]): Verdict | undefined {
  const [only, ...more] = contents;
  const text = more.length === 0 ? stringAt(only, 'text') : undefined;
  const uri = stringAt(answer.params, 'uri');
  if (text === undefined || uri === undefined || text.length > SHORT) return undefined;
  if (!text.includes(uri) || !statesFailure(text, answer.params)) return undefined;
  const code = isStateless(answer.revision) ? -32602 : -32002;
  return {
    severity: 'advice',
    certainty: 'likely',
    explanation: `The text of this resource likely says that it could not be read (${quoted(text)}), so a host shows a failure as content.`,
    todo: `If so, the server should answer with error ${code} and data.uri instead.`,
    after: asError(code, text, { uri }),
  };
}

function checkPrompt(answer: ResultAnswer): Verdict | undefined {
  const { messages } = answer.result;
  if (!Array.isArray(messages) || messages.length !== 1) return undefined;
  const message: unknown = messages[0];
  const text = isJsonObject(message) ? (stringAt(message.content, 'text') ?? '') : '';
  if (text.length > SHORT || !statesFailure(text, answer.params)) return undefined;
  return {
    severity: 'advice',
    certainty: 'likely',
    explanation: `The only message of this prompt likely states a failure (${quoted(text)}), so a model would read it as its instruction.`,
    todo: 'If the prompt failed, the server should answer with a protocol error instead.',
    after: asError(-32602, text),
  };
}

function quoted(text: string): string {
  return text.includes('"') ? text : `"${text}"`;
}
