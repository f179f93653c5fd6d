import { decodedHeader, isEncoded, namedMember } from '../protocol/mirrored-headers.ts';
import { FIRST_STATELESS } from '../protocol/revisions.ts';
import { asked, type HttpExchange } from '../session/http-exchange.ts';
import type { SessionView } from './session-view.ts';

/** The first mirrored header (2026-07-28, basic/transports, "Standard Request Headers") that is missing or differs. */
export function mirrorFault(
  http: Readonly<HttpExchange>,
  { facts }: SessionView,
): { readonly header: string; readonly sent: string | undefined; readonly due: string } | undefined {
  const [request, another] = http.requests;
  if (request === undefined || another !== undefined || http.isBatch) return undefined;
  const { method, target, declared } = request;
  const isKnown = declared !== undefined && declared !== 'unknown';
  const due: readonly (readonly [header: string, value: string])[] = [
    ['MCP-Protocol-Version', isKnown ? declared : ''],
    ['Mcp-Method', method],
    ['Mcp-Name', namedMember(method) === '' ? '' : target],
  ];
  if (declared === undefined && facts.revision !== FIRST_STATELESS) return undefined;
  for (const [header, value] of due) {
    const sent = asked(http, header.toLowerCase());
    if (value !== '' && (sent === undefined || decodedHeader(sent) !== wellFormed(value)))
      return { header, sent, due: value };
  }
  return undefined;
}

/** The text as UTF-8 can encode it: lone surrogates become U+FFFD. */
function wellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

/** The mirrored header that is sent in Base64 form; undefined for none. */
export function encodedHeader(http: Readonly<HttpExchange>): string | undefined {
  return ['Mcp-Method', 'Mcp-Name'].find((header) => isEncoded(asked(http, header.toLowerCase()) ?? ''));
}
