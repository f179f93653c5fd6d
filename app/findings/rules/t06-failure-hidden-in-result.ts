import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { isStateless } from '../../protocol/revisions.ts';
import { statesFailure } from '../hidden-failure/hidden-failure.ts';
import type { ResultAnswer } from '../message.ts';
import { asError } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';

/** Longer texts are prompts that mention missing things, not failures. */
const SHORT = 200;

export const rule: RuleCheck = {
  methods: ['resources/read', 'prompts/get'],
  reaction: true,
  result: (answer) => (answer.method === 'prompts/get' ? checkPrompt(answer) : checkResource(answer)),
};

function checkResource(answer: ResultAnswer): Verdict | undefined {
  const { contents } = answer.result;
  if (!Array.isArray(contents)) return undefined;
  if (contents.length > 0) return checkText(answer, contents);
  const uri = stringAt(answer.params, 'uri') ?? '';
  return {
    case: isStateless(answer.revision) ? 'empty.stateless' : 'empty',
    after: asError(codeOf(answer), 'Resource not found', { uri }),
  };
}

function codeOf({ revision }: ResultAnswer): number {
  return isStateless(revision) ? -32602 : -32002;
}

/** The text of a missing resource in place of its content: a short text that names the URI. */
function checkText(answer: ResultAnswer, contents: readonly unknown[]): Verdict | undefined {
  const [only, ...more] = contents;
  const text = more.length === 0 ? stringAt(only, 'text') : undefined;
  const uri = stringAt(answer.params, 'uri');
  if (text === undefined || uri === undefined || text.length > SHORT) return undefined;
  if (!text.includes(uri) || !statesFailure(text, answer.params)) return undefined;
  const code = codeOf(answer);
  return {
    case: 'text',
    values: { text: quoted(text), code },
    after: asError(code, text, { uri }),
  };
}

function checkPrompt(answer: ResultAnswer): Verdict | undefined {
  const { messages } = answer.result;
  if (!Array.isArray(messages) || messages.length !== 1) return undefined;
  const message: unknown = messages[0];
  const text = isJsonObject(message) ? (stringAt(message.content, 'text') ?? '') : '';
  if (text.length > SHORT || !statesFailure(text, answer.params)) return undefined;
  return { case: 'prompt', values: { text: quoted(text) }, after: asError(-32602, text) };
}

function quoted(text: string): string {
  return text.includes('"') ? text : `"${text}"`;
}
