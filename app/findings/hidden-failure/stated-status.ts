import { isJsonObject, type JsonObject, jsonText, numberOf } from '../../base/json-value.ts';
import type { FailureContext } from './call-arguments.ts';
import { endsThings } from './deed-kind.ts';
import { failed, type HiddenFailure } from './evidence.ts';
import { failureSentence } from './failure-sentence.ts';
import { holdsData, isFull, isRecord, isStatedError, saysWhy, speaksOfCall } from './object-shape.ts';
import { isReason, NONE_BAD, wordsOf } from './outcome-words.ts';
import { isOwnDeed } from './target-sentence.ts';

const FAILED_WORD =
  /^(error|fehler|erreur|erro|rejected|refused|declined|aborted|errored|err|fail|failed|failure|ko|fatal|exception|unauthorized|forbidden|not_?found|bad_?request|invalid_request|request_denied|over_query_limit|denied|timeout|unavailable)$/i;

/** A status that stands for an error: a word, or a number from 400 to 599 as HTTP has it. */
export function byStatus(value: JsonObject, where: string, call: FailureContext): HiddenFailure | undefined {
  if (call.purpose === 'check' && !(value.status === 'error' && saysWhy(value) && !OF_STATE.test(call.tool)))
    return undefined;
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
    const number = numberOf(given);
    const http = number >= 400 && number < 600;
    const word =
      typeof given === 'string' &&
      FAILED_WORD.test(given) &&
      !isOwnDeed(given, call.tool) &&
      !call.asked.includes(given);
    if (!http && !word) continue;
    // Only for a tool that acts a state that somebody may have decided is how the call went.
    if (word && OF_A_THING.test(given) && call.purpose !== 'action' && !saysOfCall(value)) continue;
    if (word && saysWhy(value) && bringsNothing(value, call)) {
      return failed(`${where}.${name}`, jsonText(value), `${name} is ${jsonText(given)}`);
    }
    if (word && OUTCOME.test(name) && saysWhy(value) && !isRecord(value) && call.purpose !== 'raw')
      return failed(`${where}.${name}`, jsonText(value), `${name} is ${jsonText(given)}`);
    const own = speaksOfCall(value) && !isRecord(value) && !holdsData(value, call.asked, name);
    // What a tool that acts calls its status is how the act went.
    if (!own && !(word && call.purpose === 'action' && name === 'status')) continue;
    if ((name === 'type' || name === 'object' || name === 'state') && !saysWhy(value)) continue;
    if (http && !saysWhy(value) && typeof value.body !== 'string' && Object.keys(value).length > 1) continue;
    return failed(`${where}.${name}`, jsonText(value), `${name} is ${jsonText(given)}`);
  }
  return undefined;
}

/** What a payment, a claim or a job may be as well. */
const OF_A_THING = /^(?:rejected|refused|declined|aborted|fail|failed|failure|denied|timeout|unavailable)$/i;

/** A member that speaks of the call itself says what went wrong. */
function saysOfCall(value: JsonObject): boolean {
  return ['error', 'message', 'msg', 'errorMessage', 'error_message'].some((name) =>
    isStatedError(value[name]),
  );
}

/** What a call has, and hardly a thing. */
const OUTCOME = /^(?:result|outcome)$/;

/** Tools whose answer is the state of something. */
const OF_STATE = /status|state|health|deploy|job|build|pipeline|ping|monitor|uptime|run/i;

/** Beside its status and a reason, the object has ids and what is empty, and does not describe a thing. */
function bringsNothing(value: JsonObject, { asked, purpose }: FailureContext): boolean {
  if (purpose === 'raw' || isRecord(value)) return false;
  return (
    Object.entries(value).every(
      ([key, member]) =>
        speaksOfCall({ [key]: member }) ||
        /_id$|Id$/.test(key) ||
        !isFull(member) ||
        (typeof member === 'string' && asked.includes(member)),
    ) && !holdsList(value)
  );
}

function holdsList(value: JsonObject): boolean {
  return Object.values(value).some(
    (member) => Array.isArray(member) && member.length > 0 && isJsonObject(member[0]),
  );
}

/** `{"lyrics": null, "status": 404}`: there is nothing, and a status or a reason stands for an error. */
export function byNothing(
  value: JsonObject,
  where: string,
  { purpose, asked, tool }: FailureContext,
): HiddenFailure | undefined {
  if (
    purpose === 'check' ||
    OF_STATE.test(tool) ||
    (endsThings(tool) && Object.values(value).includes(true)) ||
    isRecord(value)
  )
    return undefined;
  const entries = Object.entries(value);
  const empty = entries.find(
    ([, member]) => member === null || member === '' || (Array.isArray(member) && member.length === 0),
  );
  if (empty === undefined || entries.length > 8) return undefined;
  for (const [name, member] of entries) {
    const bad =
      (/status|code/i.test(name) && Number(member) >= 400 && Number(member) < 600) ||
      (typeof member === 'string' &&
        (isReason(name) || /status|state|outcome|result|final|code/i.test(name)) &&
        isAway(member, empty[1]));
    const left = entries.filter(
      ([other, given]) =>
        other !== name &&
        typeof given !== 'number' &&
        isFull(given) &&
        !isReason(other) &&
        !(typeof given === 'string' && asked.includes(given)) &&
        !/stat(?:us|s|e)|_?id$|at$/i.test(other),
    );
    if (bad && left.length === 0)
      return failed(
        `${where}.${name}`,
        jsonText(value),
        `${name} stands for an error, and ${empty[0]} is empty`,
      );
  }
  return undefined;
}

/** What only the service itself can be, and nothing that was looked for. */
const AWAY =
  /\b(?:down|not found|rejected|no (?:carrier|answer|reply)|expired|denied|unauthori[sz]ed|forbidden|errors?|failed|failure|unavailable|time-?out|timed out|refused|overloaded|gave up|could not|unreachable|offline|incomplet\w*|inv[aá]lid\w*|inconnue?|exceeded|not (?:loaded|connected|configured|reachable|supported))\b/i;

/** The same beside an empty list, which is what a search brings that found nothing. */
export const SERVICE_AWAY =
  /\b(?:is down|no (?:answer|reply|response)|(?:session|token|key|login|licen[sc]e|subscription) (?:has )?expired|access denied|unauthori[sz]ed|forbidden|(?:error|failed|failure|time-?out)\b(?! (?:in|of|on|for|within)\b)|service unavailable|timed out|connection refused|overloaded|gave up|could not be (?:reached|read|opened|loaded|queried)|unreachable|(?:quota|limit)s? exceeded|not (?:loaded|connected|configured|reachable))\b/i;

/** A search that found nothing says so in many words; what stopped it, a sentence says. */
function isAway(said: string, empty: unknown): boolean {
  const text = wordsOf(said).replace(NONE_BAD, ' ');
  if (!Array.isArray(empty)) return AWAY.test(text);
  return SERVICE_AWAY.test(text) || (AWAY.test(text) && failureSentence(said) !== undefined);
}
