import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { SUBSCRIPTIONS_LISTEN } from '../../app/protocol/methods.ts';
import { type Answer, type Envelope, isBrokenAnswer, readValue } from '../../app/wire/envelope.ts';

import { readRpcId } from '../../app/wire/rpc-id.ts';
import type { CallContext } from './call-context.ts';
import type { ServerMessage } from './server-message.ts';

export type TapTransportWire = {
  /** Records and writes one line; gives the seq of its record. */
  send(line: string, envelope: Envelope): { seq: number; written: Promise<void> };
  /** The client closes the connection. */
  close(): void;
};

type Pending = { readonly id: RequestId; call: CallContext | undefined };

/**
 * The transport under the SDK's client, above the recorded byte lines. It hands on what a real
 * client would get, and settles at once the calls whose answers that client cannot parse:
 * the official transports leave those waiting for a time-out (SDK 1.32 shared/stdio.js, protocol.js).
 */
export class TapTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Hears each notification before the client does, with the seq of its record. */
  onnotification?: (method: string, params: unknown, seq: number) => void;
  protocolVersion: string | null = null;
  readonly #wire: TapTransportWire;
  /** The revision that `initialize` asks for instead of the SDK's newest; empty for that one. */
  readonly #revision: string;
  readonly #pending = new Map<string, Pending>();

  #sender: CallContext | undefined;
  #detached = false;
  #complaint = '';

  constructor(wire: TapTransportWire, revision = '') {
    this.#wire = wire;
    this.#revision = revision;
  }

  async start(): Promise<void> {}

  async send(given: JSONRPCMessage): Promise<void> {
    if (this.#detached) return;
    const message = this.#revision === '' ? given : withRevision(given, this.#revision);
    const line = JSON.stringify(message);
    const envelope = readValue(message, line);
    const sent = this.#wire.send(line, envelope);
    if ('method' in message && 'id' in message) {
      const call = this.#sender;
      this.#sender = undefined;
      if (call !== undefined) {
        call.id = message.id;
        call.requestSeq = sent.seq;
      }
      // A subscription stays open by its nature: nothing waits for its answer.
      if (message.method !== SUBSCRIPTIONS_LISTEN) {
        const key = envelope.kind === 'request' ? envelope.id.key : '';
        this.#pending.set(key, { id: message.id, call });
      }
    }
    await sent.written;
  }

  async close(): Promise<void> {
    if (!this.#detached) this.#wire.close();
  }

  /** Lets go of the client: it sends and hears nothing more, and the connection stays for another one. */
  detach(): void {
    this.#detached = true;
    this.disconnected();
  }

  /** The client's objection to a message that it was handed. */
  complained(error: Error): void {
    this.#complaint = error.message;
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version;
  }

  /** The connection is gone: the client settles what is open. */
  disconnected(): void {
    this.#pending.clear();
    this.onclose?.();
  }

  /**
   * Takes the next request for `call`: the SDK does not give its ids away. It sends within the
   * synchronous part of `start`, but for the handshake, before which nothing else can be sent.
   */
  sendFor<Value>(call: CallContext, handshake: boolean, start: () => Value): Value {
    this.#sender = call;
    try {
      return start();
    } finally {
      if (!handshake) this.#sender = undefined;
    }
  }

  /** Nobody waits for this id any more. */
  abandon(id: RequestId): void {
    this.#pending.delete(readRpcId(id, '')?.key ?? '');
  }

  /**
   * Takes one line of the server with the seq of its record. `guessed` is false where an answer without a
   * usable id may be meant for a line that the client did not send.
   */
  deliver(message: ServerMessage, seq: number, guessed = true): void {
    const { envelope, value } = message;
    switch (envelope.kind) {
      case 'batch':
        for (const [index, item] of envelope.items.entries()) {
          this.deliver(
            { envelope: item, value: Array.isArray(value) ? value[index] : undefined },
            seq,
            guessed,
          );
        }
        return;
      case 'result':
      case 'error':
        this.#answer(envelope, value, seq, guessed);
        return;
      case 'notification':
        this.onnotification?.(envelope.method, envelope.params, seq);
        this.#hand(value);
        return;
      case 'request':
        this.#hand(value);
        return;
      default:
        this.onerror?.(new Error(envelope.reason));
    }
  }

  #answer(envelope: Answer, value: unknown, seq: number, guessed: boolean): void {
    const key = envelope.id === undefined ? this.#onlyPending(guessed) : this.#pendingKey(envelope.id.key);
    const waiting = this.#pending.get(key);
    if (waiting === undefined) {
      this.#hand(value);
      return;
    }
    this.#pending.delete(key);
    const { call } = waiting;
    // A map keeps for a while what was deleted from it.
    waiting.call = undefined;
    // The client may refuse what it is handed: who asked can then still see it.
    if (call !== undefined && envelope.kind === 'result') call.result = envelope.result;
    const fault = isBrokenAnswer(envelope) ? envelope.faults.join(', ') : this.#refused(value);
    if (call !== undefined) {
      call.answered = fault === '' ? envelope.kind : 'unreadable';
      call.answerSeq = seq;
    }
    if (fault !== '') this.#settle(waiting.id, fault);
  }

  /** Hands an answer on; gives the client's objection where its schema does not know the shape. */
  #refused(value: unknown): string {
    this.#complaint = '';
    this.#hand(value);
    return this.#complaint;
  }

  /** Ends the client's wait. This answer exists only inside the client: it is never recorded. */
  #settle(id: RequestId, fault: string): void {
    const message = `The answer breaks JSON-RPC (${fault}), so no client can read it.`;
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32600, message } });
  }

  /** The SDK's client takes "5" for 5 (SDK 1.32 shared/protocol.js), so the answer counts as come. */
  #pendingKey(key: string): string {
    const asNumber = key.startsWith('s:') ? `n:${key.slice(2)}` : key;
    return this.#pending.has(key) ? key : asNumber;
  }

  /** An answer without a usable id can only be meant for the one call in flight. */
  #onlyPending(guessed: boolean): string {
    return guessed && this.#pending.size === 1 ? ([...this.#pending.keys()][0] ?? '') : '';
  }

  #hand(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.onmessage?.(value as JSONRPCMessage);
  }
}

/** SDK 1.x always asks for its newest revision; a user may want another. */
function withRevision(message: JSONRPCMessage, protocolVersion: string): JSONRPCMessage {
  if (!('method' in message) || message.method !== 'initialize') return message;
  return { ...message, params: { ...message.params, protocolVersion } };
}
