import { isJsonObject, type JsonObject, jsonText } from '../../base/json-value.ts';
import type { CallContext } from './call-arguments.ts';
import { failed, type HiddenFailure, partlyFailed } from './evidence.ts';
import { failureSentence } from './failure-sentence.ts';
import { outcomeOfItems } from './item-outcomes.ts';

/** The members that speak of the call; beside them a record has members that describe a thing. */
const OF_CALL =
  /^(_?meta|ok|success|succeeded|status|status_?code|state|code|cod|error_?code|error|errors|is_?error|error_?type|error_?messages?|err|message|msg|reason|details?|description|title|type|detail|result|results|data|items?|content|output|response|body|value|hints?|suggestions?|recovery|help|path|instance|timestamp|time|date|request_?id|trace_?id|correlation_?id|action|operation|tool|tool_?name|command|query|url|uri|method|object|documentation_?url|link|available\w*|valid\w*|allowed\w*|examples?|retry\w*|count|total|duration\w*|elapsed\w*|took|stdout|stderr|exit_?code|param(eter)?|field|jsonrpc|id|cause|stack\w*|traceback|exception|category|severity|fix|note|warnings?|raw|http_?status|http_?code|service|provider|source|partial)$/i;

/** What a record of a thing is known by. */
const OF_THING =
  /^(id|_id|uuid|name|key|number|hash|sha|slug|title|created_?at|created|updated_?at|started_?at|started|finished_?at|completed_?at|attempts|conclusion|workflow|job|run|branch|commit|node|device|online|severity|level|price|amount|owner|author|version|timestamp|ready_?at|gas_?used|block)$/i;

const FAILED_WORD =
  /^(error|errored|err|fail|failed|failure|ko|fatal|exception|unauthorized|forbidden|not_?found|bad_?request|invalid_request|request_denied|over_query_limit|denied|timeout|unavailable)$/i;
const GOOD_WORD = /^(ok|okay|success|successful|succeeded|done|completed?|created|updated|passed|true|200)$/i;

/** Where an envelope around the outcome keeps it. */
const WRAPPERS = ['result', 'response', 'data', 'output', 'body'];

/** Whether a JSON value says that the call failed. `where` is its path. */
export function statedFailure(value: unknown, where: string, call: CallContext): HiddenFailure | undefined {
  if (Array.isArray(value)) return outcomeOfItems(value, where, call);
  if (!isJsonObject(value)) return undefined;
  return (
    byFlag(value, where, call) ??
    byWrapper(value, where, call) ??
    outcomeOfItems(value, where, call) ??
    byErrorMember(value, where, call) ??
    byErrorList(value, where, call) ??
    byStatus(value, where, call) ??
    byMessageAlone(value, where, call) ??
    byAnswer(value, where, call) ??
    byExit(value, where)
  );
}

/** True if the object says that the call went well: its other members are then no evidence. */
export function statesSuccess(value: unknown): boolean {
  return isJsonObject(value) && (value.success === true || value.ok === true);
}

/** `success: false`, `ok: false`, `isError: true`. */
function byFlag(value: JsonObject, where: string, { purpose }: CallContext): HiddenFailure | undefined {
  const flag = ['success', 'ok', 'succeeded', 'successful'].find(
    (name) => value[name] === false || (value[name] === 0 && hasErrorText(value)),
  );
  const marked = ['isError', 'is_error', 'hasError'].find((name) => value[name] === true);
  const name = flag ?? marked;
  if (name === undefined || hasGoodItems(value)) return undefined;
  // "Is this address up?" is answered by ok: false, and the call went well.
  if ((purpose === 'check' || purpose === 'rewrite') && !hasErrorText(value)) return undefined;
  return failed(`${where}.${name}`, jsonText(value), `${name} is ${String(value[name])}`);
}

function hasErrorText({ error, errors, error_message: message, errorMessage }: JsonObject): boolean {
  return [error, errors, message, errorMessage].some(isStatedError);
}

