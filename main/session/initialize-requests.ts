import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, stringAt } from '../../app/base/json-value.ts';
import {
  type ClientTask,
  endOfTask,
  noSuchTask,
  taskMembers,
  taskResult,
  wantsTask,
} from '../../app/protocol/client-tasks.ts';
import type { ServerRequestMethod } from '../../app/protocol/methods.ts';
import { isAnswerable, replyTo, type ServerRequestReply } from '../../app/protocol/server-request.ts';
import { type Envelope, type RpcId, readRpcId } from '../../app/wire/envelope.ts';
import type { InitializeClient } from './initialize-client.ts';
import type { Params } from './protocol-client.ts';
import type { ServerRequestService } from './server-request-service.ts';

/**
 * Intercepts requests of an `initialize`-era server that a user may answer: the SDK's client would only send what its
 * schemas allow, and a user may want to send anything.
 */
export class InitializeRequests {
  readonly #requests: ServerRequestService;
  readonly #capabilities: Params;
  readonly #send: (line: string) => void;
  readonly #calls: Pick<InitializeClient, 'openCalls' | 'holdClocks'>;
  readonly #tasks = new ClientTaskService();
  /** Cancel the open requests; plain ones are found by id. */
  readonly #open = new Set<AbortController>();
  readonly #openById = new Map<string, AbortController>();

  /** `calls` are the pending calls: their clocks pause while somebody has to answer. */
  constructor(
    requests: ServerRequestService,
    capabilities: Params,
    send: (line: string) => void,
    calls: Pick<InitializeClient, 'openCalls' | 'holdClocks'>,
  ) {
    this.#requests = requests;
    this.#capabilities = capabilities;
    this.#send = send;
    this.#calls = calls;
  }

  /** True if the message was handled; the client answers a request whose capability is not declared. */
  take(envelope: Envelope, seq: number): boolean {
    if (envelope.kind === 'notification') {
      if (envelope.method === 'notifications/cancelled') this.#cancel(envelope.params);
      return false;
    }
    if (envelope.kind !== 'request') return false;
    const { id, method } = envelope;
    const params = isJsonObject(envelope.params) ? envelope.params : {};
    if (this.#tasks.answers(method)) {
      void this.#tasks.answer(method, params).then((reply) => this.#reply(id, reply));
      return true;
    }
    if (!isAnswerable(method, this.#capabilities)) return false;
    this.#request(id, method, params, seq);
    return true;
  }

  /** The connection is closed: answers cannot arrive. `why` is a clause. */
  close(why: string): void {
    for (const abort of this.#open) abort.abort(why);
    this.#open.clear();
  }

  #request(id: RpcId, method: ServerRequestMethod, params: JsonObject, seq: number): void {
    const abort = new AbortController();
    this.#open.add(abort);
    const during = this.#calls.openCalls;
    const goOn = this.#calls.holdClocks();
    const asked = this.#requests.add({ method, params, seq, via: 'request', key: '', during }, abort.signal);
    const reply = asked.then((answer): ServerRequestReply => {
      this.#open.delete(abort);
      goOn();
      return answer.kind === 'cancelled' ? { kind: 'nothing' } : replyTo(method, answer);
    });
    const task = wantsTask(method, params, this.#capabilities);
    if (task !== undefined) {
      this.#reply(
        id,
        this.#tasks.create(task, reply, () => abort.abort('the server cancelled its task')),
      );
      return;
    }
    this.#openById.set(id.key, abort);
    void reply.then((given) => {
      if (this.#openById.get(id.key) === abort) this.#openById.delete(id.key);
      this.#reply(id, given);
    });
  }

  #reply(id: RpcId, reply: ServerRequestReply): void {
    if (reply.kind === 'nothing') return;
    const member = reply.kind === 'result' ? { result: reply.result } : { error: reply.error };
    // The id is returned verbatim: JSON.parse would round a large one.
    this.#send(`{"jsonrpc":"2.0","id":${id.text},${JSON.stringify(member).slice(1)}`);
  }

  #cancel(params: unknown): void {
    const id = isJsonObject(params) ? readRpcId(params.requestId, '') : undefined;
    if (id !== undefined) this.#openById.get(id.key)?.abort('the server cancelled it');
  }
}

type Held = { task: ClientTask; reply: Promise<ServerRequestReply>; cancel(): void };

const TASK_METHODS = ['tasks/get', 'tasks/result', 'tasks/list', 'tasks/cancel'];

/** Tasks that the server created on the client: requests that a user answers while the server polls. */
class ClientTaskService {
  readonly #held = new Map<string, Held>();

  /** Creates a task for a question; returns the `CreateTaskResult`. `cancel` cancels the question. */
  create(wanted: JsonObject, answer: Promise<ServerRequestReply>, cancel: () => void): ServerRequestReply {
    const now = new Date().toISOString();
    const ttl = typeof wanted.ttl === 'number' ? wanted.ttl : null;
    const task: ClientTask = {
      taskId: randomUUID(),
      ttl,
      createdAt: now,
      status: 'working',
      lastUpdatedAt: now,
    };
    const held: Held = { task, cancel, reply: answer };
    this.#held.set(task.taskId, held);
    void answer.then((reply) => this.#end(held, endOfTask(reply)));
    return { kind: 'result', result: { task: taskMembers(task) } };
  }

  answers(method: string): boolean {
    return TASK_METHODS.includes(method) && this.#held.size > 0;
  }

  /** Answers a task method; `tasks/result` waits until the user has answered. */
  async answer(method: string, params: JsonObject): Promise<ServerRequestReply> {
    if (method === 'tasks/list') {
      const tasks = [...this.#held.values()].map(({ task }) => taskMembers(task));
      return { kind: 'result', result: { tasks } };
    }
    const held = this.#held.get(stringAt(params, 'taskId') ?? '');
    if (held === undefined) return noSuchTask();
    if (method === 'tasks/result') return taskResult(held.task.taskId, await held.reply);
    if (method === 'tasks/cancel') {
      this.#end(held, 'cancelled');
      held.cancel();
    }
    return { kind: 'result', result: taskMembers(held.task) };
  }

  #end(held: Held, status: ClientTask['status'] | undefined): void {
    if (status === undefined || held.task.status !== 'working') return;
    held.task = { ...held.task, status, lastUpdatedAt: new Date().toISOString() };
  }
}
