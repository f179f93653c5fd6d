import { isJsonObject } from '../base/json-value.ts';
import { aboutText, detailIn, type ErrorText, errorTextOf } from './error-text.ts';
import type { ErrorAnswer, Rejection } from './message.ts';
import type { SessionView } from './session-view.ts';
import {
  argumentMisfit,
  isUninitialized,
  OF_THE_REQUEST,
  speaksOfHandshake,
  toolListing,
  type WellFormedCall,
} from './tool-call.ts';
import { BLAMING, TRAIT } from './trait.ts';

const VALIDATION = /invalid (tool )?(arguments|input|params|parameters)|validation/i;
/** The envelope or the server's own result was at fault, not the tool's arguments. */
const OTHER_CAUSE =
  /invalid tools\/call|output validation|_meta|requestState|unknown tool|no such tool|tool .{0,200}(not found|not exist|not registered|disabled)/i;

/** What an error says of the arguments of a well-formed call; undefined if it does not reject them. */
export function rejectedArguments(
  answer: ErrorAnswer,
  call: WellFormedCall,
  view: SessionView,
): Rejection | undefined {
  if (answer.rejection === undefined) answer.rejection = rejectionIn(answer, call, view) ?? null;
  return answer.rejection ?? undefined;
}

function rejectionIn(answer: ErrorAnswer, call: WellFormedCall, view: SessionView): Rejection | undefined {
  const { code } = answer;
  if (code === undefined || OF_THE_REQUEST.includes(code)) return undefined;
  if (code !== -32602 && !mayBlame(errorTextOf(answer))) return undefined;
  const listing = toolListing(call.name, answer, view);
  if (listing === 'absent' || isUninitialized(view) || isAboutSomethingElse(answer)) return undefined;
  const misfit = argumentMisfit(call, view);
  const isStated = causeOf(answer) === 'arguments';
  if (code === -32602) {
    return misfit !== undefined || isStated || listing === 'listed' ? { misfit } : undefined;
  }
  // Under any other code, the arguments must be at fault by the schema and by the error's own words.
  return misfit !== undefined && (isStated || namesMember(answer.text, misfit)) ? { misfit } : undefined;
}

function isAboutSomethingElse(answer: ErrorAnswer): boolean {
  const { data } = answer.error;
  if (causeOf(answer) === 'other' || speaksOfHandshake(errorTextOf(answer))) return true;
  return isJsonObject(data) && ('envelope' in data || data.reason === 'invalid_request_state');
}

/** An error that rejects arguments has one of a few words: looking for them is quicker than the schema. */
const BLAME = new RegExp(BLAMING.join('|'), 'i');
const blames = aboutText((text) => BLAME.test(text.slice(0, 5000)));
const mayBlame = (text: ErrorText) => (text.traits & TRAIT.blame) !== 0 && blames(text);

/** True if the error names the argument that does not fit. */
function namesMember(text: string, misfit: string): boolean {
  const member = /^[\w-]+/.exec(misfit)?.[0] ?? '';
  return member.length > 1 && text.slice(0, 5000).includes(member);
}

function causeOf(answer: ErrorAnswer): 'arguments' | 'other' | 'unsaid' {
  const { data } = answer.error;
  if (isJsonObject(data) && Array.isArray(data.validation_errors)) return 'arguments';
  const detail = detailIn(data);
  return detail === '' ? causeStated(errorTextOf(answer)) : causeIn(`${answer.text}\n${detail}`);
}

const causeStated = aboutText(causeIn);

/** What the first 5,000 characters blame. */
function causeIn(text: string): 'arguments' | 'other' | 'unsaid' {
  const start = text.slice(0, 5000);
  if (OTHER_CAUSE.test(start)) return 'other';
  return VALIDATION.test(start) ? 'arguments' : 'unsaid';
}
