import { isJsonObject, parseJson } from '../base/json-value.ts';
import { hostOf, isLoopback, pathOf } from '../frame/http-record.ts';
import { type HttpExchange, isSuccess } from './http-exchange.ts';

/** A defect that stops clients from using metadata although it was delivered intact. */
export type MetadataFault =
  /** It is for an address other than the one that was called. */
  | { readonly kind: 'resource'; readonly named: string; readonly called: string }
  /** The authorization server has no registration and does not accept client id documents. */
  | { readonly kind: 'registration' };

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** The defect in an authorization's metadata; undefined if there is none, or for other exchanges. */
export function metadataFault(http: Readonly<HttpExchange>): MetadataFault | undefined {
  const { request, body } = http;
  const { purpose = 'mcp', url = '' } = request ?? {};
  if ((purpose !== 'resource-metadata' && purpose !== 'as-metadata') || !isSuccess(http)) return undefined;
  const metadata = parseJson(body);
  if (!isJsonObject(metadata)) return undefined;
  return purpose === 'as-metadata' ? registrationFault(metadata) : resourceFault(metadata, url);
}

/** RFC 7591, and 2025-11-25, basic/authorization, "Client ID Metadata Documents". */
function registrationFault(metadata: Readonly<Record<string, unknown>>): MetadataFault | undefined {
  const isServer = typeof metadata.token_endpoint === 'string';
  const takesClients =
    typeof metadata.registration_endpoint === 'string' ||
    metadata.client_id_metadata_document_supported === true;
  return isServer && !takesClients ? { kind: 'registration' } : undefined;
}

/**
 * RFC 9728 §3.3: `resource` is the address to which the well-known path was added. Official clients also accept a
 * parent address (measured: TypeScript SDK 1.32 and 2.4); a local port may belong to a proxy.
 */
function resourceFault(
  { resource }: Readonly<Record<string, unknown>>,
  url: string,
): MetadataFault | undefined {
  if (typeof resource !== 'string') return undefined;
  const called = url.replace(WELL_KNOWN, '');
  const [own, other] = [hostOf(called), hostOf(resource)];
  const isOtherHost = own !== other && !(isLoopback(own) && isLoopback(other));
  const path = pathOf(called);
  const isAbove = `${path}/`.startsWith(pathOf(resource).replace(/\/*$/, '/'));
  // At the root, nothing shows which path was called.
  const isOtherPath = path !== '/' && !isAbove;
  return isOtherHost || isOtherPath ? { kind: 'resource', named: resource, called } : undefined;
}
