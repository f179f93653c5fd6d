import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { atLeast } from '../../protocol/revisions.ts';
import { aboutText, errorTextOf } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import type { Rule } from '../rule.ts';
import {
  argumentMisfit,
  isUninitialized,
  OF_THE_REQUEST,
  speaksOfHandshake,
  toolListing,
  wellFormedCall,
} from '../tool-call.ts';
import { asToolError } from '../wire-excerpt.ts';

const VALIDATION = /invalid (tool )?(arguments|params|parameters)|validation/i;
/** The envelope or the server's own result was at fault, not the tool's arguments. */
const OTHER_CAUSE =
  /invalid tools\/call|output validation|_meta|requestState|unknown tool|no such tool|tool .{0,200}(not found|not exist|not registered|disabled)/i;

/** SEP-1303: since 2025-11-25 the model must be able to read what was wrong with its arguments. */
export const validationAsProtocolError: Rule = {
  id: 'T01',
  name: 'validation-as-protocol-error',
  title: 'Tool input validation reported as a protocol error',
  source: 'SEP-1303; MCP 2025-11-25, server/tools.mdx:461-520',
  severity: (revision) => (atLeast(revision, '2025-11-25') ? 'violation' : 'advice'),
  reaction: true,
  checks: {
    error(answer, view) {
      const { code } = answer;
      if (code === undefined || OF_THE_REQUEST.includes(code)) return undefined;
      const call = wellFormedCall(answer);
      if (call === undefined || isUninitialized(view) || isAboutSomethingElse(answer)) return undefined;
      const listing = toolListing(call.name, answer, view);
      if (listing === 'absent') return undefined;
      const misfit = argumentMisfit(call, view);
      const isStated = causeOf(answer) === 'arguments';
      // Under any other code, only arguments that do not fit show that the tool never ran.
      if (misfit === undefined && (code !== -32602 || (listing === 'unknown' && !isStated))) return undefined;
      const tool = JSON.stringify(call.name.slice(0, 100));
      const how =
        misfit === undefined
          ? `The server rejected the arguments of ${tool}`
          : `The arguments of ${tool} do not fit its inputSchema (${misfit}), and the server rejected them`;
      return {
        explanation: `${how} with a protocol error, which a host need not show to the model, so the model may never learn what to change.`,
        todo: 'The server must answer with a result that has isError: true and this text, so that the model can correct its call.',
        after: asToolError(errorTextOf(answer)),
        sdks: SDKS,
      };
    },
  },
};

/** SDKs that reject arguments in this way before the tool's author is asked. */
const SDKS = ['hermes', 'anubis', 'php-sdk', 'fastmcp-typescript'];

function isAboutSomethingElse(answer: ErrorAnswer): boolean {
  const { data } = answer.error;
  if (causeOf(answer) === 'other' || speaksOfHandshake(answer.text)) return true;
  return isJsonObject(data) && ('envelope' in data || data.reason === 'invalid_request_state');
}

function causeOf(answer: ErrorAnswer): 'arguments' | 'other' | 'unsaid' {
  const { data } = answer.error;
  if (isJsonObject(data) && Array.isArray(data.validation_errors)) return 'arguments';
  const detail = typeof data === 'string' ? data : (stringAt(data, 'message') ?? '');
  return detail === '' ? causeStated(errorTextOf(answer)) : causeIn(`${answer.text}\n${detail}`);
}

const causeStated = aboutText(causeIn);

/** What the first 5,000 characters blame. */
function causeIn(text: string): 'arguments' | 'other' | 'unsaid' {
  const start = text.slice(0, 5000);
  if (OTHER_CAUSE.test(start)) return 'other';
  return VALIDATION.test(start) ? 'arguments' : 'unsaid';
}
