import { isJsonObject, type JsonObject } from '../base/json-value.ts';

/** The server capability that each method of a client needs (MCP 2025-11-25, basic/lifecycle). */
const CAPABILITIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['tools/list', ['tools']],
  ['tools/call', ['tools']],
  ['resources/list', ['resources']],
  ['resources/read', ['resources']],
  ['resources/templates/list', ['resources']],
  ['resources/subscribe', ['resources', 'subscribe']],
  ['resources/unsubscribe', ['resources', 'subscribe']],
  ['prompts/list', ['prompts']],
  ['prompts/get', ['prompts']],
  ['completion/complete', ['completions']],
  ['logging/setLevel', ['logging']],
  ['tasks/list', ['tasks', 'list']],
  ['tasks/cancel', ['tasks', 'cancel']],
]);

/** Methods that a revision or an official extension defines and that need no capability of the server. */
const OTHERS: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'subscriptions/listen',
  'tasks/get',
  'tasks/result',
  'tasks/update',
  'sampling/createMessage',
  'elicitation/create',
  'roots/list',
]);

/** The path of the capability that a server declares for `method`; undefined where there is none. */
export function capabilityFor(method: string): readonly string[] | undefined {
  return CAPABILITIES.get(method);
}

/** True for a method that a revision of MCP or an official extension defines. */
export function isSpecifiedMethod(method: string): boolean {
  return CAPABILITIES.has(method) || OTHERS.has(method);
}

/** True where `capabilities` has the member at `path`, and it is not false. */
export function declares(capabilities: JsonObject | undefined, path: readonly string[]): boolean {
  let at: unknown = capabilities;
  for (const name of path) {
    if (!isJsonObject(at)) return false;
    at = at[name];
  }
  return at !== undefined && at !== null && at !== false;
}
