import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { foreignText, shownCharacters } from '../../../app/base/foreign-text.ts';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { cutAnswer, MAX_REFUSAL_CHARS } from '../../../app/contract/agent/answer.ts';
import { redactedDocument } from '../../../app/frame/redaction/redacted-document.ts';
import { Redactor } from '../../../app/frame/redaction/redactor.ts';
import { PROTOCOL_VERSION_KEY } from '../../../app/protocol/meta-keys.ts';
import { revisionsOf } from '../../../app/protocol/revisions.ts';
import { HttpLineServer, serveLines } from '../../system/http-line-server.ts';
import type { ServedOptions } from '../../system/loopback-gate.ts';
import { ownStdin } from '../../system/own-stdin.ts';
import { PacedOutput } from '../../system/paced-output.ts';
import { streamServer } from '../../system/stream-server.ts';
import { ServeAnswers, type ServeOptions } from './serve-answers.ts';
import { type ServeProgram, serveServer } from './serve-server.ts';

export type RunServeOptions = ServeOptions & ServeProgram & { readonly writeError: (text: string) => void };

/** `tierscope serve`: answers an agent on this process's stdio, in either era. Resolves with 0 when stdin has ended. */
export async function runServe({ writeError, ...options }: RunServeOptions): Promise<number> {
  // A client that is gone reads no answers; the end of stdin handles that.
  process.stdout.on('error', () => undefined);
  const stdin = ownStdin();
  const stdout = new PacedOutput(process.stdout);
  const ended = new Promise((resolve) => stdin.once('end', resolve));
  const handle = serveOn(new StdioServerTransport(stdin, stdout), options, (error) =>
    writeError(`tierscope serve: ${foreignText(error.message)}\n`),
  );
  await ended;
  await handle.close();
  return 0;
}

/** The same as an HTTP server on 127.0.0.1, for any number of agents. Returns 3 if it cannot listen. */
export function runHttpServe({ writeError, ...options }: RunServeOptions & ServedOptions): Promise<number> {
  const complain = (error: Error) => writeError(`tierscope serve: ${foreignText(error.message)}\n`);
  const lines = new HttpLineServer((write) =>
    streamServer(
      (stdin, stdout) => serveOn(new StdioServerTransport(stdin, stdout), options, complain),
      write,
    ),
  );
  return serveLines(lines, { ...options, writeError });
}

/** Answers an agent on a transport, in either era, until it is closed. */
export function serveOn(
  transport: Transport,
  options: ServeOptions & ServeProgram,
  onerror: (error: Error) => void,
) {
  const answers = new ServeAnswers(options);
  return serveStdio(() => serveServer(answers, options), { transport: strictTransport(transport), onerror });
}

/**
 * Handles what the SDK's server 2.4 gets wrong once the connection is pinned: requests that name an unsupported
 * revision (2026-07-28, basic/versioning.mdx: -32022), and invalid params, for which it prints validator messages or
 * -32603. All other messages pass; answers get hidden characters made visible.
 */
export function strictTransport(inner: Transport): Transport {
  const outer: Transport = {
    start: () => {
      inner.onmessage = (message, extra) => {
        const answer = refusal(message);
        if (answer === undefined) outer.onmessage?.(message, extra);
        else void inner.send(answer).catch((error: Error) => outer.onerror?.(error));
      };
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onclose = () => outer.onclose?.();
      return inner.start();
    },
    close: () => inner.close(),
    send: (message, options) => inner.send(shownMessage(withoutSecrets(message)), options),
  };
  return outer;
}

/** Answers also lose secrets quoted from outside recordings; a question still shows its exact command. */
function withoutSecrets(message: JSONRPCMessage): JSONRPCMessage {
  if ('method' in message) return message;
  const redactor = new Redactor();
  redactor.learnText(JSON.stringify(message));
  if ('error' in message) return { ...message, error: redactedDocument(message.error, redactor) };
  return { ...message, result: redactedDocument(message.result, redactor) };
}

/** The message with hidden characters made visible and long texts cut, including answers that the SDK writes itself. */
function shownMessage(message: JSONRPCMessage): JSONRPCMessage {
  const { result, error } = message as JsonObject;
  const shown = (text: string) => cutAnswer(shownCharacters(text));
  const isRefused = isJsonObject(result) && result.isError === true;
  if (result !== undefined)
    return { ...message, result: withTexts(result, isRefused ? shownRefusal : shown) } as JSONRPCMessage;
  return error === undefined
    ? message
    : ({ ...message, error: withTexts(error, shownRefusal) } as JSONRPCMessage);
}

/** The text may repeat the request over several lines. */
function shownRefusal(text: string): string {
  return cutAnswer(shownCharacters(text).replaceAll(/\n(?! {2}\| )/g, '\n  | '), MAX_REFUSAL_CHARS);
}

function withTexts(value: unknown, shown: (text: string) => string): unknown {
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, shown));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member, shown)]));
}

function refusal(message: JSONRPCMessage): JSONRPCMessage | undefined {
  if (!('method' in message) || !('id' in message)) return undefined;
  const { id, method } = message;
  const given: unknown = message.params;
  const params = isJsonObject(given) ? given : {};
  const requested = isJsonObject(params._meta) ? params._meta[PROTOCOL_VERSION_KEY] : undefined;
  const supported = revisionsOf('modern');
  if (typeof requested === 'string' && !supported.includes(requested)) {
    const error = {
      code: -32022,
      message: 'Unsupported protocol version',
      data: { supported, requested: foreignText(requested, 100) },
    };
    return { jsonrpc: '2.0', id, error };
  }
  const fault = paramsFault(method, params);
  return fault === '' ? undefined : { jsonrpc: '2.0', id, error: { code: -32602, message: fault } };
}

/** The fault in params that the SDK reports badly; empty for none. */
function paramsFault(method: string, params: JsonObject): string {
  if (method === 'initialize' && typeof params.protocolVersion !== 'string')
    return 'The member "protocolVersion" of initialize must be a text.';
  if (method !== 'tools/call') return '';
  if (typeof params.name !== 'string') return 'The member "name" of tools/call must be a text.';
  return params.arguments === undefined || isJsonObject(params.arguments)
    ? ''
    : 'The member "arguments" of tools/call must be an object.';
}
