import { setTimeout as pause } from 'node:timers/promises';
import {
  Client,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type McpSubscription,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/client';
import { isJsonObject, stringAt } from '../../app/base/json-value.ts';
import { errorMessage } from '../../app/base/result.ts';
import type { CallEnd } from '../../app/contract/commands.ts';
import {
  type InputRequest,
  type InputRequired,
  MAX_ROUNDS,
  readInputRequired,
  retryParams,
} from '../../app/protocol/input-required.ts';
import { LOG_LEVEL_KEY } from '../../app/protocol/meta-keys.ts';
import { SUBSCRIPTIONS_LISTEN } from '../../app/protocol/methods.ts';
import { isAnswerable, replyTo } from '../../app/protocol/server-request.ts';
import { asksForProgress, type CallContext, type CallLimits, newCall } from './call-context.ts';
import { CallRunner, type RunOptions } from './call-runner.ts';
import { OutputCheck, OutputValidator } from './output-check.ts';
import {
  type ClientCall,
  type ClientOptions,
  type Connected,
  listAll,
  type Params,
  type ProtocolClient,
} from './protocol-client.ts';
import { type ServerRequestService, TaskInputs } from './server-request-service.ts';

const CANCELLED = 'its call was cancelled';
const GIVEN_UP = 'its call was given up';
const WITH_SERVER = 'because the connection ended';
/** How long client 2.4.0 waits before it repeats a call that only has a state to echo. */
const STATE_ONLY_PAUSE_MS = 250;
const HEADER_MISMATCH = -32020;

type StatelessClientOptions = ClientOptions & {
  readonly revision: string;
  /** The answer to the probe, which is the only handshake. */
  readonly discover: Params;
  readonly requests: ServerRequestService;
  readonly whyClosed: () => string;
};

type Attempt = {
  readonly call: CallContext;
  readonly end: CallEnd;
  /** True if the server refused its headers, which then follow from an old list of tools. */
  readonly isMismatch: boolean;
};

/** The answers of the user, if any, to the input requests of one result. */
type Answers = { readonly responses: Map<string, Params>; readonly givenUp: string };

/** Client 2.x: stateless since 2026-07-28. Asks for input that a call requires, then retries the call. */
export class StatelessClient implements ProtocolClient {
  readonly era = 'modern';
  readonly #options: StatelessClientOptions;
  readonly #client: Client;
  readonly #runner: CallRunner;
  readonly #outputs = new OutputCheck();
  readonly #lists: StandingListens;
  readonly #resources: StandingListens;
  readonly #tasks: StandingListens;
  readonly #inputs: TaskInputs;
  /** Calls waiting for input between two requests, by the seq of the answered request. */
  readonly #waiting = new Map<number, AbortController>();
  #logLevel: string | undefined;

  constructor(options: StatelessClientOptions) {
    this.#options = options;
    const { version, revision, capabilities, transport, journal } = options;
    this.#client = new Client(
      { name: 'tierscope', version },
      {
        capabilities: { ...capabilities },
        supportedProtocolVersions: [revision],
        jsonSchemaValidator: new OutputValidator('modern'),
      },
    );
    this.#client.onclose = () => {
      for (const abort of this.#waiting.values()) abort.abort(options.whyClosed());
      this.#inputs.close(options.whyClosed());
    };
    // A question ends its request, and the next request has its own timeout, so no clock has to pause.
    this.#runner = new CallRunner(transport, journal, { isTimeout });
    const listens = (changed: () => void) => new StandingListens(this.#client, this.#runner, changed);
    this.#lists = listens(ignore);
    this.#resources = listens(options.onSubscriptions);
    this.#tasks = listens(options.onSubscriptions);
    const update = (taskId: string, inputResponses: Params, limits: CallLimits) =>
      this.#request('tasks/update', { taskId, inputResponses }, limits);
    this.#inputs = new TaskInputs({ requests: options.requests, capabilities, journal, update });
  }

  get subscriptions(): readonly string[] {
    return this.#resources.names;
  }

  get followedTasks(): readonly string[] {
    return this.#tasks.names;
  }

  get openCalls(): readonly number[] {
    return this.#runner.open;
  }

  async connect(limits: CallLimits): Promise<Connected> {
    const { transport, discover } = this.#options;
    try {
      // The client's schema requires the cache hints; their absence is a finding, not an obstacle.
      const prior = { ttlMs: 0, cacheScope: 'private', resultType: 'complete', ...discover };
      await this.#client.connect(transport, { prior: { kind: 'modern', discover: prior as never } });
    } catch (error) {
      return { failure: errorMessage(error), isSilent: false };
    }
    transport.onnotification = (method, params, seq) => {
      if (method === 'notifications/tasks') this.#inputs.heard(params, seq, limits);
    };
    this.#listen(limits);
    return { failure: '', isSilent: false };
  }

  async listPage(method: string, cursor: string | undefined, limits: CallLimits): Promise<CallEnd> {
    const end = await this.#request(method, cursor === undefined ? {} : { cursor }, limits);
    if (method === 'tools/list') this.#outputs.learn(end.result);
    return end;
  }

  call(call: ClientCall, limits: CallLimits): Promise<CallEnd> {
    switch (call.kind) {
      case 'request':
        return this.#request(call.method, call.params, limits);
      case 'tool':
        return this.#callTool(call, limits);
      case 'log-level':
        this.#logLevel = call.level;
        return Promise.resolve({ requestSeq: 0, result: {}, failure: '' });
      case 'subscribe':
        return this.#resources.open(call.uri, { resourceSubscriptions: [call.uri] }, limits);
      case 'unsubscribe':
        return this.#resources.close(call.uri, `Nothing is subscribed to ${call.uri}.`);
      case 'follow-task':
        return call.on
          ? this.#tasks.open(call.taskId, { taskIds: [call.taskId] }, limits)
          : this.#tasks.close(call.taskId, `Nobody listens to the task ${call.taskId}.`);
    }
  }

  async #request(method: string, params: Params | undefined, limits: CallLimits): Promise<CallEnd> {
    const { call, end } = await this.#rounds(method, params ?? {}, limits);
    if (method === 'tasks/get' && end.failure === '') this.#inputs.heard(end.result, call.answerSeq, limits);
    return end;
  }

  async #callTool(
    { name, arguments: args, task }: Extract<ClientCall, { kind: 'tool' }>,
    limits: CallLimits,
  ): Promise<CallEnd> {
    const params = { name, arguments: args, ...(task === undefined ? {} : { task }) };
    const { call, end } = await this.#withCurrentHeaders(
      () => this.#rounds('tools/call', params, limits),
      limits,
    );
    const message =
      end.failure === '' && !isTask(end.result) ? this.#outputs.objection(name, end.result) : '';
    if (message === '') return end;
    const id = call.id === undefined ? {} : { id: call.id };
    const rejected = { type: 'client', event: 'result-rejected', method: 'tools/call', message } as const;
    this.#options.journal.write({ ...rejected, ...id });
    return { ...end, result: null, failure: message };
  }

  /** After -32020 lists the tools again and repeats the call once (2026-07-28, streamable-http, "Header Validation"). */
  async #withCurrentHeaders(attempt: () => Promise<Attempt>, limits: CallLimits): Promise<Attempt> {
    const first = await attempt();
    if (!first.isMismatch || (await listAll(this, 'tools', limits)).failure !== '') return first;
    return attempt();
  }

  /** Not in 2026-07-28: a server requests the roots when it needs them. */
  async rootsChanged(): Promise<void> {}

  cancel(requestSeq: number): boolean {
    const waiting = this.#waiting.get(requestSeq);
    waiting?.abort(CANCELLED);
    return waiting !== undefined || this.#runner.cancel(requestSeq);
  }

  /** A call with the rounds of input that the server requires. */
  async #rounds(method: string, first: Params, limits: CallLimits): Promise<Attempt> {
    let current = first;
    for (let round = 1; ; round += 1) {
      const attempt = await this.#attempt(method, current, limits);
      const input = attempt.end.failure === '' ? readInputRequired(attempt.end.result) : undefined;
      if (input === undefined) return attempt;
      if (round > MAX_ROUNDS) return this.#giveUp(method, attempt, `after ${MAX_ROUNDS} rounds of input`);
      const { responses, givenUp } = await this.#answers(input, attempt.call);
      if (givenUp !== '') return this.#giveUp(method, attempt, givenUp);
      current = retryParams(first, responses, input.state);
    }
  }

  async #attempt(method: string, params: Params, limits: CallLimits): Promise<Attempt> {
    const call = newCall();
    const given = isJsonObject(params._meta) ? params._meta : {};
    const meta = this.#logLevel === undefined ? given : { [LOG_LEVEL_KEY]: this.#logLevel, ...given };
    const request = { method, params: Object.keys(meta).length === 0 ? params : { ...params, _meta: meta } };
    const progress = asksForProgress(method, limits);
    let isMismatch = false;
    const send = (options: RunOptions) => {
      const all = { ...options, allowInputRequired: true };
      return this.#client.request(request, ANYTHING, all).catch((error) => {
        isMismatch = isJsonObject(error) && error.code === HEADER_MISMATCH;
        return taskInstead(method, call, error);
      });
    };
    const end = await this.#runner.run(method, limits, send, { call, progress });
    return { call, end, isMismatch };
  }

  /** Asks for all inputs at once; a refusal that the protocol cannot express gives up the call. */
  async #answers(input: InputRequired, leg: CallContext): Promise<Answers> {
    const abort = new AbortController();
    this.#waiting.set(leg.requestSeq, abort);
    const responses = new Map<string, Params>();
    let givenUp = '';
    const answerOne = async (request: InputRequest) => {
      const answer = await this.#answer(request, leg.answerSeq, abort.signal);
      if (typeof answer !== 'string') responses.set(request.key, answer);
      else if (givenUp === '') {
        givenUp = answer;
        abort.abort(GIVEN_UP);
      }
    };
    if (input.requests.length === 0) await pause(STATE_ONLY_PAUSE_MS);
    await Promise.all(input.requests.map(answerOne));
    this.#waiting.delete(leg.requestSeq);
    return { responses, givenUp };
  }

  /** The result for one input request, or a clause that says why there is none. */
  async #answer(request: InputRequest, seq: number, signal: AbortSignal): Promise<Params | string> {
    const { key, method, params } = request;
    if (!isAnswerable(method, this.#options.capabilities) || method === 'ping') {
      return `because the input request "${key}" needs ${method}, which is not declared`;
    }
    const answer = await this.#options.requests.add(
      { method, params, seq, via: 'input-required', key },
      signal,
    );
    if (answer.kind === 'cancelled') return signal.reason === CANCELLED ? 'by the user' : WITH_SERVER;
    const reply = replyTo(method, answer);
    if (reply.kind === 'result') return reply.result;
    const how = reply.kind === 'error' ? `refused with ${reply.error.code}` : 'left unanswered';
    return `because the input request "${key}" (${method}) was ${how}`;
  }

  #giveUp(method: string, attempt: Attempt, why: string): Attempt {
    const message = `the call was given up ${why}`;
    // The end of the connection is not an action of the client, and is in the journal already.
    if (why !== WITH_SERVER) {
      this.#options.journal.write({ type: 'client', event: 'cancelled', method, message });
    }
    return { ...attempt, end: { ...attempt.end, result: null, failure: `T${message.slice(1)}.` } };
  }

  /** Subscribes to changed lists if the server offers it; nothing waits for the acknowledgement. */
  #listen(limits: CallLimits): void {
    const { tools, prompts, resources } = this.#client.getServerCapabilities() ?? {};
    const filter = {
      ...(tools?.listChanged === true ? { toolsListChanged: true } : {}),
      ...(prompts?.listChanged === true ? { promptsListChanged: true } : {}),
      ...(resources?.listChanged === true ? { resourcesListChanged: true } : {}),
    };
    if (Object.keys(filter).length === 0) return;
    // A refusal is in the log as an answer.
    void this.#lists.open('lists', filter, limits);
  }
}