/** Some items went well, although the whole is not called a success: that is for the items to say. */
function hasGoodItems(value: JsonObject): boolean {
  return Object.values(value).some(
    (member) =>
      Array.isArray(member) &&
      member.some((item) => isJsonObject(item) && (item.success === true || item.ok === true)),
  );
}

function byWrapper(value: JsonObject, where: string, call: CallContext): HiddenFailure | undefined {
  const keys = Object.keys(value);
  const name = WRAPPERS.find((one) => isJsonObject(value[one]));
  if (name === undefined || keys.length > 3 || !keys.every((key) => OF_CALL.test(key))) return undefined;
  return byFlag(value[name] as JsonObject, `${where}.${name}`, call);
}

/** `error` that holds something, beside members that speak of the call alone. */
function byErrorMember(value: JsonObject, where: string, call: CallContext): HiddenFailure | undefined {
  const name = [
    'error',
    'err',
    'error_message',
    'errorMessage',
    'error_description',
    'Error',
    'exception',
  ].find((one) => isStatedError(value[one]));
  if (name === undefined || isRecord(value)) return undefined;
  if (call.purpose === 'check' && !Object.keys(value).every((key) => OF_CALL.test(key))) return undefined;
  const path = `${where}.${name}`;
  if (GOOD_WORD.test(String(value.status ?? ''))) return undefined;
  const shown = jsonText(value[name]);
  if (!holdsData(value)) return failed(path, shown, `${name} is set and there is no data beside it`);
  return undefined;
}

/** `errors` as GraphQL, Jira and FastAPI have them: a list or a map that is not empty. */
function byErrorList(value: JsonObject, where: string, call: CallContext): HiddenFailure | undefined {
  if (call.purpose === 'check' || call.purpose === 'rewrite' || isRecord(value)) return undefined;
  const name = ['errors', 'errorMessages', 'detail'].find((one) => isErrorList(value[one]));
  if (name === undefined || statesSuccess(value) || isTestReport(value)) return undefined;
  const path = `${where}.${name}`;
  const shown = jsonText(value[name]);
  if (!holdsData(value)) return failed(path, shown, `${name} is not empty and there is no data beside it`);
  if (call.purpose === 'raw') return undefined;
  return partlyFailed(path, shown, `${name} is not empty, and there are data beside it`);
}

function isErrorList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every(
    (item) =>
      typeof item === 'string' ||
      (isJsonObject(item) && ['message', 'msg', 'error', 'reason'].some((key) => key in item)),
  );
}

/** A status that stands for an error: a word, or a number from 400 to 599 as HTTP has it. */
function byStatus(value: JsonObject, where: string, call: CallContext): HiddenFailure | undefined {
  if (call.purpose === 'check') return undefined;
  for (const name of [
    'status',
    'statusCode',
    'status_code',
    'httpStatus',
    'http_status',
    'code',
    'cod',
    'result',
    'state',
    'type',
    'object',
  ]) {
    const given = value[name];
    const number = Number(given);
    const http = (typeof given === 'number' || typeof given === 'string') && number >= 400 && number < 600;
    const word = typeof given === 'string' && FAILED_WORD.test(given);
    if (!http && !word) continue;
    if (!Object.keys(value).every((key) => OF_CALL.test(key)) || isRecord(value) || holdsData(value, name))
      continue;
    if ((name === 'type' || name === 'object' || name === 'state') && !saysWhy(value)) continue;
    if (http && !saysWhy(value)) continue;
    return failed(`${where}.${name}`, jsonText(value), `${name} is ${jsonText(given)}`);
  }
  return undefined;
}

function saysWhy(value: JsonObject): boolean {
  return [
    'message',
    'msg',
    'error',
    'title',
    'detail',
    'reason',
    'description',
    'errorMessage',
    'error_message',
  ].some((name) => isStatedError(value[name]));
}

