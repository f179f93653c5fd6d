import { isJsonObject, type JsonObject, stringAt, writtenOut } from '../base/json-value.ts';
import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  PROTOCOL_VERSION_KEY,
  SERVER_INFO_KEY,
  SUBSCRIPTION_ID_KEY,
} from '../protocol/meta-keys.ts';
import { SUBSCRIPTIONS_LISTEN } from '../protocol/methods.ts';
import { type Revision, readRevision } from '../protocol/revisions.ts';
import type { WireError } from '../wire/envelope.ts';
import { promptCatalog, resourceCatalog, toolCatalog } from './catalog.ts';
import type { Exchange } from './exchange.ts';
import type { EndedBy } from './process-event.ts';

/** A peer's own introduction; the version is empty if it gave none. */
export type Peer = { readonly name: string; readonly version: string };

/** What both peers said about themselves, in the handshake or in a frame's `_meta`. */
export type Peers = {
  readonly server: Peer | null;
  /** The server's caller; a host application, if the traffic was tapped. */
  readonly client: Peer | null;
  /** The agreed or used revision; null while unknown. */
  readonly protocolVersion: string | null;
  readonly instructions: string;
  readonly serverCapabilities: JsonObject;
  readonly clientCapabilities: JsonObject;
};

const NONE: JsonObject = {};
export const NO_PEERS: Peers = {
  server: null,
  client: null,
  protocolVersion: null,
  instructions: '',
  serverCapabilities: NONE,
  clientCapabilities: NONE,
};

/** The errors that only 2026-07-28 defines. */
export const STATELESS_CODES: readonly number[] = [-32020, -32021, -32022];

/** Facts about a session from the records so far; all but `peers` and `complete` concern one process run. */
export class SessionFacts {
  /** Kept across restarts until the next run introduces itself; a new object whenever a fact changes. */
  peers: Peers = NO_PEERS;
  /** The revision agreed by `initialize`; unknown before, and in a session without a handshake. */
  negotiated: Revision = 'unknown';
  /** True once the server has proven that it speaks 2026-07-28; a request alone proves nothing. */
  serverStateless = false;
  supportedVersions: readonly string[] = [];
  /** The last revision declared by a client request. */
  lastDeclared: Revision = 'unknown';
  serverCapabilities: JsonObject | undefined;
  clientCapabilities: JsonObject | undefined;
  initializing = false;
  /** The record of `notifications/initialized`; infinite before it. */
  initializedSeq = Number.POSITIVE_INFINITY;
  /** True once the client has sent `server/discover`. */
  probed = false;
  /** True if `initialize` was sent before `server/discover` had revealed a stateless server, so it is a probe too. */
  isFallback = false;
  /** True if the traffic is known from its first frame on, without a gap. */
  complete = false;
  /** True once the client has closed the server's stdin or reports the end of the session. */
  stdinClosed = false;
  /** Who ended the server; nothing can be answered until the next start. Undefined while it runs. */
  endedBy: EndedBy | undefined;
  /** Recent good results under wrong ids, minus recent answers under the ids of their requests. */
  misnumbered = 0;
  now = 0;
  /** The record with which this run of the server started; 0 for the first. */
  runSeq = 0;
  /** The last record that represents lost traffic; 0 for none. */
  gapSeq = 0;
  /** The ids of `subscriptions/listen` requests that the server has acknowledged. */
  readonly acknowledged = new Set<string>();
  readonly tools = toolCatalog();
  readonly prompts = promptCatalog();
  readonly resources = resourceCatalog();

  /** True for a server that does not repeat ids, so the request of an answer is never certain. */
  get misnumbers(): boolean {
    return this.misnumbered > 1;
  }

  /** The record from which this run is known without a gap; 0 for the first. */
  get knownSince(): number {
    return Math.max(this.runSeq, this.gapSeq);
  }

  /** True for an era probe once another probe has been decisive: silence is then a valid answer. */
  isProbeOver({ method }: Readonly<Exchange>): boolean {
    if (method === 'server/discover') return this.initializing;
    return method === 'initialize' && this.isFallback && this.serverStateless;
  }

  /** The revision for records without a request. */
  get revision(): Revision {
    if (this.negotiated !== 'unknown') return this.negotiated;
    return this.serverStateless ? this.lastDeclared : 'unknown';
  }

