import { isJsonObject, type JsonObject, jsonText, stringAt } from '../base/json-value.ts';
import type { MessageValues } from '../base/message.ts';
import { checkSchema } from '../base/schema/check-schema.ts';
import { placeText } from '../base/schema/schema-walk.ts';
import { didYouMean, nearestName } from '../findings/call-name.ts';
import { detailIn, errorText, saysUnknown, speaksOfTarget } from '../findings/error-text.ts';
import { CLIENT_CAPABILITIES_KEY, PROTOCOL_VERSION_KEY, revisionIn } from '../protocol/meta-keys.ts';
import { LOG_LEVELS } from '../protocol/methods.ts';
import { type ParamsFault, paramsFault } from '../protocol/params-fault.ts';
import { isStateless, readRevision } from '../protocol/revisions.ts';
import { metaOf } from '../session/session-facts.ts';
import { isRoundedId, ROUNDING_VOCABULARIES } from '../wire/envelope.ts';
import { type CauseKey, type CauseRow, type Explanation, explanationOf, stepOf } from './explanation.ts';
import type { Failed, Failure, KnownFacts, NamedList, Refused } from './failure.ts';
import { listedNames, type PhraseKey, phrase, quoted } from './phrases.ts';

type FaultKind = 'request-malformed' | 'request-misfit' | 'request-unknown-target';

/** A fault in a request itself, or compared with the server's lists, as named in `causes.json`. */
type RequestFault = {
  readonly key: Extract<CauseKey, FaultKind | `${FaultKind}.${string}`>;
  readonly values?: MessageValues;
};

/** The request's fault, if it can be shown; names the argument, tool, resource or prompt. */
export function inRequest(...kinds: readonly FaultKind[]): CauseRow<Refused> {
  return (refused) => {
    const { codeText, message, data } = refused.error;
    const text = `${message} ${detailIn(data)}`;
    const unknown = isMissingResource(refused) || saysTargetUnknown(refused, text);
    const why = requestFault(refused, unknown);
    if (why === undefined || !(kinds.length === 0 || kinds.some((kind) => kind === why.cause)))
      return undefined;
    // The handler may fail for another reason, unless the server itself mentions the params or the target.
    if (why.cause === 'request-misfit' && codeText !== '-32602' && !SPEAKS_OF_PARAMS.test(text))
      return undefined;
    return why;
  };
}

/** The codes for a missing resource: -32002, or -32602 with the requested URI in data, whatever the message. */
function isMissingResource({ method, target, error: { codeText, data } }: Refused): boolean {
  if (method !== 'resources/read') return false;
  return (
    codeText === '-32002' || (codeText === '-32602' && target !== '' && stringAt(data, 'uri') === target)
  );
}

/** True if a text says that the called tool, prompt or resource does not exist. */
export function saysTargetUnknown({ method, target, error }: Failed, text: string): boolean {
  if (!saysUnknown(errorText(text))) return false;
  // These codes alone say that a parameter is wrong.
  if (method === 'resources/read' && ['-32602', '-32002'].includes(error?.codeText ?? '')) return true;
  return speaksOfTarget(text, { method, target });
}

const SPEAKS_OF_PARAMS =
  /valid|argument|param|schema|required|missing|expected|must|type|unmarshal|parse|decode|cannot be|null/i;

/** The fault in the params, by name; undefined if there is none. `saysUnknown`: according to the answer. */
export function requestFault(failure: Failure, saysUnknown: boolean): Explanation | undefined {
  if (!failure.paramsKnown) return undefined;
  const fault = faultOf(failure, saysUnknown);
  return fault && { ...explanationOf(fault.key, failure, fault.values), inRequest: true };
}

function faultOf(failure: Failure, saysUnknown: boolean): RequestFault | undefined {
  return paramsNoObject(failure) ?? metaFault(failure) ?? methodFault(failure, saysUnknown);
}

/** Why a server may have dropped an unanswered request, checked before its silence is held against it. */
export const UNANSWERABLE: CauseRow<Failed> = (failed) => {
  const { requestFaults, requestId, unmatchedId, vocabularies, facts, params } = failed;
  if (!failed.paramsKnown || failed.other !== 'server') return undefined;
  const rounds = isRoundedId(requestId) && (vocabularies.length === 0 || vocabularies.some(isRounding));
  if (rounds) {
    const isSame = Number(unmatchedId) === Number(requestId);
    return explanationOf(isSame ? 'id-too-large.rounded' : 'id-too-large', failed);
  }
  if (unmatchedId !== undefined) return undefined;
  if (requestFaults.length > 0) return explanationOf('request-dropped.envelope', failed);
  const { supported } = facts;
  const named = revisionIn(params);
  if (named !== undefined && supported.length > 0 && !supported.includes(named))
    return explanationOf('request-dropped.revision', failed, {
      named: quoted(named),
      supported: listedNames(supported),
    });
  const fault = faultOf(failed, false);
  if (!fault?.key.startsWith('request-malformed') || fault.key === 'request-malformed.cursor')
    return undefined;
  const { happened } = explanationOf(fault.key, failed, fault.values);
  const step = stepOf(fault.key, failed, fault.values);
  return explanationOf('request-dropped', failed, { fault: happened }, step);
};

