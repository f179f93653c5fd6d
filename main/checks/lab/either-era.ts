import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { PROTOCOL_VERSION_KEY, SERVER_INFO_KEY } from '../../../app/protocol/meta-keys.ts';
import { FIRST_STATELESS, readRevision } from '../../../app/protocol/revisions.ts';

/** The server's information about itself in both eras. */
export type ServerFacts = {
  readonly info: JsonObject;
  readonly capabilities: JsonObject;
  readonly instructions: string;
};

type Id = string | number;

/**
 * Lets a server of the official SDK 1.x, which speaks up to 2025-11-25, answer requests of 2026-07-28 too. That era has
 * no handshake: each request names its revision. `server/discover` is answered here; other requests go to the server
 * unchanged, and their results get the members that the revision requires (2026-07-28, schema.ts, `Result`,
 * `CacheableResult` and `DiscoverResult`).
 */
export function eitherEra(inner: Transport, facts: ServerFacts): Transport {
  const modern = new Map<Id, string>();
  const outer: Transport = {
    start: () => {
      inner.onmessage = (message, extra) => {
        const request = modernRequest(message);
        if (request === undefined) outer.onmessage?.(message, extra);
        else if (request.method === 'server/discover') void inner.send(discovered(request.id, facts));
        else {
          modern.set(request.id, request.method);
          outer.onmessage?.(message, extra);
        }
      };
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onclose = () => outer.onclose?.();
      return inner.start();
    },
    close: () => inner.close(),
    send: (message, options) => inner.send(completed(message, modern, facts), options),
  };
  return outer;
}

function modernRequest(message: unknown): { readonly id: Id; readonly method: string } | undefined {
  if (!isJsonObject(message) || !isJsonObject(message.params)) return undefined;
  const { id, method, params } = message;
  const meta = isJsonObject(params._meta) ? params._meta : {};
  if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  return readRevision(meta[PROTOCOL_VERSION_KEY]) === FIRST_STATELESS ? { id, method } : undefined;
}

function discovered(id: Id, facts: ServerFacts): JSONRPCMessage {
  const { capabilities, instructions } = facts;
  const result = { supportedVersions: [FIRST_STATELESS], capabilities, instructions };
  return { jsonrpc: '2.0', id, result: { ...result, ...CACHE, ...COMPLETE, ...signed({}, facts) } };
}

const COMPLETE = { resultType: 'complete' };
const CACHE = { ttlMs: 0, cacheScope: 'private' };

function signed(result: JsonObject, { info }: ServerFacts): { readonly _meta: JsonObject } {
  const meta = isJsonObject(result._meta) ? result._meta : {};
  return { _meta: { ...meta, [SERVER_INFO_KEY]: info } };
}

/** The message, completed as its revision requires if it answers a modern request. */
function completed(message: JSONRPCMessage, modern: Map<Id, string>, facts: ServerFacts): JSONRPCMessage {
  if (!('id' in message) || message.id === undefined || 'method' in message) return message;
  const method = modern.get(message.id);
  modern.delete(message.id);
  if (method === undefined || !('result' in message)) return message;
  const { result } = message;
  const cache = /\/list$|^resources\/read$/.test(method) ? CACHE : {};
  return { ...message, result: { ...result, ...COMPLETE, ...cache, ...signed(result, facts) } };
}
