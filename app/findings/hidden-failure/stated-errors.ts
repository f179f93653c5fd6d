import { isJsonObject, type JsonObject, jsonText, writtenOut } from '../../base/json-value.ts';
import type { FailureContext } from './call-arguments.ts';
import { failed, type HiddenFailure, partlyFailed } from './evidence.ts';
import {
  holdsData,
  isFull,
  isRecord,
  isStatedError,
  isTestReport,
  saysWhy,
  speaksOfCall,
  statesSuccess,
} from './object-shape.ts';
import { wordedOutcome } from './outcome-words.ts';

const GOOD_WORD = /^(ok|okay|success|successful|succeeded|done|completed?|created|updated|passed|true|200)$/i;

/** "errorResult", "FunctionError": what stands for an error by its name. */
const NAMES_ERROR =
  /^(?!last|prev|train|val|mean|std|max|min|on_?error)(?:\w*_)?(?:function|runtime|api|server|user)?_?(?:error|exception|fault)(?:_?(?:result|info|details?|text|description))?$/i;

/** `error` that holds something, beside members that speak of the call alone. */
export function byErrorMember(
  value: JsonObject,
  where: string,
  call: FailureContext,
): HiddenFailure | undefined {
  const name =
    [
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
      'erro',
      'fehler',
      'erreur',
    ].find((one) => isStatedError(value[one])) ??
    Object.keys(value).find(
      (one) =>
        NAMES_ERROR.test(one) &&
        (isJsonObject(value[one]) || typeof value[one] === 'string') &&
        isStatedError(value[one]),
    );
  // Whoever asks for an error is given one.
  if (name === undefined || isRecord(value) || asksForErrors(call.tool)) return undefined;
  if (typeof value[name] === 'string' && call.asked.includes(value[name])) return undefined;
  if (
    call.purpose === 'check' &&
    ((Object.keys(value).some((key) => VERDICT.test(key)) && !isJsonObject(value.error)) ||
      !speaksOfCall(value))
  )
    return undefined;
  const path = `${where}.${name}`;
  const isEmpty = Object.values(value).includes(null);
  if (GOOD_WORD.test(String(value.status ?? '')) && !isEmpty) return undefined;
  const shown = jsonText(value[name]);
  if (!holdsData(value, call.asked))
    return failed(path, shown, `${name} is set and there is no data beside it`);
  return undefined;
}

/** How a check answers. */
const VERDICT = /^(?:ok|valid|available|exists|reachable|healthy|open|allowed|up|online|passed)$/i;

function asksForErrors(tool: string): boolean {
  return /(?:last|latest|recent|current)_?(?:error|exception|fault|problem)s?$/i.test(tool);
}

/** `errors` as GraphQL, Jira and FastAPI have them: a list or a map that is not empty. */
export function byErrorList(
  value: JsonObject,
  where: string,
  call: FailureContext,
): HiddenFailure | undefined {
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

/** A code that is negative or spelt like an error's, and a message beside it. */
export function byCode(
  value: JsonObject,
  where: string,
  { purpose }: FailureContext,
): HiddenFailure | undefined {
  const { code } = value;
  const bad =
    typeof code === 'number'
      ? code < 0 ||
        (code > 0 &&
          code < 100 &&
          purpose === 'action' &&
          Object.keys(value).length === 2 &&
          isNegative(value.msg ?? value.message)) ||
        (code > 299 && code !== 304 && isNegative(value.msg ?? value.message))
      : typeof code === 'string' && /^E(RR)?[_\d]|ERROR|INVALID|DENIED|FAIL/.test(code);
  if (!bad || purpose === 'check' || !saysWhy(value) || !speaksOfCall(value)) return undefined;
  return failed(`${where}.code`, jsonText(value), `code is ${jsonText(code)}`);
}

function isNegative(text: unknown): boolean {
  return typeof text === 'string' && wordedOutcome(text) === 'bad';
}

/** A command that printed nothing but a complaint, and whose exit code says that it failed. */
export function byExit(value: JsonObject, where: string): HiddenFailure | undefined {
  const name = ['exitCode', 'exit_code', 'returncode', 'return_code', 'returnCode', 'rc'].find(
    (one) => typeof value[one] === 'number',
  );
  if (name === undefined || value[name] === 0) return undefined;
  if (Object.entries(value).every(([key, member]) => key === name || !isFull(member)))
    return failed(
      `${where}.${name}`,
      jsonText(value),
      `${name} is ${writtenOut(value[name])} and nothing else was made`,
    );
  const silent = typeof value.stdout !== 'string' || value.stdout.trim() === '';
  if (!silent || typeof value.stderr !== 'string' || value.stderr.trim() === '') return undefined;
  return failed(
    `${where}.${name}`,
    value.stderr,
    `${name} is ${writtenOut(value[name])} and only stderr has text`,
  );
}
