import { LogModel } from '../../../session/log-model.ts';
import { FingerprintReader } from '../fingerprint-reader.ts';

export type TalkMessage = { readonly [key: string]: unknown };

/** Requests and answers; answers are in JSON-RPC's member order unless given as text. */
export class Talk {
  readonly reader = new FingerprintReader();
  readonly #log = new LogModel({ all: [this.reader] });
  #seq = 0;
  #id = 0;

  ask(method: string, params: TalkMessage, answer: TalkMessage | string): this {
    this.#id += 1;
    this.#frame('client-to-server', { jsonrpc: '2.0', id: this.#id, method, params });
    return this.server(typeof answer === 'string' ? answer : { jsonrpc: '2.0', id: this.#id, ...answer });
  }

  /** The four situations in which SDKs use their own words. */
  unknownTool = (answer: TalkMessage | string) =>
    this.ask('tools/call', { name: 'nope', arguments: {} }, answer);
  unknownMethod = (answer: TalkMessage) => this.ask('inspector/doesNotExist', {}, answer);
  unknownResource = (answer: TalkMessage) => this.ask('resources/read', { uri: 'x://y' }, answer);
  unknownPrompt = (answer: TalkMessage) => this.ask('prompts/get', { name: 'nope' }, answer);
  call = (answer: TalkMessage | string) => this.ask('tools/call', { name: 'add', arguments: {} }, answer);

  server(line: TalkMessage | string): this {
    return this.#frame('server-to-client', line);
  }

  client(line: string): this {
    return this.#frame('client-to-server', line);
  }

  log(text: string): this {
    this.#seq += 1;
    this.#log.take({ type: 'stderr', seq: this.#seq, at: 0, session: 's1', text });
    return this;
  }

  ends(): this {
    this.#seq += 1;
    this.#log.take({
      type: 'process',
      seq: this.#seq,
      at: 0,
      session: 's1',
      event: 'exited',
      exitCode: 0,
    });
    return this;
  }

  get shown(): string[] {
    const { sdk, framework } = this.reader.layers;
    return [sdk?.id, framework?.id].filter((id) => id !== undefined);
  }

  #frame(direction: 'client-to-server' | 'server-to-client', line: TalkMessage | string): this {
    this.#seq += 1;
    const raw = typeof line === 'string' ? line : JSON.stringify(line);
    this.#log.take({ type: 'frame', seq: this.#seq, at: 0, session: 's1', direction, raw });
    return this;
  }
}

export const err = (code: number, message: string, data?: unknown): TalkMessage => ({
  error: { code, message, ...(data === undefined ? {} : { data }) },
});
export const isError = (text: string, more: TalkMessage = {}): TalkMessage => ({
  result: { content: [{ type: 'text', text }], isError: true, ...more },
});
/** As Elixir writes it: all members in alphabetical order. */
export const titled = (id: number, code: number, message: string, detail: string): string =>
  JSON.stringify({ error: { code, data: { message: detail }, message }, id, jsonrpc: '2.0' });
export const hinted = {
  structuredContent: {
    error: { code: -32001, message: 'gone', data: { recovery: { hint: 'List the notes.' } } },
  },
};
export const tools = (tool: TalkMessage): TalkMessage => ({ result: { tools: [{ name: 'add', ...tool }] } });
export const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' };
export const draft2020 = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' };
