import { isJsonObject, parseJson } from '../../base/json-value.ts';
import { type Direction, opposite } from '../../frame/record.ts';
import { onlySenderOf } from '../../protocol/methods.ts';
import { type Envelope, readEnvelope, readRpcId } from '../../wire/envelope.ts';
import { frameEntry, markEntry } from './entry.ts';
import type { FileHead } from './file-head.ts';
import { type LineFormat, NO_PROCESS, NO_STDERR } from './foreign-format.ts';

/** Guesses the sender of a message in a file without directions: from methods, and from the request of an answer. */
export class DirectionGuess {
  readonly #asked = new Map<string, Direction>();

  /** Takes the next line of the file. A line that is not a message is attributed to the server. */
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
    // Only the sender of a request may cancel it (2025-11-25, basic/utilities/cancellation).
    const id = isJsonObject(params) ? readRpcId(params.requestId, '') : undefined;
    return this.#asked.get(id?.key ?? '') ?? 'client-to-server';
  }
}

/** One JSON-RPC message or batch per line. Any other line stays a line without a sender. */
export const jsonRpcLines: LineFormat = {
  kind: 'lines',
  title: 'JSON-RPC lines',
  notes: [
    'The file has no times: all frames are shown at the same moment, in the order of the file.',
    'The file does not say who sent a message: directions are guessed from methods and ids.',
    'Lines that are no messages are shown as lines: the file does not say who wrote them.',
    NO_STDERR,
    NO_PROCESS,
  ],
  recognizes: (head) => head.lines.some(isMessage) && head.lines.every((line) => /^\s*[[{"]/.test(line)),
  start: () => {
    const guess = new DirectionGuess();
    return ({ text }) => (mayBeMessage(text) ? frameEntry(guess.next(text), text) : markEntry(text));
  },
};

/** False for text that no peer can have meant as a message. */
function mayBeMessage(text: string): boolean {
  return /^\s*(?:\[\s*)?\{/.test(text) && /"(?:jsonrpc|id|method|result|error)"\s*:/.test(text);
}

function isMessage(line: FileHead['lines'][number]): boolean {
  if (!/^\s*[[{]/.test(line)) return false;
  return [parseJson(line)].flat().some((item) => isJsonObject(item) && item.jsonrpc === '2.0');
}
