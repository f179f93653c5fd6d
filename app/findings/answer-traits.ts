import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { isDeclared } from '../protocol/client-capabilities.ts';
import { methodFacts, serverCapabilityFor } from '../protocol/methods.ts';
import type { Exchange } from '../session/exchange.ts';
import type { SessionView } from './session-view.ts';
import { TRAIT } from './trait.ts';

/** A longer name may have been cut elsewhere. */
const LONG_NAME = 400;

/** The traits of an error response beside those of its text. */
export function errorTraits(
  { code, data }: { readonly code: unknown; readonly data: unknown },
  exchange: Readonly<Exchange> | undefined,
  view: SessionView,
): number {
  const blamed = code === -32602 ? TRAIT.blame : 0;
  return blamed | (data === undefined ? 0 : TRAIT.data) | requestTraits(exchange, view);
}

/** The traits that the request gives its answer. */
export function requestTraits(exchange: Readonly<Exchange> | undefined, { facts }: SessionView): number {
  if (exchange === undefined) return TRAIT.unlisted | TRAIT.outputSchema;
  const { method, params, declared } = exchange;
  let odd = declared === 'unknown' || method === 'initialize' ? TRAIT.oddRevision : 0;
  if (method !== 'tools/call') {
    if (methodFacts(method)?.kind !== 'request') odd |= TRAIT.oddMethod;
    return odd | TRAIT.unlisted | TRAIT.outputSchema | TRAIT.oddCall;
  }
  if (!isJsonObject(params) || typeof params.name !== 'string' || !isMaybeObject(params.arguments))
    odd |= TRAIT.oddCall;
  const name = stringAt(params, 'name') ?? '';
  const tool = facts.tools.find(name);
  if (tool === undefined) return odd | TRAIT.unlisted;
  const promises = tool.outputSchema === undefined ? 0 : TRAIT.outputSchema;
  const only = tool.taskSupport === 'required' ? TRAIT.taskOnly : 0;
  return odd | promises | only | (name.length > LONG_NAME ? TRAIT.unlisted : 0);
}

/** The traits of a request of the client, when it is sent. */
export function askedTraits(method: string, { facts }: SessionView): number {
  const declared = facts.serverCapabilities;
  const path = declared === undefined ? undefined : serverCapabilityFor(method);
  return path === undefined || isDeclared(declared ?? {}, path) ? 0 : TRAIT.undeclared;
}

function isMaybeObject(value: unknown): boolean {
  return value === undefined || isJsonObject(value);
}

/** The traits of the members of a tool's result. */
export function memberTraits(result: JsonObject): number {
  let traits = 0;
  for (const member in result) {
    if (member === 'content') continue;
    traits = TRAIT.moreMembers;
    break;
  }
  if (traits === 0 || result.structuredContent === undefined) return traits;
  const structured = result.structuredContent;
  const hasError = isJsonObject(structured) && structured.error !== undefined;
  return traits | TRAIT.structured | (hasError ? TRAIT.structuredError : 0);
}

/** How the text of a result that is no error begins: the words within it are looked for by the rules themselves. */
export function beginningTraits(text: string): number {
  if (text.startsWith('MCP error ')) return TRAIT.mcpError;
  return text.startsWith('ERROR:') ? TRAIT.category : 0;
}
