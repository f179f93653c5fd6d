import { isJsonObject, stringAt } from '../../app/base/json-value.ts';
import type { CancelledServerRequest, ServerRequest } from '../../app/contract/session-info.ts';
import { type InputRequest, inputRequestsIn } from '../../app/protocol/input-required.ts';
import {
  answerByPolicy,
  isAnswerable,
  POLICY_OF,
  replyTo,
  type ServerRequestAnswer,
} from '../../app/protocol/server-request.ts';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import type { CallLimits } from './call-context.ts';
import type { Params } from './protocol-client.ts';
import type { SessionJournal } from './record-body.ts';

/** The answer is no longer needed: the server cancelled the request or is gone. */
type Cancelled = { readonly kind: 'cancelled' };

const MAX_CANCELLED = 20;

type Waiting = { readonly request: ServerRequest; settle(answer: ServerRequestAnswer | Cancelled): void };

/** Holds the server's requests until the user or the session's policy answers. Nothing else waits for them. */
export class ServerRequestService {
  readonly #settings: () => SessionSettings;
  readonly #changed: () => void;
  readonly #waiting = new Map<string, Waiting>();
  #cancelled: readonly CancelledServerRequest[] = [];
  #asked = 0;

  /** `changed` is called when the open requests change. */
  constructor(settings: () => SessionSettings, changed: () => void) {
    this.#settings = settings;
    this.#changed = changed;
  }

  get open(): readonly ServerRequest[] {
    return [...this.#waiting.values()].map(({ request }) => request);
  }

  /** The latest requests that were cancelled, oldest first. */
  get cancelled(): readonly CancelledServerRequest[] {
    return this.#cancelled;
  }

  /**
   * Resolves with the answer, at once if a policy applies; `signal` cancels the request. Its reason is a clause that
   * says why; any other reason means the end of the session.
   */
  add(
    question: Omit<ServerRequest, 'requestId'>,
    signal: AbortSignal,
  ): Promise<ServerRequestAnswer | Cancelled> {
    const { answers, roots } = this.#settings();
    const answer = answerByPolicy(question.method, answers[POLICY_OF[question.method]], roots);
    if (answer !== undefined) return Promise.resolve(answer);
    if (signal.aborted) return Promise.resolve({ kind: 'cancelled' });
    this.#asked += 1;
    const name = `a${this.#asked}`;
    return new Promise((resolve) => {
      const cancel = () => {
        const { method, params, seq } = question;
        const why = typeof signal.reason === 'string' ? signal.reason : 'the session ended';
        this.#cancelled = [...this.#cancelled, { requestId: name, method, params, seq, why }].slice(
          -MAX_CANCELLED,
        );
        settle({ kind: 'cancelled' });
      };
      const settle = (given: ServerRequestAnswer | Cancelled) => {
        signal.removeEventListener('abort', cancel);
        this.#waiting.delete(name);
        this.#changed();
        resolve(given);
      };
      signal.addEventListener('abort', cancel);
      this.#waiting.set(name, { request: { ...question, requestId: name }, settle });
      this.#changed();
    });
  }

  answer(requestId: string, answer: ServerRequestAnswer): boolean {
    const waiting = this.#waiting.get(requestId);
    waiting?.settle(answer);
    return waiting !== undefined;
  }
}

const NOT_NEEDED = 'its task does not need it any more';

type TaskInputsOptions = {
  readonly requests: ServerRequestService;
  readonly capabilities: Params;
  readonly journal: SessionJournal;
  readonly update: (taskId: string, inputResponses: Params, limits: CallLimits) => Promise<unknown>;
};

/**
 * Asks for the input that tasks of the extension need (ext-tasks, tasks.md, "Task Update Requests"): each key of a task
 * once, however often its status is polled. Each answer is sent separately, as soon as it exists.
 */
export class TaskInputs {
  readonly #options: TaskInputsOptions;
  /** By task and key; the controller cancels an open question. */
  readonly #asked = new Map<string, Map<string, AbortController>>();

  constructor(options: TaskInputsOptions) {
    this.#options = options;
  }

  /** Reads a task from a result or a notification; `seq` is the record that contains it. */
  heard(task: unknown, seq: number, limits: CallLimits): void {
    const { update } = this.#options;
    const taskId = stringAt(task, 'taskId');
    if (taskId === undefined || !isJsonObject(task)) return;
    const needed = task.status === 'input_required' ? inputRequestsIn(task.inputRequests) : [];
    const asked = this.#asked.get(taskId) ?? new Map<string, AbortController>();
    for (const [key, abort] of asked) {
      if (!needed.some((request) => request.key === key)) abort.abort(NOT_NEEDED);
    }
    this.#asked.set(taskId, asked);
    for (const request of needed) {
      if (asked.has(request.key)) continue;
      const abort = new AbortController();
      asked.set(request.key, abort);
      void this.#answer(taskId, request, seq, abort.signal).then((answer) => {
        if (answer !== undefined) void update(taskId, { [request.key]: answer }, limits);
      });
    }
  }

  /** The connection is closed: answers cannot arrive. `why` is a clause. */
  close(why: string): void {
    for (const asked of this.#asked.values()) for (const abort of asked.values()) abort.abort(why);
    this.#asked.clear();
  }

  /** The answer of the user or a policy; undefined if there is nothing to send. */
  async #answer(taskId: string, { key, method, params }: InputRequest, seq: number, signal: AbortSignal) {
    const { requests, capabilities } = this.#options;
    if (!isAnswerable(method, capabilities) || method === 'ping') {
      return this.#unanswered(key, `needs ${method}, which is not declared`);
    }
    const answer = await requests.add({ method, params, seq, via: 'task', key, taskId }, signal);
    if (answer.kind === 'cancelled') return undefined;
    const reply = replyTo(method, answer);
    if (reply.kind === 'result') return reply.result;
    if (reply.kind === 'error') return this.#unanswered(key, `was refused with ${reply.error.code}`);
    return undefined;
  }

  /** `tasks/update` cannot express a refusal, so nothing is sent, and the log must say why. */
  #unanswered(key: string, why: string): undefined {
    const message = `nothing was sent for the input request "${key}" of the task: it ${why}`;
    this.#options.journal.write({ type: 'client', event: 'cancelled', method: 'tasks/update', message });
  }
}