const isRounding = ({ id }: { readonly id: string }) => ROUNDING_VOCABULARIES.includes(id);

function paramsNoObject({ params }: Failure): RequestFault | undefined {
  if (params === undefined || isJsonObject(params)) return undefined;
  return { key: 'request-malformed.params-no-object', values: { value: briefValue(params) } };
}

function methodFault(failure: Failure, saysUnknown: boolean): RequestFault | undefined {
  const { method, params, facts } = failure;
  const fault = paramsFault(method, params, facts);
  const broken = fault === undefined ? undefined : malformedBy(fault, failure);
  switch (method) {
    case 'tools/call':
      return unknownName('tool', params, facts.tools, saysUnknown) ?? broken ?? toolMisfit(failure);
    case 'prompts/get':
      return unknownName('prompt', params, facts.prompts, saysUnknown) ?? broken;
    case 'resources/read':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      return broken ?? unknownResource(failure, saysUnknown);
    case 'completion/complete': {
      const ref = isJsonObject(params) ? params.ref : undefined;
      const isPrompt = stringAt(ref, 'type') === 'ref/prompt';
      return broken ?? (isPrompt ? unknownName('prompt', ref, facts.prompts, saysUnknown) : undefined);
    }
    case 'tools/list':
    case 'prompts/list':
    case 'resources/list':
    case 'resources/templates/list': {
      const cursor = isJsonObject(params) ? params.cursor : undefined;
      if (cursor === undefined) return broken;
      return { key: 'request-malformed.cursor', values: { value: briefValue(cursor) } };
    }
    default:
      return broken;
  }
}

function malformedBy(fault: ParamsFault, { method, params, facts }: Failure): RequestFault {
  const prompt = stringAt(params, 'name') ?? '';
  const given = isJsonObject(params) ? params.arguments : undefined;
  switch (fault.kind) {
    case 'missing':
    case 'no-text':
    case 'no-object':
      if (fault.member !== 'arguments') return memberFault(params, fault.member, method);
      return {
        key: `request-malformed.${method === 'prompts/get' ? 'prompt' : 'tool'}-arguments`,
        values: { value: briefValue(given), name: prompt },
      };
    case 'no-uri':
      return {
        key: 'request-malformed.no-uri',
        values: { value: quoted(fault.uri), readable: readableOf(fault.uri, facts) },
      };
    case 'no-log-level': {
      const value = quoted(fault.level);
      const guess = didYouMean(fault.level, LOG_LEVELS);
      return {
        key: 'request-malformed.no-log-level',
        values: { value, guess, levels: LOG_LEVELS.join(', ') },
      };
    }
    case 'arguments-missing':
      return {
        key: 'request-malformed.prompt-arguments-missing',
        values: { prompt, count: fault.names.length, names: listedNames(fault.names) },
      };
    case 'argument-no-text': {
      const value = briefValue(isJsonObject(given) ? given[fault.name] : undefined);
      const argument = quoted(fault.name);
      return { key: 'request-malformed.prompt-argument-no-text', values: { argument, prompt, value } };
    }
  }
}

/** What a member of the params must be; members not listed are objects. */
const WANTED: Readonly<Record<string, PhraseKey>> = {
  name: 'wanted.name',
  uri: 'wanted.uri',
  ref: 'wanted.ref',
  level: 'wanted.level',
  protocolVersion: 'wanted.protocolVersion',
  argument: 'wanted.argument',
  clientInfo: 'wanted.clientInfo',
};

function memberFault(params: unknown, member: string, method: string): RequestFault {
  if (member === 'params')
    return { key: 'request-malformed.params-list', values: { value: briefValue(params) } };
  const key = method === 'prompts/get' && member === 'name' ? 'wanted.name.prompt' : WANTED[member];
  const values = { member, wanted: phrase(key ?? 'wanted.object') };
  if (!isJsonObject(params)) return { key: 'request-malformed.no-params', values };
  const value = params[member];
  if (value === undefined) return { key: 'request-malformed.member-missing', values };
  return { key: 'request-malformed.member-wrong', values: { ...values, value: briefValue(value) } };
}

