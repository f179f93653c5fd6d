import { isJsonObject, type JsonObject } from '../base/json-value.ts';

/** `_meta` members that belong to one session; a client fills in its own (2026-07-28). */
const OF_THE_PROTOCOL = /^(?:io\.modelcontextprotocol|modelcontextprotocol\.io)\//;

/** Params for another session: replaces or drops the progress token and drops the protocol's own `_meta`. */
export function freshParams(params: JsonObject, token: string | undefined): JsonObject {
  if (!isJsonObject(params._meta)) return params;
  const { _meta, ...rest } = params;
  const meta = Object.entries(_meta)
    .filter(([key]) => !OF_THE_PROTOCOL.test(key) && (key !== 'progressToken' || token !== undefined))
    .map(([key, value]) => (key === 'progressToken' ? [key, token] : [key, value]));
  return meta.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(meta) };
}

/** The call, if a client would send exactly the same params by itself; undefined if they would differ. */
export function plainToolCall(
  params: JsonObject | undefined,
): { readonly name: string; readonly args: JsonObject; readonly task: JsonObject | undefined } | undefined {
  if (params === undefined) return undefined;
  const { name, arguments: args, task, _meta, ...others } = params;
  if (typeof name !== 'string' || !isJsonObject(args) || Object.keys(others).length > 0) return undefined;
  const meta = isJsonObject(_meta) ? Object.keys(_meta) : [];
  if (meta.some((key) => key !== 'progressToken' && !OF_THE_PROTOCOL.test(key))) return undefined;
  if (task !== undefined && !isJsonObject(task)) return undefined;
  return { name, args, task };
}
