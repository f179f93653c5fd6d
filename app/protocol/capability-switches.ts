import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { DEFAULT_CAPABILITIES } from './client-capabilities.ts';
import { TASKS_EXTENSION } from './meta-keys.ts';

/** One client capability that can be declared or not; `path` leads to its member. */
export type CapabilitySwitch = {
  readonly path: readonly [string, ...string[]];
  readonly name: string;
  /** What it says to a server, in a few words. */
  readonly about: string;
};

/** The client capabilities of the specification (2025-11-25, schema.ts `ClientCapabilities`; 2026-07-28). */
export const CAPABILITY_SWITCHES: readonly CapabilitySwitch[] = [
  { path: ['roots'], name: 'roots', about: 'the server may ask for folders' },
  { path: ['roots', 'listChanged'], name: 'roots.listChanged', about: 'it is told when they change' },
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

/** True where the capability of this path is declared. */
export function isDeclared(capabilities: JsonObject, path: readonly string[]): boolean {
  const value = memberAt(capabilities, path);
  return value !== undefined && value !== null && value !== false;
}

/** `capabilities` with the one of this path declared as it usually is, and what holds it. */
export function declared(capabilities: JsonObject, path: readonly string[]): JsonObject {
  const [name, ...below] = path;
  if (name === undefined) return capabilities;
  const before = Object.hasOwn(capabilities, name) ? capabilities[name] : undefined;
  const inside = isJsonObject(before) ? before : {};
  if (below.length > 0) return { ...capabilities, [name]: declaredBelow(inside, below) };
  return { ...capabilities, [name]: usual([name]) };
}

/** `capabilities` without the one of this path; everything else of them stays. */
export function undeclared(capabilities: JsonObject, path: readonly string[]): JsonObject {
  const [name, ...below] = path;
  if (name === undefined || !Object.hasOwn(capabilities, name)) return capabilities;
  const { [name]: inside, ...others } = capabilities;
  if (below.length === 0 || !isJsonObject(inside)) return others;
  return { ...capabilities, [name]: undeclared(inside, below) };
}

function declaredBelow(inside: JsonObject, [name = '', ...below]: readonly string[]): JsonObject {
  if (below.length > 0) return declared(inside, [name, ...below]);
  return { ...inside, [name]: name === 'listChanged' ? true : {} };
}

function usual(path: readonly string[]): unknown {
  return memberAt(DEFAULT_CAPABILITIES, path) ?? {};
}

function memberAt(capabilities: JsonObject, path: readonly string[]): unknown {
  let at: unknown = capabilities;
  for (const name of path) at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}
