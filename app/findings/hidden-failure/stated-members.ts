import { isJsonObject, type JsonObject, jsonText, writtenOut } from '../../base/json-value.ts';
import { undoneInMembers } from './act-members.ts';
import type { FailureContext } from './call-arguments.ts';
import { failureOfNothing } from './empty-answers.ts';
import { failed, type HiddenFailure } from './evidence.ts';
import { failureSentence } from './failure-sentence.ts';
import { outcomeOfItems } from './item-outcomes.ts';
import { failureOfNamedMembers } from './named-members.ts';
import { isFull, isStatedError, isTable, saysWhy, speaksOfCall } from './object-shape.ts';
import { byCode, byErrorList, byErrorMember, byExit } from './stated-errors.ts';
import { byNothing, byStatus } from './stated-status.ts';

/** Where an envelope around the outcome keeps it. */
const WRAPPERS = ['result', 'response', 'data', 'output', 'body'];

/** Whether a JSON value says that the call failed. `where` is its path. */
export function statedFailure(
  value: unknown,
  where: string,
  call: FailureContext,
): HiddenFailure | undefined {
  if (isTable(value)) return undefined;
  const named = call.purpose === 'check' ? undefined : failureOfNamedMembers(value, where, call);
  if (named !== undefined) return named;
  if (Array.isArray(value)) return outcomeOfItems(value, where, call);
  if (!isJsonObject(value)) return undefined;
  return (
    byFlag(value, where, call) ??
    undoneInMembers(value, where, call) ??
    byRefusal(value, where, call) ??
    byWrapper(value, where, call) ??
    outcomeOfItems(value, where, call) ??
    byErrorMember(value, where, call) ??
    byErrorList(value, where, call) ??
    byStatus(value, where, call) ??
    byMessageAlone(value, where, call) ??
    byNothing(value, where, call) ??
    failureOfNothing(value, where, call) ??
    byAnswer(value, where, call) ??
    byCode(value, where, call) ??
    byExit(value, where)
  );
}

/** `success: false`, `ok: false`, `isError: true`. */
function byFlag(value: JsonObject, where: string, { purpose }: FailureContext): HiddenFailure | undefined {
  const flag = [
    'success',
    'Success',
    'ok',
    'Ok',
    'OK',
    'succeeded',
    'successful',
    'erfolg',
    'isSuccess',
    'IsSuccess',
  ].find((name) => value[name] === false || value[name] === 'false' || (value[name] === 0 && saysWhy(value)));
  const marked = ['isError', 'is_error', 'hasError', 'failed'].find((name) => value[name] === true);
  const name = flag ?? marked;
  if (name === undefined || hasGoodItems(value)) return undefined;
  // "Is this address up?" is answered by ok: false, and the call went well.
  const saysOfCall =
    hasErrorText(value) && !(purpose === 'check' && /^ok$/i.test(name) && !isJsonObject(value.error));
  if ((purpose === 'check' || purpose === 'rewrite') && !saysOfCall) {
    if (!name.startsWith('succe') || !speaksOfCall(value) || !hasCode(value)) return undefined;
  }
  return failed(`${where}.${name}`, jsonText(value), `${name} is ${writtenOut(value[name])}`);
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

function hasCode({ code, reason, message, msg, detail }: JsonObject): boolean {
  return [code, reason, message, msg, detail].some((one) => typeof one === 'string' && one !== '');
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
  // Web frameworks answer a refusal so, and nothing else.
  if (keys.length === 1 && typeof value.detail === 'string' && purpose !== 'raw' && purpose !== 'action')
    return failed(`${where}.detail`, value.detail, 'detail stands alone');
  const name = ['message', 'msg', 'detail'].find((one) => textIn(value[one]) !== '');
  const sentence = name === undefined ? undefined : failureSentence(textIn(value[name]));
  if (name === undefined || sentence === undefined) return undefined;
  return failed(`${where}.${name}`, writtenOut(value[name]), sentence.why);
}

/** The text, or the only one in an object of lists: `{"base": ["Reference not found"]}`. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.length === 1 ? textIn(value[0]) : '';
  return isJsonObject(value) && Object.keys(value).length === 1 ? textIn(Object.values(value)[0]) : '';
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
