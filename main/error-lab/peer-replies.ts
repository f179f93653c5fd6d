import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isJsonObject, type JsonObject } from '../../app/base/json-value.ts';

/** What the client made of a raw request. */
export type PeerReply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: JsonObject }
  | { readonly kind: 'silence' };

/** Waits for answers to requests that the SDK knows nothing of, because the lab wrote them itself. */
export class PeerReplies {
  readonly #waiting = new Map<string | number, (reply: PeerReply) => void>();

  /** The reply to the request with this id, or silence once `limit` settles. */
  async wait(id: string | number, limit: Promise<void>): Promise<PeerReply> {
    const reply = new Promise<PeerReply>((resolve) => this.#waiting.set(id, resolve));
    const silence = limit.then((): PeerReply => ({ kind: 'silence' }));
    try {
      return await Promise.race([reply, silence]);
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Takes the replies that are waited for out of a connected transport; the rest goes to the SDK. */
  watch(transport: Transport): void {
    const toSdk = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if (!this.#take(message)) toSdk?.(message, extra);
    };
  }

  #take(message: unknown): boolean {
    if (!isJsonObject(message) || 'method' in message) return false;
    const { id } = message;
    if (typeof id !== 'string' && typeof id !== 'number') return false;
    const settle = this.#waiting.get(id);
    if (settle === undefined) return false;
    const { error } = message;
    settle(isJsonObject(error) ? { kind: 'error', error } : { kind: 'result', result: message.result });
    return true;
  }
}