  get initialized(): boolean {
    return this.initializedSeq < Number.POSITIVE_INFINITY;
  }

  /** The revision of an exchange: the one its request declares, if the server speaks that era. */
  revisionOf(exchange: Readonly<Exchange> | undefined): Revision {
    if (exchange === undefined) return this.revision;
    return exchange.declared !== undefined && this.serverStateless ? exchange.declared : this.negotiated;
  }

  /** The client capabilities declared for this exchange: in the request itself, or in `initialize`. */
  capabilitiesFor(exchange: Readonly<Exchange> | undefined): JsonObject | undefined {
    const declared = metaOf(exchange?.params)?.[CLIENT_CAPABILITIES_KEY];
    return isJsonObject(declared) ? declared : this.clientCapabilities;
  }

  /** The client is a host with this name, according to something other than its `initialize`. */
  noteClient(name: string, version: unknown): void {
    const client = { name, version: typeof version === 'string' ? version : '' };
    this.peers = { ...this.peers, client: this.peers.client ?? client };
  }

  /** A new process, or a new handshake that restarts its ids. */
  startRun(seq: number): void {
    this.runSeq = seq;
    this.negotiated = 'unknown';
    this.serverStateless = false;
    this.supportedVersions = [];
    this.lastDeclared = 'unknown';
    this.serverCapabilities = undefined;
    this.clientCapabilities = undefined;
    this.initializing = false;
    this.initializedSeq = Number.POSITIVE_INFINITY;
    this.probed = false;
    this.isFallback = false;
    this.stdinClosed = false;
    this.misnumbered = 0;
    this.endedBy = undefined;
    this.acknowledged.clear();
    this.tools.clear();
    this.prompts.clear();
    this.resources.clear();
  }

  /** Traffic is missing: nothing may be concluded from what was not seen. */
  noteGap(seq: number): void {
    this.complete = false;
    this.gapSeq = seq;
    this.tools.outdate();
    this.prompts.outdate();
    this.resources.outdate();
  }

  /** Learns from a client request; `declared` is its declared revision. */
  learnFromRequest(method: string, params: unknown, declared: Revision | undefined): void {
    if (declared !== undefined) this.lastDeclared = declared;
    if (method === 'initialize') {
      this.complete = true;
      this.initializing = true;
      this.isFallback = this.probed && !this.serverStateless;
      if (isJsonObject(params) && isJsonObject(params.capabilities))
        this.clientCapabilities = params.capabilities;
    } else if (method === 'server/discover') {
      this.complete = true;
      this.probed = true;
    }
  }

  learnFromNotification(method: string, params: unknown, seq: number): void {
    if (method === 'notifications/initialized') this.initializedSeq = Math.min(this.initializedSeq, seq);
    else if (method === 'notifications/tools/list_changed') this.tools.outdate();
    else if (method === 'notifications/prompts/list_changed') this.prompts.outdate();
    else if (method === 'notifications/resources/list_changed') this.resources.outdate();
    else if (method === 'notifications/subscriptions/acknowledged') {
      const subscription = metaOf(params)?.[SUBSCRIPTION_ID_KEY];
      if (subscription !== undefined) this.acknowledged.add(writtenOut(subscription));
    }
  }

  learnFromError({ declared }: Readonly<Exchange>, { code }: WireError): void {
    if (declared !== undefined && STATELESS_CODES.some((one) => one === code)) this.serverStateless = true;
  }

  /** Learns from a result, which may itself reveal the era. */
  learnFromResult(exchange: Readonly<Exchange>, result: JsonObject, seq: number): void {
    if (exchange.declared !== undefined && exchange.method !== 'initialize') {
      if ('resultType' in result || Array.isArray(result.supportedVersions)) this.serverStateless = true;
    }
    const ofClient = exchange.sender === 'client-to-server';
    switch (exchange.method) {
      case 'initialize':
        this.negotiated = readRevision(result.protocolVersion);
        if (isJsonObject(result.capabilities)) this.serverCapabilities = result.capabilities;
        if (ofClient) this.peers = initialized(exchange.params, result);
        return;
      case 'server/discover':
        if (isJsonObject(result.capabilities)) this.serverCapabilities = result.capabilities;
        if (Array.isArray(result.supportedVersions)) {
          this.supportedVersions = result.supportedVersions.filter((version) => typeof version === 'string');
        }
        if (ofClient) this.peers = discovered(exchange.params, result);
        return;
      case 'tools/list':
        this.tools.learn(exchange, result, seq, exchange.toolsGeneration === this.tools.generation);
        break;
      case 'prompts/list':
        this.prompts.learn(exchange, result, seq);
        break;
      case 'resources/list':
        this.resources.learn(exchange, result, seq);
        break;
      case SUBSCRIPTIONS_LISTEN:
        return;
    }
    if (ofClient && this.serverStateless && exchange.declared !== undefined)
      this.#learnPeers(exchange, result);
  }