function toolMisfit({ params, facts }: Failure): RequestFault | undefined {
  const name = stringAt(params, 'name') ?? '';
  const schema = facts.tools.find(name)?.inputSchema;
  const given = isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments : {};
  return schema === undefined ? undefined : misfitOf(name, schema, given);
}

const MAX_MISFITS = 3;
const CHECKED = { warnings: MAX_MISFITS + 1, steps: 20_000 };

function misfitOf(name: string, schema: JsonObject, given: JsonObject): RequestFault | undefined {
  const { warnings } = checkSchema(schema, given, CHECKED);
  if (warnings.length === 0) return undefined;
  const shown = warnings.slice(0, MAX_MISFITS).map(({ at, message }) => {
    const place = placeText(at);
    if (place === '$') return message;
    return `${place.slice(2)}${/^(?:is|has|holds|does|fits)\b/.test(message) ? '' : ':'} ${message}`;
  });
  const more = warnings.length > MAX_MISFITS ? '; and more' : '';
  const misfits = `${shown.join('; ').slice(0, 400)}${more}`;
  return { key: 'request-misfit', values: { name, misfits, guess: misspelled(schema, given) } };
}

/** A missing required argument together with one that has almost the same name. */
function misspelled(schema: JsonObject, given: JsonObject): string {
  const known = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  const extra = Object.keys(given).filter((name) => !known.includes(name));
  const missing = known.filter((name) => !(name in given));
  for (const name of extra) {
    const nearest = nearestName(name, missing);
    if (nearest !== undefined)
      return ` ${phrase('misspelled', { sent: quoted(name), meant: quoted(nearest) })}`;
  }
  return '';
}

function unknownResource({ params, facts }: Failure, saysUnknown: boolean): RequestFault | undefined {
  const uri = stringAt(params, 'uri') ?? '';
  if (!saysUnknown || facts.resources.find(uri) !== undefined) return undefined;
  const values = { ...targetValues(uri, facts.resources), readable: readableOf(uri, facts) };
  return { key: 'request-unknown-target.resource', values };
}

/** An instruction on what a host can read instead: the server may declare no resources, or list none. */
function readableOf(uri: string, { serverCapabilities, resources }: KnownFacts): string {
  if (serverCapabilities?.resources === undefined && serverCapabilities !== undefined)
    return phrase('readable.undeclared');
  const isEmpty = resources.complete && [...resources.names()].length === 0;
  return phrase(isEmpty ? 'readable.none' : 'readable', { choice: choiceOf(uri, resources) });
}

/** 2026-07-28, basic, "_meta": every request declares its revision and the client's capabilities. */
function metaFault({ params, facts, method }: Failure): RequestFault | undefined {
  const meta = metaOf(params) ?? {};
  const named = stringAt(meta, PROTOCOL_VERSION_KEY);
  const isDue = facts.stateless || isStateless(facts.revision) || isStateless(readRevision(named));
  if (!isDue || method === 'initialize') return undefined;
  const missing = [PROTOCOL_VERSION_KEY, CLIENT_CAPABILITIES_KEY].filter((key) => !(key in meta));
  if (missing.length === 0) return undefined;
  return { key: 'request-malformed.no-meta', values: { missing: listedNames(missing) } };
}

/** A name that is not in the list: by the complete list, or by the server's answer. */
function unknownName(
  what: 'tool' | 'prompt',
  named: unknown,
  known: NamedList<unknown>,
  saysUnknown: boolean,
): RequestFault | undefined {
  const name = stringAt(named, 'name');
  if (name === undefined || known.find(name) !== undefined || (!known.complete && !saysUnknown))
    return undefined;
  return {
    key: `request-unknown-target.${known.complete ? 'unlisted' : 'stated'}`,
    values: { what, list: `${what}s/list`, ...targetValues(name, known) },
  };
}

export function targetValues(name: string, known: NamedList<unknown>) {
  const nearest = nearestName(name, known.names());
  const guess = nearest === undefined ? '' : ` ${phrase('did-you-mean', { nearest: quoted(nearest) })}`;
  return { value: quoted(name), guess, choice: choiceOf(name, known) };
}

/** The alternatives, as the end of an advice: the nearest name, else some of them. */
function choiceOf(name: string, known: NamedList<unknown>): string {
  const nearest = nearestName(name, known.names());
  if (nearest !== undefined) return `, such as ${quoted(nearest)}`;
  const names = [...known.names()];
  return names.length === 0 ? '' : `: ${listedNames(names)}`;
}

const MAX_VALUE = 60;

function briefValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'an object';
  const text = jsonText(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