/** True for an answer that client 2.4.0 accepts (`Protocol.connect`); it drops any other. */
export function statelessClientReads(answer: unknown): boolean {
  return isJSONRPCResultResponse(answer) || isJSONRPCErrorResponse(answer);
}

/**
 * A task in place of a result. Client 2.4.0 implements no extension and rejects its `resultType` as unknown, so the
 * result is read from the wire; other errors are rethrown.
 */
function taskInstead(method: string, { result }: CallContext, error: unknown): unknown {
  const unknownType = error instanceof SdkError && error.code === SdkErrorCode.UnsupportedResultType;
  const mayHoldTask = method === 'tools/call' || method.startsWith('tasks/');
  if (unknownType && mayHoldTask && isTask(result)) return result;
  throw error;
}

/** True for a result of the tasks extension (ext-tasks, tasks.md, "Polymorphic Results"). */
function isTask(result: unknown): boolean {
  return isJsonObject(result) && result.resultType === 'task' && stringAt(result, 'taskId') !== undefined;
}

/** Accepts any result: problems with it are reported as findings. */
const ANYTHING = {
  '~standard': { version: 1, vendor: 'tierscope', validate: (value: unknown) => ({ value }) },
} as const;

function ignore(): void {}

function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

/** The filter of `subscriptions/listen`; `taskIds` comes from the tasks extension. */
type ListenFilter = Parameters<Client['listen']>[0] & { readonly taskIds?: readonly string[] };

