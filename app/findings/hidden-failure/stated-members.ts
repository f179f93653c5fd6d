import { isJsonObject, type JsonObject, jsonText } from '../../base/json-value.ts';
import type { FailureContext } from './call-arguments.ts';
import { failed, type HiddenFailure, partlyFailed } from './evidence.ts';
import { failureSentence } from './failure-sentence.ts';
import { outcomeOfItems } from './item-outcomes.ts';
import { holdsData, isFull, isRecord, isStatedError, isTestReport, speaksOfCall } from './object-shape.ts';

const FAILED_WORD =
  /^(error|rejected|refused|declined|aborted|errored|err|fail|failed|failure|ko|fatal|exception|unauthorized|forbidden|not_?found|bad_?request|invalid_request|request_denied|over_query_limit|denied|timeout|unavailable)$/i;
const GOOD_WORD = /^(ok|okay|success|successful|succeeded|done|completed?|created|updated|passed|true|200)$/i;

/** Where an envelope around the outcome keeps it. */
const WRAPPERS = ['result', 'response', 'data', 'output', 'body'];

/** Whether a JSON value says that the call failed. `where` is its path. */
export function statedFailure(
  value: unknown,
  where: string,
  call: FailureContext,
): HiddenFailure | undefined {
  if (Array.isArray(value)) return outcomeOfItems(value, where, call);
  if (!isJsonObject(value)) return undefined;
  return (
    byFlag(value, where, call) ??
    byRefusal(value, where, call) ??
    byWrapper(value, where, call) ??
    outcomeOfItems(value, where, call) ??
    byErrorMember(value, where, call) ??
    byErrorList(value, where, call) ??
    byStatus(value, where, call) ??
    byMessageAlone(value, where, call) ??
    byAnswer(value, where, call) ??
    byCode(value, where, call) ??
    byExit(value, where)
  );
}

/** True if the object says that the call went well: its other members are then no evidence. */
export function statesSuccess(value: unknown): boolean {
  return isJsonObject(value) && (value.success === true || value.ok === true);
}

/** `success: false`, `ok: false`, `isError: true`. */
function byFlag(value: JsonObject, where: string, { purpose }: FailureContext): HiddenFailure | undefined {
  const flag = ['success', 'ok', 'succeeded', 'successful'].find(
    (name) => value[name] === false || value[name] === 'false' || (value[name] === 0 && hasErrorText(value)),
  );
  const marked = ['isError', 'is_error', 'hasError', 'failed'].find((name) => value[name] === true);
  const name = flag ?? marked;
  if (name === undefined || hasGoodItems(value)) return undefined;
  // "Is this address up?" is answered by ok: false, and the call went well.
  if ((purpose === 'check' || purpose === 'rewrite') && !hasErrorText(value)) return undefined;
  return failed(`${where}.${name}`, jsonText(value), `${name} is ${String(value[name])}`);
}

