import { isJsonObject, parseJson } from '../../base/json-value.ts';
import type { ToolAnswer } from '../message.ts';
import type { Rule } from '../rule.ts';
import { resultWith } from '../wire-excerpt.ts';

/** Longer texts that merely begin with such a word are documents, unless a colon or a trace follows. */
const SHORT = 300;
const OPENING = /^\W{0,3}(error|exception|traceback|failed)\b/i;
const PLAIN =
  /^\W{0,3}((\w+ )?(error|exception)s?\b\s?(\[[^\]]{1,40}\]|\([^)]{1,40}\)|-?\d+)?\s?:|traceback \(most recent|failed to )/i;
/** What speaks of errors without being one. */
const ABOUT =
  /^\W{0,3}(error[- ]?(free|handling|handlers?|codes?|messages?|logs?|reports?|rates?|types?|class(es)?|budget)\b|failed\s*[:=]\s*0\b|errors?\s*[:=]\s*(0|none|null|no)\b)/i;

/** Nothing marks this failure, so hosts, logs and statistics count it as a success. */
export const errorDisguisedAsSuccess: Rule = {
  id: 'Q10',
  name: 'error-disguised-as-success',
  title: 'An error disguised as a success',
  source: 'MCP schema, CallToolResult.isError; server/tools.mdx, "Error Handling"',
  severity: 'advice',
  checks: {
    toolOk(answer) {
      if (answer.result.resultType === 'input_required' || !looksFailed(answer)) return undefined;
      return {
        explanation:
          'The result reads like a failure and isError is not set, so the host counts it as a success and the model may take it for data.',
        todo: 'If the call failed, the tool should return the same content with isError: true.',
        after: resultWith(answer, { isError: true }),
      };
    },
  },
};

function looksFailed({ result, text }: ToolAnswer): boolean {
  const structured = result.structuredContent;
  if (isJsonObject(structured) && statesError(structured)) return true;
  if (!Array.isArray(result.content) || result.content.length !== 1) return false;
  const start = text.trimStart();
  if (start.startsWith('{')) return jsonStatesError(start);
  if (ABOUT.test(start)) return false;
  return PLAIN.test(start) || (OPENING.test(start) && start.length <= SHORT);
}

function jsonStatesError(text: string): boolean {
  if (!text.slice(0, 2000).includes('"error"')) return false;
  // A text that is cut at the limit, or no JSON at all, states nothing.
  const value = parseJson(text);
  return isJsonObject(value) && statesError(value);
}

/** An `error` member that holds something, in an object that holds little else. */
function statesError(value: { readonly [key: string]: unknown }): boolean {
  const { error } = value;
  if (error === true) return true;
  if (typeof error === 'string') return error.trim() !== '' && !('data' in value && value.data !== null);
  return isJsonObject(error) && Object.keys(error).length > 0;
}
