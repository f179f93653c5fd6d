import { isDeepStrictEqual } from 'node:util';
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject } from '../../app/base/json-value.ts';
import type { LostAnswer } from '../../app/explain/lost-answer.ts';
import { targetOf } from '../../app/frame/target.ts';
import { SUBSCRIPTIONS_LISTEN } from '../../app/protocol/methods.ts';
import { type Asked, contentFit, meantRequest } from '../../app/session/answer-content.ts';
import {
  type Answer,
  type Envelope,
  envelopeOf,
  isBrokenAnswer,
  type RpcId,
  readRpcId,
  type WireMessage,
} from '../../app/wire/envelope.ts';
import type { CallContext } from './call-context.ts';

/**
 * How long the true answer may follow one whose id matches nothing pending, in milliseconds. A real client drops such a
 * frame, and a healthy server's good answer follows within this time.
 */
export const ORPHAN_GRACE_MS = 500;

/** Orphans are matched only against at most this many pending requests. */
const MAX_COMPARED = 16;

export type TapTransportOptions = {
  readonly send: (line: string, envelope: Envelope) => { seq: number; written: Promise<void> };
  readonly close: () => void;
  /** True if an answer with this id, or without a usable one, probably belongs to a raw message. */
  readonly mayAnswerRaw: (id: RpcId | undefined) => boolean;
  /** True for an answer that the client's own schemas accept; the client drops any other. */
  readonly clientReads: (answer: unknown) => boolean;
  /** True for a notification that the client handles; others are not passed to it. */
  readonly clientHears: (method: string) => boolean;
  /** Runs `work` after a delay in milliseconds; the returned function cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void;
  /** The revision for `initialize`; empty for the SDK's newest. */
  readonly revision: string;
};

/** The token that identifies a call's request: clients pass it to the transport unchanged. */
export type CallToken = RequestId | object;

type Pending = Asked & {
  readonly id: RequestId;
  readonly key: string;
  /** The token in the server's progress notifications for the request; undefined if it wants none. */
  readonly progressToken: unknown;
  call: CallContext | undefined;
};

/** A wait for a better answer to a request than an orphan that seems to fit it. */
type Claim = { stop: () => void; readonly restart: () => void };

/**
 * The transport under the SDK's client, above the recorded byte lines. Delivers what a real client would get, but
 * immediately settles calls whose answers that client cannot parse: the official transports leave them waiting for a
 * timeout (SDK 1.32 shared/stdio.js, protocol.js).
 */
