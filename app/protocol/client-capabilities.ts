import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { TASKS_EXTENSION } from './meta-keys.ts';
import {
  clientCapabilityFor,
  type ELICITATION_CREATE,
  type ROOTS_LIST,
  type SAMPLING_CREATE_MESSAGE,
} from './methods.ts';
import type { Era } from './revisions.ts';

/**
 * What a session declares where its user says nothing else: everything it can answer, so that a server
 * shows all it has. Sampling and elicitation wait for the user; an empty list of roots changes nothing.
 */
export const DEFAULT_CAPABILITIES: JsonObject = {
  roots: { listChanged: true },
  sampling: {},
  elicitation: { form: {}, url: {} },
  tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
  extensions: { [TASKS_EXTENSION]: {} },
};

/** What goes out in an era: the tasks of 2025-11-25 ended with it, and those of the extension came after it. */
export function capabilitiesIn(era: Era, capabilities: JsonObject): JsonObject {
  if (era === 'initialize') return withoutTasksExtension(capabilities);
  const { tasks: _ended, ...others } = capabilities;
  return others;
}

function withoutTasksExtension(capabilities: JsonObject): JsonObject {
  const { extensions, ...others } = capabilities;
  if (!isJsonObject(extensions) || !Object.hasOwn(extensions, TASKS_EXTENSION)) return capabilities;
  const { [TASKS_EXTENSION]: _later, ...left } = extensions;
  return Object.keys(left).length === 0 ? others : { ...others, extensions: left };
}

/** True where the capabilities of a client or a server name the tasks extension. */
export function knowsTasks({ extensions }: JsonObject): boolean {
  return isJsonObject(extensions) && Object.hasOwn(extensions, TASKS_EXTENSION);
}

/** The methods that a server may ask for and that a user answers; `ping` needs no capability. */
export type AskMethod =
  | typeof ROOTS_LIST
  | typeof SAMPLING_CREATE_MESSAGE
  | typeof ELICITATION_CREATE
  | 'ping';

/** True where a session that declares `capabilities` takes this request of a server to its user. */
export function canBeAsked(method: string, capabilities: JsonObject): method is AskMethod {
  if (method === 'ping') return true;
  const needed = clientCapabilityFor(method);
  return needed !== undefined && isJsonObject(capabilities[needed]);
}

/** `declared` with everything that `required` names added; objects are merged to any depth. */
export function withCapabilities(declared: JsonObject, required: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...declared };
  for (const [name, value] of Object.entries(required)) {
    const before = Object.hasOwn(merged, name) ? merged[name] : undefined;
    const both = isJsonObject(before) && isJsonObject(value);
    Object.defineProperty(merged, name, {
      value: both ? withCapabilities(before, value) : value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return merged;
}
