import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import type { FrameRecord } from '../frame/record.ts';
import { CLIENT_CAPABILITIES_KEY, PROTOCOL_VERSION_KEY, SERVER_INFO_KEY } from '../protocol/meta-keys.ts';
import type { Envelope } from '../wire/envelope.ts';

/** What the handshake told so far. */
export type Facts = {
  readonly server: { readonly name: string; readonly version: string } | null;
  /** The revision that both agreed on; null before. */
  readonly protocolVersion: string | null;
  readonly instructions: string;
  readonly serverCapabilities: JsonObject;
  readonly clientCapabilities: JsonObject;
};

const NONE: JsonObject = {};
const NOTHING: Facts = {
  server: null,
  protocolVersion: null,
  instructions: '',
  serverCapabilities: NONE,
  clientCapabilities: NONE,
};

/**
 * What the handshake tells about a session: who the server is, which revision, what both sides can do.
 * Reads `initialize` (up to 2025-11-25) and `server/discover` (2026-07-28) and passes over all other frames.
 */
export class SessionFacts implements Facts {
  #facts: Facts = NOTHING;
  /** The handshake requests that wait for their answer, by id. */
  readonly #asked = new Map<string, { readonly method: string; readonly params: unknown }>();

  get server(): Facts['server'] {
    return this.#facts.server;
  }

  get protocolVersion(): string | null {
    return this.#facts.protocolVersion;
  }

  get instructions(): string {
    return this.#facts.instructions;
  }

  get serverCapabilities(): JsonObject {
    return this.#facts.serverCapabilities;
  }

  get clientCapabilities(): JsonObject {
    return this.#facts.clientCapabilities;
  }

  /** The facts as a plain value that no later frame changes. */
  snapshot(): Facts {
    return this.#facts;
  }

  /** Takes the next frame with its reading; true where a fact is new. */
  ingest(record: FrameRecord, envelope: Envelope): boolean {
    if (envelope.kind === 'request') {
      if (record.direction !== 'client-to-server') return false;
      const { method, params } = envelope;
      if (method === 'initialize' || method === 'server/discover') {
        this.#asked.set(envelope.id.key, { method, params });
      }
      return false;
    }
    if (this.#asked.size === 0 || record.direction !== 'server-to-client') return false;
    if (envelope.kind !== 'result' && envelope.kind !== 'error') return false;
    return this.#answer(envelope);
  }

  #answer(envelope: Extract<Envelope, { kind: 'result' | 'error' }>): boolean {
    const key = envelope.id?.key ?? '';
    const asked = this.#asked.get(key);
    if (asked === undefined) return false;
    this.#asked.delete(key);
    if (envelope.kind === 'error' || !isJsonObject(envelope.result)) return false;
    const facts = asked.method === 'initialize' ? initialized : discovered;
    this.#facts = facts(asked.params, envelope.result);
    return true;
  }
}

/** 2025-11-25, basic/lifecycle, "Initialization". */
function initialized(params: unknown, result: JsonObject): Facts {
  const capabilities = isJsonObject(params) ? params.capabilities : undefined;
  return factsOf(result, result.serverInfo, capabilities, stringAt(result, 'protocolVersion'));
}

/** 2026-07-28, server/discover and basic "_meta": what both sides say of themselves is in `_meta`. */
function discovered(params: unknown, result: JsonObject): Facts {
  const told = isJsonObject(params) && isJsonObject(params._meta) ? params._meta : NONE;
  const meta = isJsonObject(result._meta) ? result._meta : NONE;
  const supported = Array.isArray(result.supportedVersions) ? result.supportedVersions : [];
  const wanted = stringAt(told, PROTOCOL_VERSION_KEY);
  const agreed = wanted !== undefined && supported.includes(wanted) ? wanted : supported[0];
  const serverInfo = meta[SERVER_INFO_KEY] ?? result.serverInfo;
  return factsOf(result, serverInfo, told[CLIENT_CAPABILITIES_KEY], agreed);
}

function factsOf(
  result: JsonObject,
  serverInfo: unknown,
  clientCapabilities: unknown,
  protocolVersion: unknown,
): Facts {
  const name = stringAt(serverInfo, 'name');
  return {
    server: name === undefined ? null : { name, version: stringAt(serverInfo, 'version') ?? '' },
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : null,
    instructions: stringAt(result, 'instructions') ?? '',
    serverCapabilities: isJsonObject(result.capabilities) ? result.capabilities : NONE,
    clientCapabilities: isJsonObject(clientCapabilities) ? clientCapabilities : NONE,
  };
}