/**
 * The open `subscriptions/listen` requests of one kind, each with its own stream, so that adding or removing one does
 * not affect the others (2026-07-28, basic/patterns/subscriptions, "Multiple Concurrent").
 */
class StandingListens {
  readonly #client: Client;
  readonly #runner: CallRunner;
  readonly #changed: () => void;
  readonly #open = new Map<string, McpSubscription>();

  /** `changed` is called when the set of names changes. */
  constructor(client: Client, runner: CallRunner, changed: () => void) {
    this.#client = client;
    this.#runner = runner;
    this.#changed = changed;
  }

  get names(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** Listens under a name; resolves with what the server agreed to. */
  open(name: string, filter: ListenFilter, limits: CallLimits): Promise<CallEnd> {
    const listen = async ({ timeout, signal }: RunOptions) => {
      const subscription = await this.#client.listen(filter, { timeout, signal });
      this.#opened(name, subscription);
      return subscription.honoredFilter;
    };
    // The client passes on the filter object itself, but no option of the call.
    return this.#runner.run(SUBSCRIPTIONS_LISTEN, limits, listen, { token: filter });
  }

  /** Stops listening under a name; fails with `otherwise` if there is no such listener. */
  async close(name: string, otherwise: string): Promise<CallEnd> {
    const subscription = this.#open.get(name);
    if (subscription === undefined) return { requestSeq: 0, result: null, failure: otherwise };
    await subscription.close();
    return { requestSeq: 0, result: {}, failure: '' };
  }

  #opened(name: string, subscription: McpSubscription): void {
    void this.#open.get(name)?.close();
    this.#open.set(name, subscription);
    this.#changed();
    void subscription.closed.then(() => {
      if (this.#open.get(name) === subscription) this.#open.delete(name);
      this.#changed();
    });
  }
}
