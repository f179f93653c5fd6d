import { isJsonObject, type JsonObject, valueAt } from '../base/json-value.ts';
import { TASKS_EXTENSION } from './meta-keys.ts';
import { ELICITATION_MODES, type Era } from './revisions.ts';

/** The default capabilities of a session: all that it can answer; sampling and elicitation wait for the user. */
export const DEFAULT_CAPABILITIES: JsonObject = {
  roots: { listChanged: true },
  sampling: {},
  elicitation: { form: {}, url: {} },
  tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
  extensions: { [TASKS_EXTENSION]: {} },
};

/**
 * The capabilities to declare in an era, for the requested revision (empty for the newest). Only 2025-11-25 has core
 * tasks; the extension came later. Before 2025-11-25 elicitation had no modes: some SDKs reject them.
 */
export function capabilitiesIn(era: Era, capabilities: JsonObject, revision = ''): JsonObject {
  if (era === 'initialize') {
    const declared = withoutTasksExtension(capabilities);
    const isPlain = revision !== '' && revision < ELICITATION_MODES && declared.elicitation !== undefined;
    return isPlain ? { ...declared, elicitation: {} } : declared;
  }
  const { tasks: _ended, ...others } = capabilities;
  return others;
}

function withoutTasksExtension(capabilities: JsonObject): JsonObject {
  const { extensions, ...others } = capabilities;
  if (!isJsonObject(extensions) || !Object.hasOwn(extensions, TASKS_EXTENSION)) return capabilities;
  const { [TASKS_EXTENSION]: _later, ...left } = extensions;
  return Object.keys(left).length === 0 ? others : { ...others, extensions: left };
}

export function knowsTasks({ extensions }: JsonObject): boolean {
  return isJsonObject(extensions) && Object.hasOwn(extensions, TASKS_EXTENSION);
}

/** Adds everything in `required` to `declared`; objects are merged to any depth. */
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

export type CapabilitySwitch = {
  readonly path: readonly [string, ...string[]];
  readonly name: string;
  /** What the capability tells a server, in a few words. */
  readonly about: string;
};

/** The client capabilities in the specification (2025-11-25, schema.ts `ClientCapabilities`; 2026-07-28). */
export const CAPABILITY_SWITCHES: readonly CapabilitySwitch[] = [
  { path: ['roots'], name: 'roots', about: 'the server may ask for folders' },
  { path: ['roots', 'listChanged'], name: 'roots.listChanged', about: 'it is notified when they change' },
  { path: ['sampling'], name: 'sampling', about: 'it may ask for a message of a model' },
  { path: ['sampling', 'tools'], name: 'sampling.tools', about: 'and give that model tools' },
  { path: ['sampling', 'context'], name: 'sampling.context', about: 'and ask for context of servers' },
  { path: ['elicitation'], name: 'elicitation', about: 'it may ask the user' },
  { path: ['elicitation', 'form'], name: 'elicitation.form', about: 'by a form' },
  { path: ['elicitation', 'url'], name: 'elicitation.url', about: 'by an address to open' },
  { path: ['tasks'], name: 'tasks', about: 'it may ask in the background (2025-11-25 only)' },
  {
    path: ['extensions', TASKS_EXTENSION],
    name: 'extensions.tasks',
    about: 'it may answer a call with a task (2026-07-28)',
  },
];

export function isDeclared(capabilities: JsonObject, path: readonly string[]): boolean {
  const value = valueAt(capabilities, path);
  return value !== undefined && value !== null && value !== false;
}

/** Declares the capability at this path with its usual value, and its parents. */
export function declared(capabilities: JsonObject, path: readonly string[]): JsonObject {
  const [name, ...below] = path;
  if (name === undefined) return capabilities;
  if (below.length === 0)
    return { ...capabilities, [name]: name === 'listChanged' || (DEFAULT_CAPABILITIES[name] ?? {}) };
  const before = Object.hasOwn(capabilities, name) ? capabilities[name] : undefined;
  return { ...capabilities, [name]: declared(isJsonObject(before) ? before : {}, below) };
}

/** Removes the capability at this path; all others stay. */
export function undeclared(capabilities: JsonObject, path: readonly string[]): JsonObject {
  const [name, ...below] = path;
  if (name === undefined || !Object.hasOwn(capabilities, name)) return capabilities;
  const { [name]: inside, ...others } = capabilities;
  if (below.length === 0 || !isJsonObject(inside)) return others;
  return { ...capabilities, [name]: undeclared(inside, below) };
}
