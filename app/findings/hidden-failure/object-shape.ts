import { isJsonObject, type JsonObject } from '../../base/json-value.ts';
import type { CallArguments } from './call-arguments.ts';

/** The members that speak of the call; beside them a record has members that describe a thing. */
const OF_CALL =
  /^(_?meta|ok|success|succeeded|status|status_?code|state|code|cod|error_?code|error|errors|is_?error|error_?type|error_?messages?|err|message|msg|reason|details?|description|title|type|detail|result|results|data|items?|content|output|response|body|value|hints?|suggestions?|recovery|help|path|payload|instance|timestamp|time|date|request_?id|trace_?id|correlation_?id|span_?id|error_?id|log_?id|status_?text|action|operation|tool|tool_?name|command|query|url|uri|method|object|documentation_?url|link|available\w*|valid\w*|allowed\w*|examples?|retry\w*|count|total|duration\w*|elapsed\w*|took|stdout|stderr|exit_?code|return_?code|param(eter)?|field|jsonrpc|id|cause|stack\w*|traceback|exception|category|severity|fix|note|warnings?|raw|http_?status|http_?code|service|provider|source|partial|outcome|failed|failure|meldung|motif|motivo|grund|erro|fehler|erreur)$/i;

/** What a record of a thing is known by. */
const OF_THING =
  /^(id|_id|uuid|name|key|number|hash|sha|slug|title|created_?at|created|updated_?at|started_?at|started|finished_?at|completed_?at|attempts|conclusion|workflow|job|run|branch|commit|node|device|online|severity|level|price|amount|owner|author|version|timestamp|ready_?at|gas_?used|block)$/i;

/** An object with more members is data by their names, and none that says how a call went. */
const MAX_MEMBERS = 1000;

export function isTable(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length > MAX_MEMBERS;
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
export function isRecord(value: JsonObject): boolean {
  const keys = Object.keys(value);
  const known = keys.filter((key) => OF_THING.test(key) && !/^timestamp$/i.test(key));
  if (known.length > 1) return true;
  const own = keys.filter((key) => !OF_CALL.test(key) || OF_THING.test(key));
  return known.some((key) => !/^(title|id)$/i.test(key)) && own.length > 1;
}

/** Members that speak of the call itself, however full they are. */
const NO_DATA =
  /^(_?meta|ok|success|status\w*|state|code|cod|errors?|error\w*|err|exception|fault|problem|message|msg|reason|details?|description|title|type|hints?|suggestions?|recovery|help|available\w*|valid\w*|allowed\w*|examples?|retry\w*|stack\w*|traceback|path|instance|url|uri|query|method|object|id|jsonrpc|param|field|documentation_?url|link|command|tool|tool_?name|action|operation|timestamp|\w*request_?id|trace_?id|correlation_?id|span_?id|error_?id|log_?id|code_?name|status_?text|docs?|more_?info|\w*_?url|fix|note|cause|warnings?|category|input|args|arguments|params|outcome|body|msg|meldung|motif|motivo|grund|erro|fehler|erreur)$/i;

/** True if the object also brings what was asked for, and not only what the caller sent. */
export function holdsData(value: JsonObject, asked: CallArguments, but = ''): boolean {
  return Object.entries(value).some(
    ([key, member]) =>
      key !== but &&
      !NO_DATA.test(key) &&
      isFull(member) &&
      !(typeof member === 'string' && asked.includes(member)),
  );
}

/** True if anything stands in it. */
export function isFull(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => item !== null);
  if (isJsonObject(value)) return Object.values(value).some(isFull);
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'number' && value !== 0;
}

/** Tests that failed are what a test report is for. */
export function isTestReport(value: JsonObject): boolean {
  return ['passed', 'passes', 'skipped', 'tests', 'numPassedTests', 'valid', 'issues', 'violations'].some(
    (key) => key in value,
  );
}

/** True if each member speaks of the call. */
export function speaksOfCall(value: JsonObject): boolean {
  return Object.keys(value).every((key) => OF_CALL.test(key));
}

/** True if a member says why something is as it is. */
export function saysWhy(value: JsonObject): boolean {
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
    'meldung',
    'motif',
    'warning',
    'note',
    'why',
  ].some((name) => isStatedError(value[name]));
}

/** True if the object says that the call went well: its other members are then no evidence. */
export function statesSuccess(value: unknown): boolean {
  return isJsonObject(value) && (value.success === true || value.ok === true);
}
