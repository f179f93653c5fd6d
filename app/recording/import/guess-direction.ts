import { isJsonObject } from '../../base/json-value.ts';
import { type Direction, opposite } from '../../frame/record.ts';
import { onlySenderOf } from '../../protocol/methods.ts';
import { type Envelope, readEnvelope } from '../../wire/envelope.ts';
import { readRpcId } from '../../wire/rpc-id.ts';

/** Guesses who sent a message, in a file that does not say: from methods, and from who sent the request of an answer. */
export class DirectionGuess {
  /** The sender of each request that waits for its answer, by id. */
  readonly #asked = new Map<string, Direction>();

  /** Takes the next line of the file. A line that is no message counts as the server's. */
  next(raw: string): Direction {
    return this.#of(readEnvelope(raw));
  }

  #of(envelope: Envelope): Direction {
    switch (envelope.kind) {
      case 'request': {
        const sender = onlySenderOf(envelope.method) ?? 'client-to-server';
        this.#asked.set(envelope.id.key, sender);
        return sender;
      }
      case 'notification':
        return this.#ofNotification(envelope.method, envelope.params);
      case 'result':
      case 'error': {
        const key = envelope.id?.key ?? '';
        const asker = this.#asked.get(key) ?? 'client-to-server';
        this.#asked.delete(key);
        return opposite(asker);
      }
      case 'batch':
        return envelope.items.map((item) => this.#of(item))[0] ?? 'server-to-client';
      case 'not-json':
      case 'not-json-rpc':
        return 'server-to-client';
    }
  }

  #ofNotification(method: string, params: unknown): Direction {
    if (method !== 'notifications/cancelled') return onlySenderOf(method) ?? 'server-to-client';
    // Only who sent a request may cancel it (2025-11-25, basic/utilities/cancellation).
    const id = isJsonObject(params) ? readRpcId(params.requestId, '') : undefined;
    return this.#asked.get(id?.key ?? '') ?? 'client-to-server';
  }
}