/** An object that holds little more than one sentence, and the sentence states a failure. */
function byMessageAlone(
  value: JsonObject,
  where: string,
  { purpose }: CallContext,
): HiddenFailure | undefined {
  const keys = Object.keys(value);
  if (keys.length > 3 || purpose === 'rewrite' || purpose === 'check') return undefined;
  if (
    !keys.every((key) =>
      /^(message|msg|detail|code|status|type|reason|documentation_url|error_?code|hint)$/i.test(key),
    )
  )
    return undefined;
  const name = ['message', 'msg', 'detail'].find((one) => typeof value[one] === 'string');
  const sentence = name === undefined ? undefined : failureSentence(String(value[name]));
  if (name === undefined || sentence === undefined) return undefined;
  return failed(`${where}.${name}`, String(value[name]), sentence.why);
}

/** Beside what the caller sent and what is empty, one text is left, and it states a failure. */
function byAnswer(
  value: JsonObject,
  where: string,
  { purpose, asked }: CallContext,
): HiddenFailure | undefined {
  if (purpose === 'check') return undefined;
  const left = Object.entries(value).filter(
    ([, member]) => isFull(member) && !(typeof member === 'string' && asked.includes(member)),
  );
  const [only, another] = left;
  if (only === undefined || another !== undefined) return undefined;
  const [name, member] = only;
  const text: unknown = Array.isArray(member) && member.length === 1 ? member[0] : member;
  const sentence = typeof text === 'string' && !asked.repeatedBy(text) ? failureSentence(text) : undefined;
  if (sentence === undefined || (sentence.strength === 'plain' && purpose !== 'action')) return undefined;
  return failed(`${where}.${name}`, String(text), sentence.why);
}

/** A command that printed nothing but a complaint, and whose exit code says that it failed. */
function byExit(value: JsonObject, where: string): HiddenFailure | undefined {
  const name = ['exitCode', 'exit_code', 'returncode', 'return_code'].find(
    (one) => typeof value[one] === 'number',
  );
  if (name === undefined || value[name] === 0) return undefined;
  const silent = typeof value.stdout !== 'string' || value.stdout.trim() === '';
  if (!silent || typeof value.stderr !== 'string' || value.stderr.trim() === '') return undefined;
  return failed(
    `${where}.${name}`,
    value.stderr,
    `${name} is ${String(value[name])} and only stderr has text`,
  );
}

/** A text, an object or a yes that stands for an error; numbers measure something. */
export function isStatedError(value: unknown): boolean {
  if (value === true) return true;
  if (typeof value === 'string')
    return value.trim() !== '' && !/^(none|null|no|false|0|ok|n\/a|no errors?)\.?$/i.test(value.trim());
  if (Array.isArray(value)) return value.length > 0;
  return isJsonObject(value) && Object.keys(value).length > 0;
}

/** An object that describes a thing, for which an error or a status is one fact among others. */
function isRecord(value: JsonObject): boolean {
  const keys = Object.keys(value);
  const own = keys.filter((key) => !OF_CALL.test(key) || OF_THING.test(key));
  const known = keys.filter((key) => OF_THING.test(key) && !/^(title|timestamp|id)$/i.test(key));
  return known.length > 0 && own.length > 1;
}

/** Members that speak of the call itself, however full they are. */
const NO_DATA =
  /^(_?meta|ok|success|status\w*|state|code|cod|errors?|error\w*|err|exception|message|msg|reason|details?|description|title|type|hints?|suggestions?|recovery|help|available\w*|valid\w*|allowed\w*|examples?|retry\w*|stack\w*|traceback|path|instance|url|uri|query|method|object|id|jsonrpc|param|field|documentation_?url|link|command|tool|tool_?name|action|operation|timestamp|request_?id|trace_?id|fix|note|cause|warnings?|category|input|args|arguments|params)$/i;

/** True if the object also brings what was asked for. */
function holdsData(value: JsonObject, but = ''): boolean {
  return Object.entries(value).some(([key, member]) => key !== but && !NO_DATA.test(key) && isFull(member));
}

function isFull(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => item !== null);
  if (isJsonObject(value)) return Object.values(value).some(isFull);
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'number' && value !== 0;
}

/** Tests that failed are what a test report is for. */
function isTestReport(value: JsonObject): boolean {
  return ['passed', 'passes', 'skipped', 'tests', 'numPassedTests', 'valid', 'issues', 'violations'].some(
    (key) => key in value,
  );
}
