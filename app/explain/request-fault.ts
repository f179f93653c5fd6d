import { isJsonObject, type JsonObject, jsonText, stringAt } from '../base/json-value.ts';
import { checkSchema } from '../base/schema/check-schema.ts';
import { placeText } from '../base/schema/schema-walk.ts';
import { didYouMean, nearestName } from '../findings/call-name.ts';
import { detailIn, errorText, saysUnknown } from '../findings/error-text.ts';
import { callerOf, type SomeActor } from '../protocol/actor.ts';
import { PROTOCOL_VERSION_KEY } from '../protocol/meta-keys.ts';
import { LOG_LEVELS } from '../protocol/methods.ts';
import { type ParamsFault, paramsFault } from '../protocol/params-fault.ts';
import { isStateless } from '../protocol/revisions.ts';
import type { CauseRow, Explanation, Failed, Refused } from './explanation.ts';
import type { Failure, NamedList } from './failure.ts';
import { listedNames, quoted } from './phrases.ts';

/** What is wrong with a request by itself, or beside what the server listed. */
export type RequestFault = {
  readonly kind: 'malformed' | 'misfit' | 'unknown-target';
  readonly text: string;
  readonly actor: SomeActor;
  readonly action: string;
};

/** A fault that explains an error. */
export function faultExplanation({ kind, text, actor, action }: RequestFault): Explanation {
  return { cause: `request-${kind}`, happened: text, actor, action, values: {}, inRequest: true };
}

/** The fault in the request, if one can be shown; it names the argument, the tool, the resource or the prompt. */
export function inRequest(...kinds: readonly RequestFault['kind'][]): CauseRow<Refused> {
  return (refused) => {
    const { codeText, message, data } = refused.error;
    const text = `${message} ${detailIn(data)}`;
    const unknown =
      (codeText === '-32002' && refused.method === 'resources/read') || saysTargetUnknown(refused, text);
    const fault = requestFault(refused, unknown);
    if (fault === undefined || (kinds.length > 0 && !kinds.includes(fault.kind))) return undefined;
    // The handler may fail for another reason, unless the server itself speaks of the params or the target.
    if (fault.kind === 'misfit' && codeText !== '-32602' && !SPEAKS_OF_PARAMS.test(text)) return undefined;
    return faultExplanation(fault);
  };
}

/** True if a text says that the tool, prompt or resource of the call is not there. */
export function saysTargetUnknown({ method, target }: Failed, text: string): boolean {
  if (!saysUnknown(errorText(text))) return false;
  if (method === 'resources/read') return true;
  return (target !== '' && text.includes(target)) || /\b(tool|prompt|resource|uri)s?\b/i.test(text);
}

const SPEAKS_OF_PARAMS =
  /valid|argument|param|schema|required|missing|expected|must|type|unmarshal|parse|decode|cannot be|null/i;

/**
 * What is wrong with the params of a request, each thing by its name; undefined if nothing is known to be.
 * `saysUnknown` is true if the answer says that the tool, prompt or resource is not there.
 */
export function requestFault(failure: Failure, saysUnknown: boolean): RequestFault | undefined {
  if (!failure.paramsKnown) return undefined;
  return metaFault(failure) ?? methodFault(failure, saysUnknown);
}

function methodFault(failure: Failure, saysUnknown: boolean): RequestFault | undefined {
  const { method, params, facts } = failure;
  const fault = paramsFault(method, params, facts);
  const broken = fault === undefined ? undefined : malformedBy(fault, failure);
  switch (method) {
    case 'tools/call':
      return unknownTool(failure, saysUnknown) ?? broken ?? toolMisfit(failure);
    case 'prompts/get':
      return unknownPrompt(failure, params, saysUnknown) ?? broken;
    case 'resources/read':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      return broken ?? unknownResource(failure, saysUnknown);
    case 'completion/complete':
      return broken ?? unknownReference(failure, saysUnknown);
    case 'tools/list':
    case 'prompts/list':
    case 'resources/list':
    case 'resources/templates/list':
      return cursorFault(failure);
    default:
      return broken;
  }
}

