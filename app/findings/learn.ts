import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { readRevision } from '../protocol/revisions.ts';
import type { WireError } from '../wire/envelope.ts';
import type { SeenExchange } from './seen-exchange.ts';
import type { SessionView } from './session-view.ts';

/** What a request of the client says about the session. */
export function learnFromRequest(view: SessionView, method: string, params: unknown): void {
  if (method === 'initialize') {
    view.complete = true;
    if (isJsonObject(params) && isJsonObject(params.capabilities))
      view.clientCapabilities = params.capabilities;
  } else if (method === 'server/discover') view.complete = true;
}

/** Settles the revision before an answer is judged: the answer itself may be what shows the era. */
export function learnEra(view: SessionView, exchange: SeenExchange, result: JsonObject): void {
  if (exchange.method === 'initialize') {
    view.negotiated = readRevision(result.protocolVersion);
    return;
  }
  if (exchange.declared === undefined || view.serverModern) return;
  if ('resultType' in result || Array.isArray(result.supportedVersions)) view.serverModern = true;
}

/** The errors that only 2026-07-28 defines show the era, too. */
export function learnEraFromError(view: SessionView, exchange: SeenExchange, error: WireError): void {
  if (exchange.declared === undefined) return;
  const { code } = error;
  if (code === -32020 || code === -32021 || code === -32022) view.serverModern = true;
}

/** What a result says for everything that follows. */
export function learnFromResult(
  view: SessionView,
  exchange: SeenExchange,
  result: JsonObject,
  seq: number,
): void {
  switch (exchange.method) {
    case 'initialize':
      if (isJsonObject(result.capabilities)) view.serverCapabilities = result.capabilities;
      return;
    case 'server/discover':
      if (isJsonObject(result.capabilities)) view.serverCapabilities = result.capabilities;
      if (Array.isArray(result.supportedVersions)) {
        view.supportedVersions = result.supportedVersions.filter((version) => typeof version === 'string');
      }
      return;
    case 'tools/list':
      view.tools.learn(exchange, result, seq);
      return;
    case 'tools/call':
      view.taskTools.learn(exchange.params, result);
      return;
  }
}
