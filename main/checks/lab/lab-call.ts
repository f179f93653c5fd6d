import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import type { LabProcess, LabWire } from './lab-process.ts';

export type LabCall = {
  /** The id of the request as the SDK read it. */
  readonly id: string | number;
  readonly args: JsonObject;
  /** From the request's `_meta`; undefined if the caller did not ask for progress. */
  readonly progressToken: string | number | undefined;
  /** True for a request of 2026-07-28. */
  readonly isModern: boolean;
  /** Aborted by `notifications/cancelled` and at the end of the connection. */
  readonly signal: AbortSignal;
  readonly wire: LabWire;
  readonly process: LabProcess;
  /** Sends a raw request with this id, and waits up to five seconds for the client's answer. */
  request(id: string | number, method: string, params?: JsonObject): Promise<ClientReply>;
};

/** How a tool answers: through the SDK or bypassing it. */
export type LabAnswer =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown }
  /** The tool wrote its own bytes, or none: the SDK must not answer. */
  | { readonly kind: 'written' };

/** Runs a tool. An exception becomes error -32603, as in the SDK's low-level server. */
export type LabRun = (call: LabCall) => LabAnswer | Promise<LabAnswer>;

export const WRITTEN: LabAnswer = { kind: 'written' };

export function textResult(text: string, more: JsonObject = {}): LabAnswer {
  return { kind: 'result', result: { content: [{ type: 'text', text }], ...more } };
}

/** A result with one text block and `isError`. */
export function errorResult(text: string, more: JsonObject = {}): LabAnswer {
  return textResult(text, { ...more, isError: true });
}

/** Writes one JSON-RPC message in a form that the SDK would not send. */
export async function writeMessage(
  call: LabCall,
  message: JsonObject | readonly JsonObject[],
): Promise<LabAnswer> {
  await call.wire.writeLine(JSON.stringify(message));
  return WRITTEN;
}

/** A valid answer to the call, as a message. */
export function goodAnswer(call: LabCall, text: string): JsonObject {
  // Earlier revisions have no such member (2026-07-28, schema.ts, `Result`).
  const type = call.isModern ? { resultType: 'complete' } : {};
  return { jsonrpc: '2.0', id: call.id, result: { content: [{ type: 'text', text }], ...type } };
}

type ClientReply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: JsonObject }
  | { readonly kind: 'silence' };

/** Waits for answers to raw requests of the lab, which the SDK does not know about. */
export class ClientReplies {
  readonly #waiting = new Map<string | number, (reply: ClientReply) => void>();

  /** Resolves with the reply to the request with this id, or with silence once `limit` settles. */
  async wait(id: string | number, limit: Promise<void>): Promise<ClientReply> {
    const reply = new Promise<ClientReply>((resolve) => this.#waiting.set(id, resolve));
    const silence = limit.then((): ClientReply => ({ kind: 'silence' }));
    try {
      return await Promise.race([reply, silence]);
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Takes the awaited replies from a connected transport; everything else goes to the SDK. */
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

/** An argument that the tool cannot use. The lab answers with `isError`, as the protocol requires. */
export class LabArgumentError extends Error {
  override readonly name = 'LabArgumentError';
}

type Range = { readonly fallback: number; readonly min: number; readonly max: number };

/** An integer argument; throws a LabArgumentError for anything else. */
export function integerArgument(args: JsonObject, name: string, { fallback, min, max }: Range): number {
  const value = args[name] ?? fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new LabArgumentError(`${name} must be an integer from ${min} to ${max}.`);
  }
  return value;
}

/** A string argument; throws a LabArgumentError for anything else. */
export function stringArgument(args: JsonObject, name: string, fallback: string): string {
  const value = args[name] ?? fallback;
  if (typeof value !== 'string') throw new LabArgumentError(`${name} must be a string.`);
  return value;
}

/** A string argument from a list of choices; throws a LabArgumentError for anything else. */
export function choiceArgument<Choice extends string>(
  args: JsonObject,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const value = args[name] ?? choices[0];
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw new LabArgumentError(`${name} must be one of ${choices.join(', ')}.`);
  return choice;
}
