import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  ErrorCode,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  McpError,
  ResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject } from '../../app/base/json-value.ts';
import type { CallEnd } from '../../app/contract/commands.ts';
import { asksForProgress, type CallLimits, newCall } from './call-context.ts';
import { CallRunner, type RunOptions } from './call-runner.ts';
import { OutputValidator, TOOL_RESULT } from './output-check.ts';
import type { ClientCall, ClientOptions, Connected, Params, ProtocolClient } from './protocol-client.ts';
import type { TapTransport } from './tap-transport.ts';

/** Servers of 2025-11-25 may report task changes, but clients cannot request it. */
const NOT_FOLLOWED =
  'A server can be asked to report on a task since 2026-07-28 only. Poll its status instead.';

const WITH_PROGRESS = { progress: true };

/** The client of SDK 1.x: the revisions from 2024-11-05 to 2025-11-25, opened by `initialize`. */
export class InitializeClient implements ProtocolClient {
  readonly era = 'initialize';
  readonly #client: Client;
  readonly #transport: TapTransport;
  readonly #runner: CallRunner;
  readonly #announcesRoots: boolean;
  readonly #onSubscriptions: () => void;
  readonly #subscriptions = new Set<string>();

  constructor(options: ClientOptions) {
    const { version, capabilities, transport, journal } = options;
    this.#onSubscriptions = options.onSubscriptions;
    this.#client = new Client(
      { name: 'tierscope', version },
      { capabilities: { ...capabilities }, jsonSchemaValidator: new OutputValidator('initialize') },
    );
    this.#transport = transport;
    this.#runner = new CallRunner(transport, journal, { isTimeout, timedOut });
    this.#announcesRoots = isJsonObject(capabilities.roots) && capabilities.roots.listChanged === true;
  }

  get subscriptions(): readonly string[] {
    return [...this.#subscriptions];
  }

  get openCalls(): readonly number[] {
    return this.#runner.open;
  }

  /** Pauses the clocks of the open calls; the returned function resumes them. */
  holdClocks(): () => void {
    return this.#runner.hold();
  }

  async connect(limits: CallLimits): Promise<Connected> {
    const call = newCall();
    const start = (options: RunOptions) => this.#client.connect(this.#transport, options);
    const { failure } = await this.#runner.run('initialize', limits, start, { call });
    return { failure, error: call.error, isSilent: call.answered === 'no' && call.lost === '' };
  }

  listPage(method: string, cursor: string | undefined, limits: CallLimits): Promise<CallEnd> {
    const page = cursor === undefined ? {} : { cursor };
    if (method !== 'tools/list') return this.#request(method, page, limits);
    return this.#runner.run(method, limits, (options) => this.#client.listTools(page, options));
  }

  call(call: ClientCall, limits: CallLimits): Promise<CallEnd> {
    switch (call.kind) {
      case 'request':
        return this.#request(call.method, call.params, limits);
      case 'tool': {
        const { name, arguments: args, task } = call;
        if (task !== undefined) return this.#request('tools/call', { name, arguments: args, task }, limits);
        const send = (options: RunOptions) =>
          this.#client.callTool({ name, arguments: { ...args } }, TOOL_RESULT, options);
        return this.#runner.run('tools/call', limits, send, WITH_PROGRESS);
      }
      case 'log-level':
        return this.#request('logging/setLevel', { level: call.level }, limits);
      case 'subscribe':
      case 'unsubscribe':
        return this.#subscription(call.kind, call.uri, limits);
      case 'follow-task':
        return Promise.resolve({ requestSeq: 0, result: null, failure: NOT_FOLLOWED });
    }
  }

  readonly followedTasks = [];

  #request(method: string, params: Params | undefined, limits: CallLimits): Promise<CallEnd> {
    const request = params === undefined ? { method } : { method, params: { ...params } };
    const progress = asksForProgress(method, limits);
    return this.#runner.run(
      method,
      limits,
      (options) => this.#client.request(request, ResultSchema, options),
      { progress },
    );
  }

  async #subscription(kind: 'subscribe' | 'unsubscribe', uri: string, limits: CallLimits): Promise<CallEnd> {
    const end = await this.#request(`resources/${kind}`, { uri }, limits);
    if (end.failure === '' && kind === 'subscribe') this.#subscriptions.add(uri);
    else if (end.failure === '') this.#subscriptions.delete(uri);
    this.#onSubscriptions();
    return end;
  }

  async rootsChanged(): Promise<void> {
    if (this.#announcesRoots) await this.#client.sendRootsListChanged();
  }

  cancel(requestSeq: number): boolean {
    return this.#runner.cancel(requestSeq);
  }
}

/** True for an answer that SDK 1.32 accepts (shared/protocol.js, `connect`); it drops any other. */
export function initializeClientReads(answer: unknown): boolean {
  return isPlainResult(answer) || isJSONRPCResultResponse(answer) || isJSONRPCErrorResponse(answer);
}

/** True for a notification that SDK 1.32 handles (shared/protocol.js, constructor); it drops any other. */
export function initializeClientHandles(method: string): boolean {
  return method === 'notifications/progress' || method === 'notifications/cancelled';
}

/** True for the usual kind of answer, which the SDK's schema accepts; the schema copies what it reads. */
function isPlainResult(answer: unknown): boolean {
  if (!isJsonObject(answer) || answer.jsonrpc !== '2.0' || !Number.isSafeInteger(answer.id)) return false;
  const { result } = answer;
  return isJsonObject(result) && result._meta === undefined && Object.keys(answer).length === 3;
}

/** Raised locally; on the wire -32001 means something else (SDK 1.32 shared/protocol.js). */
function isTimeout(error: unknown): boolean {
  return error instanceof McpError && error.code === ErrorCode.RequestTimeout;
}

/** Copies SDK 1.32 (shared/protocol.js, `timeoutHandler`). */
function timedOut(timeout: number): McpError {
  return McpError.fromError(ErrorCode.RequestTimeout, 'Request timed out', { timeout });
}
