import type { Direction, KnownRecord, ProcessRecord } from '../../frame/record.ts';
import { LogModel } from '../../session/log-model.ts';
import type { Finding } from '../finding.ts';
import { type FindingOptions, FindingReader } from '../finding-reader.ts';

type Message = { readonly [key: string]: unknown };
type Tool = { readonly name: string; readonly [key: string]: unknown };

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Writes the records of one session, 10 ms apart unless a test sets another time. */
export class SessionScript {
  readonly records: KnownRecord[] = [];
  #at = 0;
  #id = 0;
  #stateless: Message | undefined;

  /** Lets time pass before the next record. */
  wait(ms: number): this {
    this.#at += ms;
    return this;
  }

  /** A line from the client: a JSON-RPC message without its version, or raw text. */
  client(line: Message | string, more: Message = {}): this {
    return this.#frame('client-to-server', line, more);
  }

  server(line: Message | string, more: Message = {}): this {
    return this.#frame('server-to-client', line, more);
  }

  /** A client request and the server's answer: `{error}`, `{result}` or raw text. */
  request(method: string, params: Message, answer?: Message | string, more: Message = {}): this {
    this.client({ id: this.nextId(), method, params: this.#enveloped(params) }, more);
    if (answer === undefined) return this;
    return this.server(typeof answer === 'string' ? answer : { id: this.#id, ...answer });
  }

  call(name: string, args: Message, answer: Message): this {
    return this.request('tools/call', { name, arguments: args }, answer);
  }

  /** A call with a tool error that has this text. */
  callFails(name: string, text: string, more: Message = {}): this {
    return this.call(name, {}, { result: { content: [{ type: 'text', text }], isError: true, ...more } });
  }

  /** The handshake of a legacy session, from the server's start on. */
  handshake(protocolVersion = '2025-11-25', capabilities: Message = { tools: {} }): this {
    this.process('spawned');
    const clientInfo = { name: 'test', version: '1' };
    const serverInfo = { name: 'test', version: '1' };
    this.request(
      'initialize',
      { protocolVersion, capabilities: {}, clientInfo },
      { result: { protocolVersion, capabilities, serverInfo } },
    );
    return this.client({ method: 'notifications/initialized' });
  }

  /** A session of 2026-07-28: every later request carries its envelope. */
  discover(clientCapabilities: Message = {}, more: Message = {}): this {
    this.process('spawned');
    this.#stateless = { ...ENVELOPE, 'io.modelcontextprotocol/clientCapabilities': clientCapabilities };
    return this.request(
      'server/discover',
      {},
      {
        result: this.complete({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...more }),
      },
    );
  }

  /** A result with the members that 2026-07-28 requires. */
  complete(result: Message): Message {
    const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'test', version: '1' } };
    return { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta, ...result };
  }

  /** Later requests carry no envelope. */
  withoutEnvelope(): this {
    this.#stateless = undefined;
    return this;
  }

  listTools(...tools: Tool[]): this {
    const listed = tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool }));
    return this.request(
      'tools/list',
      {},
      { result: this.#stateless ? this.complete({ tools: listed }) : { tools: listed } },
    );
  }

  process(event: ProcessRecord['event'], more: Message = {}): this {
    return this.#add({ type: 'process', ...this.#placed(), event, ...more });
  }

  stderr(...lines: readonly string[]): this {
    for (const text of lines) this.#add({ type: 'stderr', ...this.#placed(), text });
    return this;
  }

  timeout(id: number): this {
    return this.#add({ type: 'client', ...this.#placed(), event: 'timeout', id, message: 'timed out' });
  }

  /** The client ends the session by itself. */
  closed(): this {
    return this.#add({ type: 'client', ...this.#placed(), event: 'closed', message: 'closed' });
  }

  dropped(): this {
    return this.#add({ type: 'dropped', ...this.#placed(), count: 1, reason: 'test' });
  }

  /** The id of the next request. */
  nextId(): number {
    this.#id += 1;
    return this.#id;
  }

  get lastSeq(): number {
    return this.records.length;
  }

  /** The rules' findings, from the first record to the end. */
  findings(options: FindingOptions = {}): readonly Finding[] {
    return findingsIn(this.records, options);
  }

  #enveloped(params: Message): Message {
    return this.#stateless === undefined ? params : { _meta: this.#stateless, ...params };
  }

  #frame(direction: Direction, line: Message | string, more: Message): this {
    const raw = typeof line === 'string' ? line : JSON.stringify({ jsonrpc: '2.0', ...line });
    return this.#add({ type: 'frame', ...this.#placed(), direction, raw, ...more });
  }

  #placed() {
    this.#at += 10;
    return { seq: this.records.length + 1, at: this.#at, session: 's1' };
  }

  #add(record: KnownRecord): this {
    this.records.push(record);
    return this;
  }
}

/** The rules' findings in records of any sessions, session by session. */
export function findingsIn(
  records: readonly KnownRecord[],
  options: FindingOptions = {},
): readonly Finding[] {
  return readersOf(records, options).flatMap(({ sink }) => sink.findings);
}

/** The reader of each session, after the last record. */
export function readersOf(records: readonly KnownRecord[], options: FindingOptions = {}): FindingReader[] {
  const readers: FindingReader[] = [];
  const log = new LogModel({
    each: (model, session) => {
      const reader = new FindingReader(model, session, options);
      readers.push(reader);
      return [reader];
    },
  });
  for (const record of records) log.take(record);
  log.finish();
  return readers;
}
