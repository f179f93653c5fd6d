import type { Direction, KnownRecord } from '../../frame/record.ts';
import { ReportBuilder } from '../build-report.ts';
import type { ReportError, SessionReport } from '../report.ts';

type Body = { readonly [member: string]: unknown };

/** A session written line by line, and its report. */
export class ReportedSession {
  readonly #builder = new ReportBuilder();
  #seq = 0;
  #at = 0;

  /** `capabilities` are the server's; without them there is no handshake. */
  constructor(capabilities?: object, client: object = {}) {
    this.#take({ type: 'session', label: 'a', origin: 'connect', command: 'a' });
    this.#take({ type: 'process', event: 'spawned', pid: 1 });
    if (capabilities === undefined) return;
    const clientInfo = { name: 'client', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: client, clientInfo };
    this.sent({ id: 'i', method: 'initialize', params });
    const serverInfo = { name: 'server', version: '1' };
    this.got({ id: 'i', result: { protocolVersion: '2025-11-25', capabilities, serverInfo } });
    this.sent({ method: 'notifications/initialized' });
  }

  sent(message: Body): this {
    return this.#frame('client-to-server', message);
  }

  got(message: Body): this {
    return this.#frame('server-to-client', message);
  }

  /** A complete list from the server. */
  listed(what: 'tools' | 'prompts' | 'resources', entries: readonly object[]): this {
    const id = `list ${what}`;
    return this.sent({ id, method: `${what}/list` }).got({ id, result: { [what]: entries } });
  }

  /** A tool call with this answer. */
  call(params: unknown, answer: Body): this {
    return this.request('tools/call', params, answer);
  }

  request(method: string, params: unknown, answer: Body): this {
    return this.sent({ id: 7, method, ...(params === undefined ? {} : { params }) }).got({
      id: 7,
      ...answer,
    });
  }

  stderr(...lines: readonly string[]): this {
    for (const text of lines) this.#take({ type: 'stderr', text });
    return this;
  }

  wait(ms: number): this {
    this.#at += ms;
    return this;
  }

  client(event: string, message: string, id = 7): this {
    return this.#take({ type: 'client', event, id, message });
  }

  process(record: Body): this {
    return this.#take({ type: 'process', ...record });
  }

  raw(direction: Direction, raw: string): this {
    return this.#take({ type: 'frame', direction, raw });
  }

  session(): SessionReport {
    const session = this.#builder.finish('a', 'tierscope', []).sessions[0];
    if (session === undefined) throw new Error('no session');
    return session;
  }

  /** The last error of the session. */
  error(): ReportError {
    const error = this.session().errors.at(-1);
    if (error === undefined) throw new Error('no error');
    return error;
  }

  #frame(direction: Direction, message: Body): this {
    return this.raw(direction, JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  #take(record: Body): this {
    this.#seq += 1;
    this.#at += 1;
    const whole = { seq: this.#seq, at: this.#at, session: 's1', ...record };
    this.#builder.take(whole as unknown as KnownRecord, this.#seq);
    return this;
  }
}

/** The `error` member of an answer. */
export function refused(code: number, message: string, data?: unknown): Body {
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** A tool error with this text. */
export function failed(text: string, more: Body = {}): Body {
  return { result: { content: [{ type: 'text', text }], isError: true, ...more } };
}
