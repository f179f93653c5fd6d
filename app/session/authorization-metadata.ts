import { isJsonObject, parseJson } from '../base/json-value.ts';
import { hostOf, isLoopback, pathOf } from '../frame/http-record.ts';
import { type HttpExchange, isSuccess } from './http-exchange.ts';

/** What keeps clients from going on with metadata that came in order. */
export type MetadataFault =
  /** It is for another address than the one that was called. */
  | { readonly kind: 'resource'; readonly named: string; readonly called: string }
  /** The authorization server registers nobody, and takes no client id document. */
  | { readonly kind: 'registration' };

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Finds the fault in the metadata of an authorization; undefined for none, and for all other exchanges. */
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
 * RFC 9728 §3.3: `resource` is the address to which the well-known path was added. Official clients also take an
 * address above it (measured: TypeScript SDK 1.32 and 2.4); behind a port of this machine a proxy may stand.
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
  // At the root nothing shows which path was called.
  const isOtherPath = path !== '/' && !isAbove;
  return isOtherHost || isOtherPath ? { kind: 'resource', named: resource, called } : undefined;
}