export class TapTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Called with each notification before the client, with the seq of its record. */
  onnotification?: (method: string, params: unknown, seq: number) => void;
  protocolVersion: string | null = null;
  readonly #options: TapTransportOptions;
  readonly #pending = new Map<string, Pending>();
  readonly #claims = new Map<Pending, Claim>();
  /** Abandoned requests whose true answers may still come, by id. */
  readonly #late = new Map<string, Asked>();
  /** The highest request id so far: both SDKs count. */
  #newest = -1;
  /** The last answer that matched a request: a duplicate of it does not answer another one. */
  #last: unknown;
  /** The calls whose request was not sent yet, by its future token. */
  readonly #expected = new Map<CallToken, CallContext>();
  #detached = false;

  constructor(options: TapTransportOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {}

  async send(given: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#detached) return;
    const { revision } = this.#options;
    const message = revision === '' ? given : withRevision(given, revision);
    const line = JSON.stringify(message);
    const envelope = envelopeOf(message, line);
    const sent = this.#options.send(line, envelope);
    if ('method' in message && 'id' in message) {
      const call = this.#callOf(message.params, options);
      if (call !== undefined) {
        call.id = message.id;
        call.requestSeq = sent.seq;
      }
      // A subscription stays open by design: nothing waits for its answer.
      if (message.method !== SUBSCRIPTIONS_LISTEN) {
        const key = envelope.kind === 'request' ? envelope.id.key : '';
        const progressToken = message.params?._meta?.progressToken;
        const { id, method } = message;
        const target = targetOf(method, message.params);
        this.#pending.set(key, { id, key, method, target, progressToken, call });
        if (typeof id === 'number') this.#newest = id;
      }
    }
    await sent.written;
  }

  async close(): Promise<void> {
    if (!this.#detached) this.#options.close();
  }

  /** Releases the client: it sends and receives nothing more, and the connection remains for another client. */
  detach(): void {
    this.#detached = true;
    this.disconnected();
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version;
  }

  /** The connection is closed: the client settles its open calls. */
  disconnected(): void {
    for (const waiting of this.#claims.keys()) this.#endClaim(waiting);
    this.#pending.clear();
    this.onclose?.();
  }

  /**
   * Assigns the request with `token` to `call` once the client sends it, since neither SDK exposes request ids. Both
   * pass the option `relatedRequestId` to the transport, where stdio does not use it (SDK 1.32 shared/protocol.js,
   * client 2.4.0 `_requestWithSchemaViaCodec`), and `Client.listen` passes its filter.
   */
  expect(token: CallToken, call: CallContext): void {
    this.#expected.set(token, call);
  }

  /** Nobody waits for this id now. */
  forget(token: CallToken): void {
    this.#expected.delete(token);
  }

  /** Nobody waits for this id any more. */
  abandon(id: RequestId): void {
    const key = readRpcId(id, '')?.key ?? '';
    const waiting = this.#pending.get(key);
    if (waiting === undefined) return;
    this.#endClaim(waiting);
    this.#pending.delete(key);
    waiting.call = undefined;
    this.#late.set(key, waiting);
  }

  /** Handles a single server message with the seq of its record. */
  deliver({ envelope, value }: WireMessage, seq: number): void {
    switch (envelope.kind) {
      case 'result':
      case 'error':
        this.#answer(envelope, value, seq);
        return;
      case 'notification':
        this.onnotification?.(envelope.method, envelope.params, seq);
        if (envelope.method === 'notifications/progress') this.#holdOff(envelope.params);
        // The client tries three schemas before it drops a notification: in a burst, a fifth of the total time.
        if (this.#options.clientHears(envelope.method)) this.#deliver(value);
        return;
      case 'request':
        this.#deliver(value);
        return;
      case 'batch':
        this.onerror?.(new Error('a batch that was not taken apart'));
        return;
      default:
        this.onerror?.(new Error(envelope.reason));
    }
  }

  /** The request with this id will not be answered: the client must not wait for its timeout. */
  unanswered(id: RpcId, { text, seq }: LostAnswer): void {
    const waiting = this.#pending.get(this.#pendingKey(id));
    if (waiting !== undefined) {
      this.#pending.delete(waiting.key);
      this.#endClaim(waiting);
      if (waiting.call !== undefined) {
        waiting.call.lost = text;
        waiting.call.answerSeq = seq;
      }
    }
    // It exists only inside the client; the wire traffic is recorded.
    this.onmessage?.({ jsonrpc: '2.0', id: JSON.parse(id.text), error: { code: -32000, message: text } });
  }

  #callOf(params: unknown, options: TransportSendOptions | undefined): CallContext | undefined {
    const filter = isJsonObject(params) ? params.notifications : undefined;
    const token = options?.relatedRequestId ?? (isJsonObject(filter) ? filter : undefined);
    if (token === undefined) return undefined;
    const call = this.#expected.get(token);
    this.#expected.delete(token);
    return call;
  }

  #answer(envelope: Answer, value: unknown, seq: number): void {
    const key = this.#pendingKey(envelope.id);
    const waiting = this.#pending.get(key);
    if (waiting !== undefined) {
      this.#last = value;
      this.#settle(waiting, envelope, value, seq);
      return;
    }
    this.#deliver(value);
    const late = this.#late.get(key);
    this.#late.delete(key);
    if (late !== undefined && contentFit(envelope, late) !== 'other') return;
    if (this.#options.mayAnswerRaw(envelope.id)) return;
    if (this.#pending.size > 0 && !isDeepStrictEqual(value, this.#last)) this.#claim(envelope, value, seq);
  }

  /** Uses an answer whose id matches nothing for the pending request that it fits, unless a better one follows. */
  #claim(envelope: Answer, value: unknown, seq: number): void {
    const isTaken = envelope.id !== undefined && Number(envelope.id.text) <= this.#newest;
    const open = this.#pending.size > MAX_COMPARED ? [] : [...this.#pending.values()];
    // The first of two orphans is the answer: nothing was requested between them.
    const unclaimed = open.filter((one) => !this.#claims.has(one));
    const waiting = meantRequest(envelope, unclaimed, isTaken);
    if (waiting === undefined) return;
    this.#last = undefined;
    const start = () =>
      this.#options.after(ORPHAN_GRACE_MS, () => {
        this.#late.set(waiting.key, waiting);
        this.#settle(waiting, envelope, isJsonObject(value) ? { ...value, id: waiting.id } : value, seq);
      });
    const claim = {
      stop: start(),
      restart: () => {
        claim.stop();
        claim.stop = start();
      },
    };
    this.#claims.set(waiting, claim);
  }

  /** Progress shows that the server still works on the request, so an orphan is not its answer yet. */
  #holdOff(params: unknown): void {
    const token = isJsonObject(params) ? params.progressToken : undefined;
    if (token === undefined) return;
    for (const [{ progressToken }, claim] of this.#claims) if (progressToken === token) claim.restart();
  }

  #endClaim(waiting: Pending): void {
    this.#claims.get(waiting)?.stop();
    this.#claims.delete(waiting);
  }

  #settle(waiting: Pending, envelope: Answer, value: unknown, seq: number): void {
    this.#pending.delete(waiting.key);
    this.#endClaim(waiting);
    const { call, id } = waiting;
    // A Map retains deleted entries for a while.
    waiting.call = undefined;
    const fault = this.#faultOf(envelope, value);
    if (call !== undefined) {
      // The client may reject the answer; the caller can still see it.
      if (envelope.kind === 'result') call.result = envelope.result;
      else call.error = envelope.error;
      call.answered = fault === '' ? envelope.kind : 'unreadable';
      call.answerSeq = seq;
    }
    if (fault === '') this.#deliver(value);
    else this.#endWait(id, fault);
  }

  /** Why the client cannot read an answer; empty if it can. */
  #faultOf(envelope: Answer, value: unknown): string {
    if (isBrokenAnswer(envelope)) return envelope.faults.join(', ');
    return this.#options.clientReads(value) ? '' : 'a shape that the client does not know';
  }

  /** Ends the client's wait. This answer exists only inside the client and is never recorded. */
  #endWait(id: RequestId, fault: string): void {
    const message = `The answer breaks JSON-RPC (${fault}), so no client can read it.`;
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32600, message } });
  }

  /** The SDK's client accepts "5" for 5 (SDK 1.32 shared/protocol.js), so the request counts as answered. */
  #pendingKey(id: RpcId | undefined): string {
    if (id === undefined) return '';
    const asNumber = id.key.startsWith('s:') ? `n:${id.key.slice(2)}` : id.key;
    return this.#pending.has(id.key) ? id.key : asNumber;
  }

  #deliver(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.onmessage?.(value as JSONRPCMessage);
  }
}

/** SDK 1.x always requests its newest revision; a user may want another one. */
function withRevision(message: JSONRPCMessage, protocolVersion: string): JSONRPCMessage {
  if (!('method' in message) || message.method !== 'initialize') return message;
  return { ...message, params: { ...message.params, protocolVersion } };
}
