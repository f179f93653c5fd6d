import { isJsonObject } from '../../app/base/json-value.ts';
import { revisionIn } from '../../app/protocol/meta-keys.ts';
import {
  type MirroredArgument,
  mirroredArguments,
  mirroredHeaders,
} from '../../app/protocol/mirrored-headers.ts';
import type { Envelope } from '../../app/wire/envelope.ts';
import type { HttpSpec } from './record-body.ts';

type Header = [string, string];

/** The headers of one connection's requests, based on its revision, session and tools. */
export class HttpHeads {
  readonly #spec: HttpSpec;
  readonly #version: string;
  /** By tool name. */
  readonly #mirrored = new Map<string, readonly MirroredArgument[]>();
  #revision = '';
  sessionId = '';

  constructor(spec: HttpSpec, version: string) {
    this.#spec = spec;
    this.#version = version;
  }

  of(method: string, envelope: Envelope): Header[] {
    if (method === 'GET') return this.get();
    return method === 'DELETE' ? this.delete() : this.post(envelope);
  }

  post(envelope: Envelope): Header[] {
    return this.#all([
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json, text/event-stream'],
      ...this.#ofMessage(envelope),
    ]);
  }

  /** The headers of a GET, which resumes after `eventId` if given. */
  get(eventId?: string): Header[] {
    const since: Header[] = eventId === undefined ? [] : [['Last-Event-ID', eventId]];
    return this.#all([['Accept', 'text/event-stream'], ...since, ...this.#ofSession()]);
  }

  delete(): Header[] {
    return this.#all(this.#ofSession());
  }

  /** Reads what a result requires of later requests. */
  learn(method: string, result: unknown): void {
    if (!isJsonObject(result)) return;
    if (method === 'initialize' && typeof result.protocolVersion === 'string')
      this.#revision = result.protocolVersion;
    if (method !== 'tools/list' || !Array.isArray(result.tools)) return;
    for (const tool of result.tools)
      if (isJsonObject(tool) && typeof tool.name === 'string')
        this.#mirrored.set(tool.name, mirroredArguments(tool.inputSchema) ?? []);
  }

  /** The user's headers override ours. */
  #all(ours: readonly Header[]): Header[] {
    const own = Object.entries(this.#spec.headers);
    const names = own.map(([name]) => name.toLowerCase());
    const usual: Header[] = [
      ['Host', new URL(this.#spec.url).host],
      ['User-Agent', `tierscope/${this.#version}`],
    ];
    return [...[...usual, ...ours].filter(([name]) => !names.includes(name.toLowerCase())), ...own];
  }

  #ofMessage(envelope: Envelope): Header[] {
    const isMessage = envelope.kind === 'request' || envelope.kind === 'notification';
    if (isMessage && revisionIn(envelope.params) !== undefined)
      return mirroredHeaders(envelope.method, envelope.params, (tool) => this.#mirrored.get(tool) ?? []);
    return isMessage && envelope.method === 'initialize' ? [] : this.#ofSession();
  }

  #ofSession(): Header[] {
    const version: Header[] = this.#revision === '' ? [] : [['MCP-Protocol-Version', this.#revision]];
    return this.sessionId === '' ? version : [...version, ['Mcp-Session-Id', this.sessionId]];
  }
}

/** True if a message of these starts a session. */
export function isInitialize(sent: readonly Envelope[]): boolean {
  return sent.some((one) => one.kind === 'request' && one.method === 'initialize');
}
