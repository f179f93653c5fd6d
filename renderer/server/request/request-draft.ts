import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import type { Era } from '../../../app/protocol/revisions.ts';

/** Methods that a client may send in either era, to choose from (MCP schema.ts, ClientRequest). */
const BOTH = [
  'completion/complete',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'tasks/cancel',
  'tasks/get',
  'tools/call',
  'tools/list',
];
const INITIALIZE = [
  'logging/setLevel',
  'ping',
  'resources/subscribe',
  'resources/unsubscribe',
  'tasks/list',
  'tasks/result',
];
const MODERN = ['server/discover', 'tasks/update'];

/** The methods of an era, in order; any other can be typed. */
export function knownMethods(era: Era | null | undefined): string[] {
  return [...BOTH, ...(era === 'modern' ? MODERN : INITIALIZE)].toSorted();
}

/** Members of `_meta` that the client writes again for each request. */
const RENEWED = /^(?:progressToken$|io\.modelcontextprotocol\/)/;

/**
 * The params of a logged request as they are re-run: without what the client adds by itself, such as a
 * token that belongs to the old request.
 */
export function paramsAgain(params: unknown): JsonObject {
  if (!isJsonObject(params)) return {};
  const { _meta: meta, ...others } = params;
  if (!isJsonObject(meta)) return params;
  const kept = Object.entries(meta).filter(([name]) => !RENEWED.test(name));
  return kept.length === 0 ? others : { ...others, _meta: Object.fromEntries(kept) };
}
