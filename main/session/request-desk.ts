import { isJsonObject, type JsonObject } from '../../app/base/json-value.ts';
import { type AskReply, replyTo } from '../../app/protocol/ask-answer.ts';
import { type AskMethod, canBeAsked } from '../../app/protocol/client-capabilities.ts';
import { wantsTask } from '../../app/protocol/client-tasks.ts';
import type { Envelope } from '../../app/wire/envelope.ts';
import { type RpcId, readRpcId } from '../../app/wire/rpc-id.ts';
import type { AskDesk } from './ask-desk.ts';
import type { Params } from './protocol-client.ts';
import { TaskDesk } from './task-desk.ts';

/**
 * Takes the requests of an `initialize`-era server that a user may answer, before the SDK's client sees
 * them: that client would answer with what its schemas allow, and a user may want to send anything.
 */
export class RequestDesk {
  readonly #desk: AskDesk;
  readonly #capabilities: Params;
  readonly #send: (line: string) => void;
  readonly #openCalls: () => readonly number[];
  readonly #tasks = new TaskDesk();
  /** Takes back what is open; those of the requests are found by id. */
  readonly #open = new Set<AbortController>();
  readonly #requests = new Map<string, AbortController>();

  /** `openCalls` gives the seqs of the calls that wait at the moment. */
  constructor(
    desk: AskDesk,
    capabilities: Params,
    send: (line: string) => void,
    openCalls: () => readonly number[],
  ) {
    this.#desk = desk;
    this.#capabilities = capabilities;
    this.#send = send;
    this.#openCalls = openCalls;
  }

  /** True where the message was taken; a request whose capability is not declared is left to the client. */
  take(envelope: Envelope, seq: number): boolean {
    if (envelope.kind === 'notification') {
      if (envelope.method === 'notifications/cancelled') this.#withdraw(envelope.params);
      return false;
    }
    if (envelope.kind !== 'request') return false;
    const { id, method } = envelope;
    const params = isJsonObject(envelope.params) ? envelope.params : {};
    if (this.#tasks.answers(method)) {
      void this.#tasks.answer(method, params).then((reply) => this.#reply(id, reply));
      return true;
    }
    if (!canBeAsked(method, this.#capabilities)) return false;
    this.#ask(id, method, params, seq);
    return true;
  }

  /** The connection is over: no answer can arrive. `why` is a clause. */
  close(why: string): void {
    for (const abort of this.#open) abort.abort(why);
    this.#open.clear();
  }

  #ask(id: RpcId, method: AskMethod, params: JsonObject, seq: number): void {
    const abort = new AbortController();
    this.#open.add(abort);
    const during = this.#openCalls();
    const asked = this.#desk.ask({ method, params, seq, via: 'request', key: '', during }, abort.signal);
    const reply = asked.then((answer): AskReply => {
      this.#open.delete(abort);
      return answer.kind === 'withdrawn' ? { kind: 'nothing' } : replyTo(method, answer);
    });
    const task = wantsTask(method, params, this.#capabilities);
    if (task !== undefined) {
      this.#reply(
        id,
        this.#tasks.begin(task, reply, () => abort.abort('the server cancelled its task')),
      );
      return;
    }
    this.#requests.set(id.key, abort);
    void reply.then((given) => {
      if (this.#requests.get(id.key) === abort) this.#requests.delete(id.key);
      this.#reply(id, given);
    });
  }

  #reply(id: RpcId, reply: AskReply): void {
    if (reply.kind === 'nothing') return;
    const member = reply.kind === 'result' ? { result: reply.result } : { error: reply.error };
    // The id goes back as it came: JSON.parse would round a large one.
    this.#send(`{"jsonrpc":"2.0","id":${id.text},${JSON.stringify(member).slice(1)}`);
  }

  #withdraw(params: unknown): void {
    const id = isJsonObject(params) ? readRpcId(params.requestId, '') : undefined;
    if (id !== undefined) this.#requests.get(id.key)?.abort('the server took it back');
  }
}
