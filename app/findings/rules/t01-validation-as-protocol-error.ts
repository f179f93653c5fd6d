import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { atLeast } from '../../protocol/revisions.ts';
import { aboutText, errorTextOf } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import type { Rule } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { asToolError } from '../wire-excerpt.ts';

const VALIDATION = /invalid (tool )?(arguments|params|parameters)|validation/i;
/** The envelope or the server's own result was at fault, not the tool's arguments. */
const OTHER_CAUSE = /invalid tools\/call result|_meta|requestState|unknown tool|tool .{0,200}not found/i;

/** SEP-1303: since 2025-11-25 the model must be able to read what was wrong with its arguments. */
export const validationAsProtocolError: Rule = {
  id: 'T01',
  name: 'validation-as-protocol-error',
  title: 'Tool input validation reported as a protocol error',
  source: 'SEP-1303; MCP 2025-11-25, server/tools.mdx:461-520',
  severity: (revision) => (atLeast(revision, '2025-11-25') ? 'violation' : 'advice'),
  reaction: true,
  codes: [-32602],
  checks: {
    error(answer, view) {
      if (answer.method !== 'tools/call' || !isValidation(answer, view)) return undefined;
      return {
        explanation:
          'The server rejected the arguments with a protocol error, so the model never learns what was wrong with them.',
        todo: 'The server must answer with a result that has isError: true and says which argument to change.',
        after: asToolError(errorTextOf(answer)),
      };
    },
  },
};

function isValidation(answer: ErrorAnswer, view: SessionView): boolean {
  const { params, error } = answer;
  const name = stringAt(params, 'name');
  if (name === undefined || !isJsonObject(params)) return false;
  // Arguments that are no object make the request itself malformed, which is a protocol error.
  if (params.arguments !== undefined && !isJsonObject(params.arguments)) return false;
  if (view.facts.complete && view.facts.negotiated !== 'unknown' && !view.facts.initialized) return false;
  const data = error.data;
  const detail = typeof data === 'string' ? data : (stringAt(data, 'message') ?? '');
  const cause = detail === '' ? causeStated(errorTextOf(answer)) : causeIn(`${answer.text}\n${detail}`);
  if (cause === 'other') return false;
  if (isJsonObject(data) && ('envelope' in data || data.reason === 'invalid_request_state')) return false;
  if (isJsonObject(data) && Array.isArray(data.validation_errors)) return true;
  return view.facts.tools.find(name) !== undefined || cause === 'arguments';
}

const causeStated = aboutText(causeIn);

/** What the first 5,000 characters blame. */
function causeIn(text: string): 'arguments' | 'other' | 'unsaid' {
  const start = text.slice(0, 5000);
  if (OTHER_CAUSE.test(start)) return 'other';
  return VALIDATION.test(start) ? 'arguments' : 'unsaid';
}
