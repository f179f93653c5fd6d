import { isJsonObject, stringAt } from '../base/json-value.ts';
import { firstMisfit } from '../base/schema/check-schema.ts';
import { isInferred } from '../session/exchange.ts';
import { aboutText, detailIn, type ErrorText, errorTextOf, REJECTING_WORDS, TRAIT } from './error-text.ts';
import type { ErrorAnswer, Rejection, ToolAnswer } from './message.ts';
import type { SessionView } from './session-view.ts';

/** Codes about the request, the client or the session; the tool never ran. */
export const NOT_FROM_TOOL: readonly number[] = [-32601, -32042, -32020, -32021, -32022];

type CallAnswer = Pick<ErrorAnswer | ToolAnswer, 'method' | 'params' | 'exchange'>;

/** A `tools/call` that is valid by the specification's schema: a name and, if any, object arguments. */
type WellFormedCall = { readonly name: string; readonly given: { readonly [name: string]: unknown } };

/** The call that was certainly answered; undefined for another request, or a malformed one. */
export function wellFormedCall({ method, params, exchange }: CallAnswer): WellFormedCall | undefined {
  if (exchange !== undefined && isInferred(exchange)) return undefined;
  const name = stringAt(params, 'name');
  if (method !== 'tools/call' || name === undefined || !isJsonObject(params)) return undefined;
  const given = params.arguments ?? {};
  return isJsonObject(given) ? { name, given } : undefined;
}

/** Whether the server has the tool; `absent` only if its list was complete when the call was sent. */
export function toolListing(
  name: string,
  { exchange }: CallAnswer,
  { facts: { tools } }: SessionView,
): 'listed' | 'absent' | 'unknown' {
  if (tools.find(name) !== undefined) return 'listed';
  if (exchange === undefined) return 'unknown';
  return tools.wasWhole(exchange.requestSeq, exchange.toolsGeneration) ? 'absent' : 'unknown';
}

/** The argument that does not fit the tool's `inputSchema`, and why, in a few words; undefined if all fit. */
function argumentMisfit({ name, given }: WellFormedCall, view: SessionView): string | undefined {
  const schema = view.facts.tools.find(name)?.inputSchema;
  const misfit = schema === undefined ? undefined : firstMisfit(schema, given);
  if (misfit === undefined) return undefined;
  const place = misfit.place === '$' ? 'the arguments' : misfit.place.slice(2);
  return `${place}: ${misfit.message}`.slice(0, 200);
}

/** True if a session that needs a handshake has not had one: then the call itself is not at fault. */
export function isUninitialized({ facts }: SessionView): boolean {
  return facts.complete && !facts.serverStateless && !facts.initialized;
}