function malformedBy(fault: ParamsFault, { method, params, facts }: Failure): RequestFault {
  const name = stringAt(params, 'name') ?? '';
  switch (fault.kind) {
    case 'missing':
    case 'no-text':
    case 'no-object':
      return fault.member === 'arguments'
        ? argumentsFault(params, name, method)
        : memberFault(params, fault.member, wantedOf(method, fault.member));
    case 'no-uri':
      return malformed(
        `${quoted(fault.uri)} is no uri: it has no scheme.`,
        pickOne('Read a resource that resources/list names', fault.uri, facts.resources),
        callerOf(method),
      );
    case 'no-log-level':
      return malformed(
        `${quoted(fault.level)} is no log level.${didYouMean(fault.level, LOG_LEVELS)}`,
        `Send one of ${LOG_LEVELS.join(', ')}.`,
      );
    case 'arguments-missing': {
      const which = `${fault.names.length === 1 ? 'argument' : 'arguments'} ${listedNames(fault.names)}`;
      return malformed(
        `The prompt ${name} requires the ${which}, which the request does not have.`,
        `Send the ${which} to ${name}.`,
        callerOf(method),
      );
    }
    case 'argument-no-text': {
      const value =
        isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments[fault.name] : undefined;
      return malformed(
        `The argument ${quoted(fault.name)} of the prompt ${name} is ${briefValue(value)}, and prompts take texts only.`,
        `Send ${quoted(fault.name)} as a text.`,
      );
    }
  }
}

function wantedOf(method: string, member: string): string {
  switch (member) {
    case 'name':
      return `a text: the name of the ${method === 'prompts/get' ? 'prompt' : 'tool'}`;
    case 'uri':
      return 'a text: the uri of the resource';
    case 'ref':
      return 'an object: the prompt or the template';
    case 'level':
      return 'a text: a log level';
    case 'protocolVersion':
      return 'a text: a revision of the protocol';
    case 'argument':
      return 'an object with name and value';
    case 'clientInfo':
      return 'an object with name and version';
    default:
      return 'an object';
  }
}

function argumentsFault(params: unknown, name: string, method: string): RequestFault {
  const each = method === 'prompts/get' ? 'a text' : 'a member';
  const given = isJsonObject(params) ? params.arguments : undefined;
  return malformed(
    `arguments is ${briefValue(given)}, and the protocol wants an object there.`,
    `Send arguments as an object, with ${each} for each argument of ${name}.`,
    callerOf(method),
  );
}

function unknownTool({ method, params, facts }: Failure, saysUnknown: boolean): RequestFault | undefined {
  const name = stringAt(params, 'name');
  if (name === undefined) return undefined;
  return unknownTarget({ method, name, what: 'tool', list: 'tools/list', known: facts.tools, saysUnknown });
}

function toolMisfit({ params, facts }: Failure): RequestFault | undefined {
  const name = stringAt(params, 'name') ?? '';
  const schema = facts.tools.find(name)?.inputSchema;
  const given = isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments : {};
  return schema === undefined ? undefined : misfitOf(name, schema, given);
}

const MAX_MISFITS = 3;
const CHECKED = { warnings: MAX_MISFITS + 1, steps: 20_000 };

function misfitOf(tool: string, schema: JsonObject, given: JsonObject): RequestFault | undefined {
  const { warnings } = checkSchema(schema, given, CHECKED);
  if (warnings.length === 0) return undefined;
  const shown = warnings.slice(0, MAX_MISFITS).map(({ at, message }) => {
    const place = placeText(at);
    if (place === '$') return message;
    return `${place.slice(2)}${/^(?:is|has|holds|does|fits)\b/.test(message) ? '' : ':'} ${message}`;
  });
  const more = warnings.length > MAX_MISFITS ? '; and more' : '';
  const list = `${shown.join('; ').slice(0, 400)}${more}`;
  return {
    kind: 'misfit',
    text: `The arguments do not fit the inputSchema of ${tool}: ${list}.${misspelt(schema, given)}`,
    actor: 'model',
    action: `Correct the arguments of ${tool}, and send the call again: ${list}.`,
  };
}

/** A required argument that is missing beside one of almost the same name. */
function misspelt(schema: JsonObject, given: JsonObject): string {
  const known = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  const extra = Object.keys(given).filter((name) => !known.includes(name));
  const missing = known.filter((name) => !(name in given));
  for (const name of extra) {
    const nearest = nearestName(name, missing);
    if (nearest !== undefined) return ` ${quoted(name)} was sent: did you mean ${quoted(nearest)}?`;
  }
  return '';
}

