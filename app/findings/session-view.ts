import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import type { Direction, FrameRecord } from '../frame/record.ts';
import { CLIENT_CAPABILITIES_KEY, PROTOCOL_VERSION_KEY, SUBSCRIPTION_ID_KEY } from '../protocol/meta-keys.ts';
import { type Revision, readRevision } from '../protocol/revisions.ts';
import { readRpcId } from '../wire/rpc-id.ts';
import { ExchangeIndex } from './exchange-index.ts';
import { FragmentReader } from './fragment-reader.ts';
import type { SeenExchange } from './seen-exchange.ts';
import { TaskTools } from './task-tools.ts';
import { ToolCatalogue } from './tool-catalogue.ts';

/** What a request of 2026-07-28 says about itself (basic, "_meta"). */

/** What the rules know of a session: everything that the records before the judged one have shown. */
export class SessionView {
  /** What `initialize` agreed on; unknown before, and for a session without a handshake. */
  negotiated: Revision = 'unknown';
  /** True once the server has shown that it speaks 2026-07-28; a request alone proves nothing. */
  serverModern = false;
  /** The versions that `server/discover` named. */
  supportedVersions: readonly string[] = [];
  /** The last revision that a request of the client named. */
  lastDeclared: Revision = 'unknown';
  serverCapabilities: JsonObject | undefined;
  clientCapabilities: JsonObject | undefined;
  /** True once `notifications/initialized` was seen. */
  initialized = false;
  /** True where the traffic is known from its first frame on, without a gap. */
  complete = false;
  stdinClosed = false;
  /** When the client last sent something malformed on purpose, in milliseconds. */
  deliberateAt = Number.NEGATIVE_INFINITY;
  /** When the server last answered anything, in milliseconds. */
  lastAnswerAt = Number.NEGATIVE_INFINITY;
  lastAnswerSeq = 0;
  /** When the last record came, in milliseconds. */
  now = 0;
  /** The client's last message, where it was a notification; 0 otherwise. */
  lastNotificationSeq = 0;
  /** Lines of the client that no server could read and that got no error so far. */
  readonly unreadLines: { seq: number; at: number; text: string }[] = [];
  /** The ids of `subscriptions/listen` requests that the server has acknowledged. */
  readonly acknowledged = new Set<string>();
  readonly tools = new ToolCatalogue();
  readonly taskTools = new TaskTools();
  readonly exchanges = new ExchangeIndex();
  readonly fragments: { readonly [Sender in Direction]: FragmentReader } = {
    'client-to-server': new FragmentReader(),
    'server-to-client': new FragmentReader(),
  };
  /** The rules that say a thing only once a session, and have said it. */
  readonly said = new Set<string>();

  /** The revision of an exchange: what its request names, where the server speaks that era at all. */
  revisionOf(exchange: SeenExchange | undefined): Revision {
    if (exchange === undefined) return this.revision;
    return exchange.declared !== undefined && this.serverModern ? exchange.declared : this.negotiated;
  }

  /** The revision of what belongs to no request. */
  get revision(): Revision {
    if (this.negotiated !== 'unknown') return this.negotiated;
    return this.serverModern ? this.lastDeclared : 'unknown';
  }

  /** What the client declared for this exchange: in the request itself, or in `initialize`. */
  capabilitiesFor(exchange: SeenExchange | undefined): JsonObject | undefined {
    const meta = metaOf(exchange?.params);
    const declared = meta?.[CLIENT_CAPABILITIES_KEY];
    return isJsonObject(declared) ? declared : this.clientCapabilities;
  }

  /** Registers a request; `earlier` is the exchange that had its id. */
  open(
    record: FrameRecord,
    request: { id: SeenExchange['id']; method: string; params: unknown },
    earlier: SeenExchange | undefined,
  ): void {
    const version = metaOf(request.params)?.[PROTOCOL_VERSION_KEY];
    const declared = typeof version === 'string' ? readRevision(version) : undefined;
    if (declared !== undefined && record.direction === 'client-to-server') this.lastDeclared = declared;
    const exchange: SeenExchange = {
      sender: record.direction,
      id: request.id,
      method: request.method,
      params: request.params,
      seq: record.seq,
      at: record.at,
      deliberate: record.deliberate === true,
      declared,
      toolsGeneration: this.tools.generation,
      answerSeq: 0,
      inferred: false,
      givenUp: false,
      cancelledSeq: 0,
      cancelledAt: 0,
    };
    this.exchanges.add(exchange, earlier);
  }

  /** The request that a `notifications/cancelled` of `sender` names. */
  cancel(sender: Direction, params: unknown, seq: number, at: number): void {
    const id = isJsonObject(params) ? readRpcId(params.requestId, '') : undefined;
    const exchange = id === undefined ? undefined : this.exchanges.find(sender, id);
    if (exchange === undefined || exchange.answerSeq > 0 || exchange.cancelledSeq > 0) return;
    exchange.cancelledSeq = seq;
    exchange.cancelledAt = at;
  }

  /** The server has opened a subscription (2026-07-28, basic/utilities/subscriptions). */
  acknowledge(params: unknown): void {
    const subscription = metaOf(params)?.[SUBSCRIPTION_ID_KEY];
    if (subscription !== undefined) this.acknowledged.add(String(subscription));
  }

  /** A part of the traffic is missing: nothing may be concluded from what was not seen. */
  noteGap(): void {
    this.complete = false;
    this.exchanges.dropOpen();
    this.tools.outdate();
  }

  /** A new process, or a new handshake that counts its ids from the beginning. */
  beginLife(): void {
    this.negotiated = 'unknown';
    this.serverModern = false;
    this.supportedVersions = [];
    this.lastDeclared = 'unknown';
    this.serverCapabilities = undefined;
    this.clientCapabilities = undefined;
    this.initialized = false;
    this.stdinClosed = false;
    this.lastNotificationSeq = 0;
    this.unreadLines.length = 0;
    this.acknowledged.clear();
    this.exchanges.clear();
    this.tools.clear();
    this.taskTools.clear();
    this.fragments['client-to-server'].reset();
    this.fragments['server-to-client'].reset();
  }

  /** True the first time that `rule` asks in this session. */
  firstTime(rule: string): boolean {
    if (this.said.has(rule)) return false;
    this.said.add(rule);
    return true;
  }
}

/** The `_meta` of params or of a result. */
export function metaOf(params: unknown): JsonObject | undefined {
  return isJsonObject(params) && isJsonObject(params._meta) ? params._meta : undefined;
}