const NOT_INITIALIZED = new RegExp(
  [
    /^(?:invalid request: )?(?:the )?(?:(?:server|session|client|connection) ?)?(?:(?:is |was |has )?not|(?:is|was|has)n't)(?: yet)?(?: been)? initiali[sz]ed\b/,
    /\b(?:server|session) (?:(?:is |was |has )?not|(?:is|was|has)n't)(?: yet)?(?: been)? initiali[sz]ed\b/,
    /\bduring session initiali[sz]ation\b/,
    /\brequests? (?:was |were )?(?:received |sent )?before (?:the )?(?:session )?initiali[sz]ation\b/,
    /^(?:the )?(?:(?:server|session) )?initiali[sz]ation (?:is |was )?(?:not |in)complete\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** "Server not initialized", "Session is not initialized"; not a tool's own pool or database. */
export const saysNotInitialized = aboutText((text) => notInitialized(text.slice(0, 500)));

// Searching for a few characters is faster than the patterns, and nearly no error has them.
const notInitialized = (start: string) => start.includes('nitiali') && NOT_INITIALIZED.test(start);

const isOfHandshake = aboutText((text) => {
  const start = text.slice(0, 500);
  return notInitialized(start) || (start.includes('ession') && /session id is required/i.test(start));
});

/** True if an error says that another open request has this id. */
export function saysIdInUse(message: string): boolean {
  return /\bduplicate (?:in-flight )?(?:request )?id\b|\bid\b[^.]{0,40} already (?:in use|in flight|used)\b/i.test(
    message,
  );
}

/** True if the error is about the handshake, not the call. */
export function speaksOfHandshake(text: ErrorText): boolean {
  return (text.traits & TRAIT.handshake) !== 0 && isOfHandshake(text);
}

const VALIDATION = /invalid (tool )?(arguments|input|params|parameters)|validation/i;
/** A validator's words on one argument: "city is required", "must be a number", "expected string, received null". */
const MEMBER = 'argument|param(?:eter)?|field|propert(?:y|ie)|input|key|type|value';
const OF_ONE_ARGUMENT = new RegExp(
  [
    `\\b(?:missing|unexpected|unrecogni[sz]ed|invalid|required) .{0,60}\\b(?:${MEMBER})s?\\b`,
    `\\b(?:${MEMBER})s?\\b.{0,60}\\b(?:missing|required|invalid|not (?:valid|allowed))\\b`,
    '\\b(?:is|are) (?:a )?required\\b|\\bmust (?:not )?(?:be|have|contain|match)\\b|\\bnot of type\\b',
    '\\bexpected\\b.{1,80}\\b(?:received|got|but)\\b|\\b(?:cannot|should) be (?:empty|blank|null|an?|one|at)\\b',
  ].join('|'),
  'i',
);
const speaksOfOneArgument = aboutText((text) => OF_ONE_ARGUMENT.test(text.slice(0, 2000)));
/** The envelope or the server's own result was at fault, not the tool's arguments. */
const OTHER_CAUSE =
  /invalid tools\/call|output validation|_meta|requestState|unknown tool|no (?:such )?tool|tool name|tool .{0,200}(not found|not exist|not registered|disabled)/i;

/** What an error says about a well-formed call's arguments; undefined if it does not reject them. */
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
  if (code === undefined || NOT_FROM_TOOL.includes(code)) return undefined;
  if (code !== -32602 && !mayReject(errorTextOf(answer))) return undefined;
  const listing = toolListing(call.name, answer, view);
  if (listing === 'absent' || isUninitialized(view) || isAboutSomethingElse(answer)) return undefined;
  const misfit = argumentMisfit(call, view);
  const isStated = causeOf(answer) === 'arguments';
  if (code === -32602) {
    if (listing === 'listed') return { misfit };
    return isStated || speaksOfOneArgument(errorTextOf(answer)) ? { misfit, isLikely: true } : undefined;
  }
  // With any other code, both the schema and the error's own words must blame the arguments.
  return misfit !== undefined && (isStated || namesMember(answer.text, misfit)) ? { misfit } : undefined;
}

function isAboutSomethingElse(answer: ErrorAnswer): boolean {
  const { data } = answer.error;
  if (causeOf(answer) === 'other' || speaksOfHandshake(errorTextOf(answer))) return true;
  return isJsonObject(data) && ('envelope' in data || data.reason === 'invalid_request_state');
}

/** An error that rejects arguments has one of a few words: searching for them is faster than the schema. */
const REJECTING = new RegExp(REJECTING_WORDS.join('|'), 'i');
const rejects = aboutText((text) => REJECTING.test(text.slice(0, 5000)));
const mayReject = (text: ErrorText) => (text.traits & TRAIT.rejects) !== 0 && rejects(text);

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

/** The cause named in the first 5,000 characters. */
function causeIn(text: string): 'arguments' | 'other' | 'unsaid' {
  const start = text.slice(0, 5000);
  if (OTHER_CAUSE.test(start)) return 'other';
  return VALIDATION.test(start) ? 'arguments' : 'unsaid';
}
