import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { isJsonObject } from '../../app/base/json-value.ts';
import { CLIENT_CAPABILITIES_KEY, PROTOCOL_VERSION_KEY, revisionIn } from '../../app/protocol/meta-keys.ts';
import { methodFacts } from '../../app/protocol/methods.ts';
import { decodedHeader, mirroredHeaders } from '../../app/protocol/mirrored-headers.ts';
import { FIRST_STATELESS } from '../../app/protocol/revisions.ts';
import type { Envelope } from '../../app/wire/envelope.ts';

/** A JSON-RPC error with its HTTP status; without an id it answers no request. */
export type HttpRefusal = {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly idText?: string;
  readonly data?: object;
};

export const JSON_HEAD = { 'Content-Type': 'application/json' };

export function refused(
  status: number,
  code: number,
  message: string,
  more: Partial<HttpRefusal> = {},
): HttpRefusal {
  return { status, code, message, ...more };
}

export function refuseWith(
  response: ServerResponse,
  { status, code, message, idText = 'null', data }: HttpRefusal,
): void {
  const shown = JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) });
  response.writeHead(status, JSON_HEAD).end(`{"jsonrpc":"2.0","id":${idText},"error":${shown}}`);
}

/** True for a message whose headers or body name 2026-07-28. */
export function isModern(headers: IncomingHttpHeaders, { params }: { readonly params?: unknown }): boolean {
  return revisionIn(params) !== undefined || headers['mcp-protocol-version'] === FIRST_STATELESS;
}

/** Why a request of 2026-07-28 cannot be answered (basic/transports, "Status Codes"); undefined if it can. */
export function modernFault(
  headers: IncomingHttpHeaders,
  { id, method, params }: Extract<Envelope, { kind: 'request' }>,
): HttpRefusal | undefined {
  const idText = id.text;
  const revision = revisionIn(params);
  if (revision === undefined) return refused(400, -32602, `_meta lacks ${PROTOCOL_VERSION_KEY}`, { idText });
  const wrong = mirroredHeaders(method, params, () => []).find(
    ([name, value]) => decodedHeader(headerText(headers, name) ?? '') !== decodedHeader(value),
  );
  if (wrong !== undefined) {
    const how = headerText(headers, wrong[0]) === undefined ? 'is missing' : 'does not match the body';
    return refused(400, -32020, `Header mismatch: ${wrong[0]} ${how}`, { idText });
  }
  if (revision !== FIRST_STATELESS) {
    const data = { supported: [FIRST_STATELESS], requested: revision };
    return refused(400, -32022, 'Unsupported protocol version', { idText, data });
  }
  if (methodFacts(method)?.until !== undefined) return refused(404, -32601, 'Method not found', { idText });
  const meta = isJsonObject(params) ? params._meta : undefined;
  if (isJsonObject(meta) && isJsonObject(meta[CLIENT_CAPABILITIES_KEY])) return undefined;
  return refused(400, -32602, `_meta lacks ${CLIENT_CAPABILITIES_KEY}`, { idText });
}

function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}
