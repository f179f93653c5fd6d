import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { LOG_LEVELS, methodFacts } from './methods.ts';

/** A fault in a request's params, however the server reacts to it. */
export type ParamsFault =
  | { readonly kind: 'missing' | 'no-text' | 'no-object'; readonly member: string }
  /** RFC 3986 §3.1: every absolute URI begins with a scheme. */
  | { readonly kind: 'no-uri'; readonly uri: string }
  | { readonly kind: 'no-log-level'; readonly level: string }
  | { readonly kind: 'arguments-missing'; readonly names: readonly string[] }
  | { readonly kind: 'argument-no-text'; readonly name: string };

type Listed = {
  readonly prompts: { find(name: string): { readonly requiredArguments: readonly string[] } | undefined };
  readonly resources: { find(uri: string): unknown };
};

/** The first breach of the method's schema (2025-11-25, `…RequestParams`), or a missing required prompt argument. */
export function paramsFault(method: string, params: unknown, listed: Listed): ParamsFault | undefined {
  const given = isJsonObject(params) ? params : {};
  switch (method) {
    case 'tools/call':
      return textFault(given, 'name') ?? argumentsFault(given);
    case 'prompts/get':
      return textFault(given, 'name') ?? argumentsFault(given) ?? promptFault(given, listed);
    case 'resources/read':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      return textFault(given, 'uri') ?? uriFault(given, listed);
    case 'completion/complete':
      return objectFault(given, 'ref') ?? objectFault(given, 'argument');
    case 'logging/setLevel':
      return textFault(given, 'level') ?? levelFault(given);
    case 'initialize':
      return (
        textFault(given, 'protocolVersion') ??
        objectFault(given, 'capabilities') ??
        objectFault(given, 'clientInfo')
      );
    default:
      // MCP allows only named params (schema.ts, Request); JSON-RPC also allows positional ones.
      return params === undefined || isJsonObject(params) || methodFacts(method) === undefined
        ? undefined
        : { kind: 'no-object', member: 'params' };
  }
}

function textFault(given: JsonObject, member: string): ParamsFault | undefined {
  if (given[member] === undefined) return { kind: 'missing', member };
  return typeof given[member] === 'string' ? undefined : { kind: 'no-text', member };
}

function objectFault(given: JsonObject, member: string): ParamsFault | undefined {
  if (given[member] === undefined) return { kind: 'missing', member };
  return isJsonObject(given[member]) ? undefined : { kind: 'no-object', member };
}

/** `arguments` is optional. */
function argumentsFault(given: JsonObject): ParamsFault | undefined {
  return given.arguments === undefined ? undefined : objectFault(given, 'arguments');
}

function promptFault(given: JsonObject, { prompts }: Listed): ParamsFault | undefined {
  const values = isJsonObject(given.arguments) ? given.arguments : {};
  const required = prompts.find(stringAt(given, 'name') ?? '')?.requiredArguments ?? [];
  const names = required.filter((name) => values[name] === undefined);
  if (names.length > 0) return { kind: 'arguments-missing', names };
  const wrong = Object.keys(values).find((name) => typeof values[name] !== 'string');
  return wrong === undefined ? undefined : { kind: 'argument-no-text', name: wrong };
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Reading a URI that the server listed is never the client's fault. */
function uriFault(given: JsonObject, { resources }: Listed): ParamsFault | undefined {
  const uri = stringAt(given, 'uri') ?? '';
  return SCHEME.test(uri) || resources.find(uri) !== undefined ? undefined : { kind: 'no-uri', uri };
}

function levelFault(given: JsonObject): ParamsFault | undefined {
  const level = stringAt(given, 'level') ?? '';
  return LOG_LEVELS.includes(level) ? undefined : { kind: 'no-log-level', level };
}