/** `result: false` or `data: null` beside a sentence: there was nothing to give, and the sentence says why. */
function byRefusal(value: JsonObject, where: string, { purpose }: FailureContext): HiddenFailure | undefined {
  // JSend says "fail" and puts what was wrong into its data.
  if (value.status === 'fail' && 'data' in value && speaksOfCall(value) && purpose !== 'check') {
    return failed(`${where}.status`, jsonText(value), 'status is "fail"');
  }
  const name = ['result', 'Result', 'status'].find((one) => value[one] === false);
  if (name === undefined || purpose === 'check' || !saysWhy(value) || !speaksOfCall(value)) return undefined;
  return failed(`${where}.${name}`, jsonText(value), `${name} is false, with a reason`);
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

function byWrapper(value: JsonObject, where: string, call: FailureContext): HiddenFailure | undefined {
  const keys = Object.keys(value);
  const name = WRAPPERS.find((one) => isJsonObject(value[one]));
  if (name === undefined || keys.length > 3 || !speaksOfCall(value)) return undefined;
  return byFlag(value[name] as JsonObject, `${where}.${name}`, call);
}

/** `error` that holds something, beside members that speak of the call alone. */
function byErrorMember(value: JsonObject, where: string, call: FailureContext): HiddenFailure | undefined {
  const name = [
    'error',
    'err',
    'error_message',
    'errorMessage',
    'error_description',
    'Error',
    'exception',
    'fault',
    'Fault',
    'problem',
  ].find((one) => isStatedError(value[one]));
  if (name === undefined || isRecord(value)) return undefined;
  if (call.purpose === 'check' && !speaksOfCall(value)) return undefined;
  const path = `${where}.${name}`;
  if (GOOD_WORD.test(String(value.status ?? ''))) return undefined;
  const shown = jsonText(value[name]);
  if (!holdsData(value, call.asked))
    return failed(path, shown, `${name} is set and there is no data beside it`);
  return undefined;
}

/** `errors` as GraphQL, Jira and FastAPI have them: a list or a map that is not empty. */
function byErrorList(value: JsonObject, where: string, call: FailureContext): HiddenFailure | undefined {
  if (call.purpose === 'check' || call.purpose === 'rewrite' || isRecord(value)) return undefined;
  const name = ['errors', 'errorMessages', 'detail'].find((one) => isErrorList(value[one]));
  if (name === undefined || statesSuccess(value) || isTestReport(value)) return undefined;
  const path = `${where}.${name}`;
  const shown = jsonText(value[name]);
  if (!holdsData(value, call.asked))
    return failed(path, shown, `${name} is not empty and there is no data beside it`);
  if (call.purpose === 'raw') return undefined;
  return partlyFailed(path, shown, `${name} is not empty, and there are data beside it`);
}

function isErrorList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every(
    (item) =>
      typeof item === 'string' ||
      (isJsonObject(item) &&
        ['message', 'msg', 'error', 'reason', 'code', 'type'].some((key) => key in item)),
  );
}

/** A status that stands for an error: a word, or a number from 400 to 599 as HTTP has it. */
function byStatus(value: JsonObject, where: string, call: FailureContext): HiddenFailure | undefined {
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
    'outcome',
    'state',
    'type',
    'object',
  ]) {
    const given = value[name];
    const number = Number(given);
    const http = (typeof given === 'number' || typeof given === 'string') && number >= 400 && number < 600;
    const word = typeof given === 'string' && FAILED_WORD.test(given);
    if (!http && !word) continue;
    const own = speaksOfCall(value) && !isRecord(value) && !holdsData(value, call.asked, name);
    // What a tool that acts calls its status is how the act went.
    if (!own && !(word && call.purpose === 'action' && name === 'status')) continue;
    if ((name === 'type' || name === 'object' || name === 'state') && !saysWhy(value)) continue;
    if (http && !saysWhy(value) && typeof value.body !== 'string' && Object.keys(value).length > 1) continue;
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
  { purpose }: FailureContext,
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
  { purpose, asked }: FailureContext,
): HiddenFailure | undefined {
  if (purpose === 'check') return undefined;
  const left = Object.entries(value).filter(
    ([, member]) =>
      typeof member === 'boolean' ||
      (isFull(member) && !(typeof member === 'string' && asked.includes(member))),
  );
  const [only, another] = left;
  if (only === undefined || another !== undefined) return undefined;
  const [name, member] = only;
  const text: unknown = Array.isArray(member) && member.length === 1 ? member[0] : member;
  const sentence = typeof text === 'string' && !asked.repeatedBy(text) ? failureSentence(text) : undefined;
  if (sentence === undefined) return undefined;
  const begins = /^\W*error\b/i.test(String(text));
  if (sentence.strength === 'plain' && purpose !== 'action' && !begins) return undefined;
  if (text !== member && sentence.strength !== 'machine') return undefined;
  return failed(`${where}.${name}`, String(text), sentence.why);
}

/** A code that is negative or spelt like an error's, and a message beside it. */
function byCode(value: JsonObject, where: string, { purpose }: FailureContext): HiddenFailure | undefined {
  const { code } = value;
  const bad =
    typeof code === 'number'
      ? code < 0
      : typeof code === 'string' && /^E(RR)?[_\d]|ERROR|INVALID|DENIED|FAIL/.test(code);
  if (!bad || purpose === 'check' || !saysWhy(value) || !speaksOfCall(value)) return undefined;
  return failed(`${where}.code`, jsonText(value), `code is ${jsonText(code)}`);
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