  /** Each request and result in 2026-07-28 identifies its sender (basic/index.mdx, "_meta"). */
  #learnPeers({ declared, params }: Readonly<Exchange>, result: JsonObject): void {
    const { protocolVersion, server } = this.peers;
    if (protocolVersion !== declared) {
      const meta = metaOf(params) ?? NONE;
      const version = stringAt(meta, PROTOCOL_VERSION_KEY) ?? protocolVersion;
      const capabilities = meta[CLIENT_CAPABILITIES_KEY];
      if (version !== protocolVersion) {
        const clientCapabilities = isJsonObject(capabilities) ? capabilities : this.peers.clientCapabilities;
        this.peers = { ...this.peers, protocolVersion: version, clientCapabilities };
      }
    }
    const client = this.peers.client ?? peerOf(metaOf(params)?.[CLIENT_INFO_KEY]);
    if (client !== this.peers.client) this.peers = { ...this.peers, client };
    if (server !== null) return;
    const named = peerOf(metaOf(result)?.[SERVER_INFO_KEY]);
    if (named !== null) this.peers = { ...this.peers, server: named };
  }
}

/** The `_meta` of params or of a result. */
export function metaOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) && isJsonObject(value._meta) ? value._meta : undefined;
}

/** The revision that a request declares in its `_meta`; undefined for none. */
export function declaredRevision(params: unknown): Revision | undefined {
  const version = metaOf(params)?.[PROTOCOL_VERSION_KEY];
  return typeof version === 'string' ? readRevision(version) : undefined;
}

/** 2025-11-25, basic/lifecycle, "Initialization". */
function initialized(params: unknown, result: JsonObject): Peers {
  const { capabilities, clientInfo } = isJsonObject(params) ? params : NONE;
  const agreed = stringAt(result, 'protocolVersion');
  return peersOf(result, { server: result.serverInfo, client: clientInfo, capabilities, agreed });
}

/** 2026-07-28, server/discover and basic "_meta": both sides introduce themselves in `_meta`. */
function discovered(params: unknown, result: JsonObject): Peers {
  const requestMeta = metaOf(params) ?? NONE;
  const meta = metaOf(result) ?? NONE;
  const supported = Array.isArray(result.supportedVersions) ? result.supportedVersions : [];
  const wanted = stringAt(requestMeta, PROTOCOL_VERSION_KEY);
  const agreed = wanted !== undefined && supported.includes(wanted) ? wanted : supported[0];
  return peersOf(result, {
    server: meta[SERVER_INFO_KEY] ?? result.serverInfo,
    client: requestMeta[CLIENT_INFO_KEY],
    capabilities: requestMeta[CLIENT_CAPABILITIES_KEY],
    agreed,
  });
}

/** The unvalidated values of each fact in the frames. */
type Introduction = {
  readonly server: unknown;
  readonly client: unknown;
  readonly capabilities: unknown;
  readonly agreed: unknown;
};

function peersOf(result: JsonObject, { server, client, capabilities, agreed }: Introduction): Peers {
  return {
    server: peerOf(server),
    client: peerOf(client),
    protocolVersion: typeof agreed === 'string' ? agreed : null,
    instructions: stringAt(result, 'instructions') ?? '',
    serverCapabilities: isJsonObject(result.capabilities) ? result.capabilities : NONE,
    clientCapabilities: isJsonObject(capabilities) ? capabilities : NONE,
  };
}

function peerOf(info: unknown): Peer | null {
  const name = stringAt(info, 'name');
  return name === undefined ? null : { name, version: stringAt(info, 'version') ?? '' };
}
