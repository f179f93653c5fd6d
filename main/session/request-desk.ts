import { isJsonObject } from '../../app/base/json-value.ts';
import { replyTo } from '../../app/protocol/ask-answer.ts';
import { canBeAsked } from '../../app/protocol/client-capabilities.ts';
import type { Envelope } from '../../app/wire/envelope.ts';
import { readRpcId } from '../../app/wire/rpc-id.ts';
import type { AskDesk } from './ask-desk.ts';
import type { Params } from './protocol-client.ts';

/**
 * Takes the requests of an `initialize`-era server that a user may answer, before the SDK's client sees
 * them: that client would answer with what its schemas allow, and a user may want to send anything.
 */
export class RequestDesk {
  readonly #desk: AskDesk;
  readonly #capabilities: Params;
  readonly #send: (line: string) => void;
  readonly #open = new Map<string, AbortController>();

  constructor(desk: AskDesk, capabilities: Params, send: (line: string) => void) {
    this.#desk = desk;
    this.#capabilities = capabilities;
    this.#send = send;
  }

  /** True where the message was taken; a request whose capability is not declared is left to the client. */
  take(envelope: Envelope, seq: number): boolean {
    if (envelope.kind === 'notification') {
      if (envelope.method === 'notifications/cancelled') this.#withdraw(envelope.params);
      return false;
    }
    if (envelope.kind !== 'request' || !canBeAsked(envelope.method, this.#capabilities)) return false;
    const { id, method } = envelope;
    const params = isJsonObject(envelope.params) ? envelope.params : {};
    const abort = new AbortController();
    this.#open.set(id.key, abort);
    void this.#desk.ask({ method, params, seq, via: 'request', key: '' }, abort.signal).then((answer) => {
      if (this.#open.get(id.key) === abort) this.#open.delete(id.key);
      if (answer.kind === 'withdrawn') return;
      const reply = replyTo(method, answer);
      if (reply.kind === 'nothing') return;
      const member = reply.kind === 'result' ? { result: reply.result } : { error: reply.error };
      // The id goes back as it came: JSON.parse would round a large one.
      this.#send(`{"jsonrpc":"2.0","id":${id.text},${JSON.stringify(member).slice(1)}`);
    });
    return true;
  }

  /** The connection is over: no answer can arrive. */
  close(): void {
    for (const abort of this.#open.values()) abort.abort();
    this.#open.clear();
  }

  #withdraw(params: unknown): void {
    const id = isJsonObject(params) ? readRpcId(params.requestId, '') : undefined;
    if (id !== undefined) this.#open.get(id.key)?.abort();
  }
}