/** `named` holds the name of the prompt. */
function unknownPrompt(
  { method, facts }: Failure,
  named: unknown,
  saysUnknown: boolean,
): RequestFault | undefined {
  const name = stringAt(named, 'name');
  if (name === undefined) return undefined;
  return unknownTarget({
    method,
    name,
    what: 'prompt',
    list: 'prompts/list',
    known: facts.prompts,
    saysUnknown,
  });
}

function unknownReference(failure: Failure, saysUnknown: boolean): RequestFault | undefined {
  const ref = isJsonObject(failure.params) ? failure.params.ref : undefined;
  const isPrompt = stringAt(ref, 'type') === 'ref/prompt';
  return isPrompt ? unknownPrompt(failure, ref, saysUnknown) : undefined;
}

function unknownResource({ method, params, facts }: Failure, saysUnknown: boolean): RequestFault | undefined {
  const uri = stringAt(params, 'uri') ?? '';
  if (!saysUnknown || facts.resources.find(uri) !== undefined) return undefined;
  return {
    kind: 'unknown-target',
    text: `The server finds no resource ${quoted(uri)}.${guess(uri, facts.resources)}`,
    actor: callerOf(method),
    action: pickOne(
      'Read a resource that resources/list names, or one that a template makes',
      uri,
      facts.resources,
    ),
  };
}

function cursorFault({ params }: Failure): RequestFault | undefined {
  const cursor = isJsonObject(params) ? params.cursor : undefined;
  if (cursor === undefined) return undefined;
  return malformed(
    `The request carries the cursor ${briefValue(cursor)}, and only a cursor that this server gave is valid.`,
    'Begin the list anew, without a cursor.',
  );
}

/** 2026-07-28, basic, "_meta": every request names its revision and the client's capabilities. */
function metaFault({ params, facts, method }: Failure): RequestFault | undefined {
  if (!isStateless(facts.revision) || method === 'initialize') return undefined;
  const meta = isJsonObject(params) && isJsonObject(params._meta) ? params._meta : {};
  if (PROTOCOL_VERSION_KEY in meta) return undefined;
  return malformed(
    `The request has no _meta["${PROTOCOL_VERSION_KEY}"], which every request of 2026-07-28 must carry.`,
    'The client must name its revision and its capabilities in the _meta of each request.',
  );
}

type Target = {
  readonly method: string;
  readonly name: string;
  readonly what: string;
  readonly list: string;
  readonly known: NamedList<unknown>;
  readonly saysUnknown: boolean;
};

/** A name that the list does not have: by the whole list, or by what the server says. */
function unknownTarget({ method, name, what, list, known, saysUnknown }: Target): RequestFault | undefined {
  if (known.find(name) !== undefined || (!known.complete && !saysUnknown)) return undefined;
  const text = known.complete
    ? `The server lists no ${what} ${quoted(name)}.${guess(name, known)}`
    : `The server says that it has no ${what} ${quoted(name)}.${guess(name, known)}`;
  const action = pickOne(`Use a ${what} that ${list} names`, name, known);
  return { kind: 'unknown-target', text, actor: callerOf(method), action };
}

function guess(name: string, known: NamedList<unknown>): string {
  const nearest = nearestName(name, known.names());
  return nearest === undefined ? '' : ` Did you mean ${quoted(nearest)}?`;
}

function pickOne(advice: string, name: string, known: NamedList<unknown>): string {
  const nearest = nearestName(name, known.names());
  if (nearest !== undefined) return `${advice}, such as ${quoted(nearest)}.`;
  const names = [...known.names()];
  return names.length === 0 ? `${advice}.` : `${advice}: ${listedNames(names)}.`;
}

function memberFault(params: unknown, name: string, wanted: string): RequestFault {
  const action = `Send params.${name} as ${wanted}.`;
  if (params === undefined)
    return malformed(`The request has no params; params.${name} must be ${wanted}.`, action);
  if (!isJsonObject(params))
    return malformed(`params is ${briefValue(params)}, and must be an object.`, action);
  const value = params[name];
  const what = value === undefined ? 'is missing' : `is ${briefValue(value)}`;
  return malformed(`params.${name} ${what}; it must be ${wanted}.`, action);
}

/** The client makes the envelope and the params; what stands in them is seldom its own. */
function malformed(text: string, action: string, actor: SomeActor = 'client'): RequestFault {
  return { kind: 'malformed', text, actor, action };
}

const MAX_VALUE = 60;

function briefValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'an object';
  const text = jsonText(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
