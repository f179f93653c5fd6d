import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { ErrorCode, McpError, ResultSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import type { CallEnd } from '../../app/contract/commands.ts';
import { type CallContext, newCall } from './call-context.ts';
import type { SessionJournal } from './record-body.ts';
import type { TapTransport } from './tap-transport.ts';

/** The SDKs' own default (SDK 1.32 shared/protocol.js), in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 60_000;

const MAX_PAGES = 1000;

/**
 * The SDK's client of one connection. What the client does by itself (a time-out, a cancel,
 * a result that it rejects, a request that it never sends) becomes a client record.
 */
export class SessionClient {
  readonly #client: Client;
  readonly #transport: TapTransport;
  readonly #journal: SessionJournal;
  readonly #calls = new Set<CallContext>();
  #connected = false;

  constructor(version: string, transport: TapTransport, journal: SessionJournal) {
    this.#client = new Client({ name: 'tierscope', version }, { capabilities: {} });
    this.#transport = transport;
    this.#journal = journal;
  }

  /** What `initialize` declares; nothing yet that a server could ask for. */
  get capabilities(): Readonly<Record<string, unknown>> {
    return {};
  }

  /** The handshake: `initialize` and `notifications/initialized`. */
  connect(): Promise<CallEnd> {
    return this.#run('initialize', DEFAULT_TIMEOUT_MS, (options) =>
      this.#client.connect(this.#transport, options),
    );
  }

  /** Every page of `tools/list`; the client remembers output schemas to check results against. */
  async listTools(): Promise<{ tools: Tool[]; failure: string }> {
    const tools: Tool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      let next: string | undefined;
      const end = await this.#run('tools/list', DEFAULT_TIMEOUT_MS, async (options) => {
        const listed = await this.#client.listTools(cursor === undefined ? {} : { cursor }, options);
        tools.push(...listed.tools);
        next = listed.nextCursor;
      });
      if (end.failure !== '' || next === undefined) return { tools, failure: end.failure };
      cursor = next;
    }
    return {
      tools,
      failure: `The server has more than ${MAX_PAGES} pages of tools; the rest was not listed.`,
    };
  }

  callTool(name: string, args: Record<string, unknown>, timeoutMs = DEFAULT_TIMEOUT_MS): Promise<CallEnd> {
    return this.#run('tools/call', timeoutMs, (options) =>
      // A progress handler makes the client send a token, without which no server reports progress.
      this.#client.callTool({ name, arguments: args }, undefined, {
        ...options,
        onprogress: () => undefined,
      }),
    );
  }

  request(
    method: string,
    params: Record<string, unknown> | undefined,
    timeoutMs = DEFAULT_TIMEOUT_MS,
  ): Promise<CallEnd> {
    const request = params === undefined ? { method } : { method, params };
    return this.#run(method, timeoutMs, (options) => this.#client.request(request, ResultSchema, options));
  }

  /** Cancels the open call whose request has this seq; false where there is none. */
  cancel(requestSeq: number): boolean {
    for (const call of this.#calls) {
      if (call.requestSeq !== requestSeq) continue;
      call.cancelled = true;
      call.abort.abort('cancelled by the user');
      return true;
    }
    return false;
  }

  async #run(
    method: string,
    timeoutMs: number,
    start: (options: RequestOptions) => Promise<unknown>,
  ): Promise<CallEnd> {
    const call = newCall();
    this.#calls.add(call);
    try {
      const options = { timeout: timeoutMs, signal: call.abort.signal };
      const handshake = method === 'initialize' && !this.#connected;
      const result = await this.#transport.sendFor(call, handshake, () => start(options));
      this.#connected = true;
      return { requestSeq: call.requestSeq, result: result ?? null, failure: '' };
    } catch (error) {
      return {
        requestSeq: call.requestSeq,
        result: null,
        failure: this.#failed(call, method, timeoutMs, error),
      };
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Records what the client did, where the wire does not show it; gives the sentence for the caller. */
  #failed(call: CallContext, method: string, timeoutMs: number, error: unknown): string {
    const message = reasonOf(error);
    const { id } = call;
    if (id === undefined) {
      this.#journal.write({ type: 'client', event: 'capability-missing', method, message });
      return `Nothing was sent: ${message}`;
    }
    if (call.answered === 'error') return message;
    if (call.answered !== 'no') {
      this.#journal.write({ type: 'client', event: 'result-rejected', id, method, message });
      return message;
    }
    this.#transport.abandon(id);
    if (call.cancelled) {
      this.#journal.write({
        type: 'client',
        event: 'cancelled',
        id,
        method,
        message: 'cancelled by the user',
      });
      return 'Cancelled.';
    }
    if (isTimeout(error)) {
      const text = `timed out after ${timeoutMs} ms`;
      this.#journal.write({ type: 'client', event: 'timeout', id, method, message: text });
      return `No answer within ${timeoutMs} ms.`;
    }
    return message;
  }
}

/** Locally raised; on the wire -32001 means something else (SDK 1.32 shared/protocol.js). */
function isTimeout(error: unknown): boolean {
  return error instanceof McpError && error.code === ErrorCode.RequestTimeout;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'ZodError' || error.message.startsWith('[')
    ? `The client's schema rejects the result: ${compact(error.message)}`
    : error.message;
}

function compact(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 2000);
}
