import { isJsonObject } from '../base/json-value.ts';

/** A tool as a server lists it, as far as it tells what a call may do. */
export type ListedTool = {
  readonly name: string;
  readonly annotations?: { readonly [key: string]: unknown } | undefined;
};

/** What sending a request once more may do, as far as the protocol and the server tell. */
export type SendRisk =
  /** A method that the protocol defines and that only reads, or concerns this session alone. */
  | 'reads'
  /** The server marks the tool with `readOnlyHint`. */
  | 'read-only'
  /** The server marks the tool with `destructiveHint`. */
  | 'destructive'
  /** The server says `destructiveHint: false`: the tool changes something, and destroys nothing. */
  | 'additive'
  /** The server says nothing of what the tool does. */
  | 'unmarked'
  /** The server does not list the tool. */
  | 'not-listed'
  /** A method that the protocol does not define. */
  | 'other-method';

/** Methods of the revisions from 2024-11-05 to 2026-07-28 that change nothing beyond the session itself. */
const READS = new Set([
  'completion/complete',
  'logging/setLevel',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'tasks/list',
  'tools/list',
]);

/**
 * What a request may do at the server that lists these tools. A tool that is not marked counts as one that may
 * change something (2025-11-25, schema.ts, `ToolAnnotations`: `readOnlyHint` defaults to false).
 */
export function sendRisk(method: string, target: string, tools: ReadonlyMap<string, ListedTool>): SendRisk {
  if (method !== 'tools/call') return READS.has(method) ? 'reads' : 'other-method';
  const tool = tools.get(target);
  if (tool === undefined) return 'not-listed';
  const { annotations } = tool;
  if (!isJsonObject(annotations)) return 'unmarked';
  if (annotations.readOnlyHint === true) return 'read-only';
  if (annotations.destructiveHint === true) return 'destructive';
  return annotations.destructiveHint === false ? 'additive' : 'unmarked';
}

/** True where a user must agree before such a request is sent again. */
export function needsConsent(risk: SendRisk): boolean {
  return risk !== 'reads' && risk !== 'read-only';
}
