import type { CallEnd, ToolInfo } from '../../app/contract/commands.ts';
import type { SessionState } from '../../app/contract/session-info.ts';
import { howItExited } from '../../app/exchange/process-event.ts';
import { stripAnsi } from '../../app/frame/ansi.ts';
import type { Envelope } from '../../app/wire/envelope.ts';
import type { Line } from '../../app/wire/line-splitter.ts';
import { lineText, shownLine } from '../../app/wire/line-text.ts';
import type { ReaperClient } from './reaper-client.ts';
import type { SessionJournal } from './record-body.ts';
import { readServerMessage } from './server-message.ts';
import { MAX_LINE_BYTES, ServerProcess } from './server-process.ts';
import type { ServerSpec } from './server-spec.ts';
import { SessionClient } from './session-client.ts';
import { TapTransport } from './tap-transport.ts';

/** What changes about a session while it lives. */
export type LiveStatus = {
  readonly state: Exclude<SessionState, 'recording'>;
  readonly pid: number | null;
  /** One sentence on why it ended or failed; empty while it runs. */
  readonly ending: string;
  /** Short, for the tab: `exit 3`, `SIGKILL`, `not started`. */
  readonly exit: string;
};

export type LiveSessionOptions = {
  readonly spec: ServerSpec;
  readonly version: string;
  readonly journal: SessionJournal;
  readonly reaper: ReaperClient;
  readonly onStatus: (status: LiveStatus) => void;
};

type Life = {
  readonly server: ServerProcess;
  readonly transport: TapTransport;
  readonly client: SessionClient;
};

/** One connection to one server: the process, its byte lines, and the SDK's client above them. */
export class LiveSession {
  readonly #options: LiveSessionOptions;
  #life: Life | undefined;
  #status: LiveStatus = { state: 'starting', pid: null, ending: '', exit: '' };
  #ending = false;
  #stdinClosed = false;
  #lastStderr: string[] = [];

  constructor(options: LiveSessionOptions) {
    this.#options = options;
  }

  get status(): LiveStatus {
    return this.#status;
  }

  /** Starts the server and shakes hands; resolves when the session is ready or has failed. */
  async start(): Promise<void> {
    this.#ending = false;
    this.#stdinClosed = false;
    this.#lastStderr = [];
    this.#tell({ state: 'starting', pid: null, ending: '', exit: '' });
    const life = this.#begin();
    await life.server.begun();
    if (this.#status.state !== 'starting') return;
    const end = await life.client.connect();
    if (this.#life !== life || this.#status.state !== 'starting') return;
    if (end.failure === '') {
      this.#tell({ ...this.#status, state: 'ready' });
      return;
    }
    this.#tell({ ...this.#status, state: 'failed', ending: `The handshake failed: ${end.failure}` });
    await this.#closeStdin(life.server);
  }

  /** Ends the connection and the whole process tree of the server; the log stays. */
  async disconnect(reason: string): Promise<void> {
    const life = this.#life;
    if (life === undefined || !life.server.running || this.#ending) return;
    this.#ending = true;
    this.#options.journal.write({ type: 'client', event: 'closed', message: reason });
    await this.#closeStdin(life.server);
  }

  /** Waits until no process of the server is left, whatever state the session is in. */
  async end(): Promise<void> {
    if (this.#life !== undefined) await this.#closeStdin(this.#life.server);
  }

  async restart(): Promise<void> {
    await this.disconnect('restarted by the user');
    await this.end();
    await this.start();
  }

  async listTools(): Promise<{ tools: readonly ToolInfo[]; failure: string }> {
    return this.#life?.client.listTools() ?? { tools: [], failure: NOT_CONNECTED };
  }

  callTool(name: string, args: Record<string, unknown>, timeoutMs?: number): Promise<CallEnd> {
    return this.#life?.client.callTool(name, args, timeoutMs) ?? Promise.resolve(notSent());
  }

  request(method: string, params?: Record<string, unknown>, timeoutMs?: number): Promise<CallEnd> {
    return this.#life?.client.request(method, params, timeoutMs) ?? Promise.resolve(notSent());
  }

  cancel(requestSeq: number): boolean {
    return this.#life?.client.cancel(requestSeq) ?? false;
  }

  #begin(): Life {
    const { spec, version, journal, reaper } = this.#options;
    const server = new ServerProcess(spec, {
      spawned: (pid) => {
        reaper.watch(pid);
        journal.write({ type: 'process', event: 'spawned', pid });
        this.#tell({ ...this.#status, pid });
      },
      spawnFailed: (message) => {
        journal.write({ type: 'process', event: 'spawn-failed', message });
        this.#over(life, { state: 'failed', pid: null, ending: message, exit: 'not started' });
      },
      line: (line) => this.#line(life, line),
      stderrLine: (text) => this.#stderrLine(text),
      stdoutClosed: () => {
        journal.write({ type: 'process', event: 'stdout-closed' });
        if (this.#ending) return;
        const ending = 'The server closed its stdout and still runs. No answer can come: restart it.';
        this.#over(life, { ...this.#status, state: 'failed', ending, exit: 'stdout closed' });
      },
      exited: (exitCode, signal) => this.#exited(life, exitCode, signal),
    });
    const transport = new TapTransport({
      send: (line, envelope) => this.#send(server, line, envelope),
      close: () => void this.#closeStdin(server),
    });
    const life: Life = { server, transport, client: new SessionClient(version, transport, journal) };
    this.#life = life;
    return life;
  }

  #send(server: ServerProcess, line: string, envelope: Envelope): { seq: number; written: Promise<void> } {
    const frame = { type: 'frame', direction: 'client-to-server', raw: line } as const;
    const seq = this.#options.journal.write(frame, envelope);
    return { seq, written: server.write(`${line}\n`) };
  }

  #line(life: Life, line: Line): void {
    const { journal } = this.#options;
    const text = lineText(line.bytes);
    const frame = { type: 'frame', direction: 'server-to-client', ...text } as const;
    if (line.truncatedBytes > 0) {
      journal.write({ ...frame, truncatedBytes: line.truncatedBytes });
      const reason = `the end of a line over ${MAX_LINE_BYTES} bytes, ${line.truncatedBytes} bytes`;
      journal.write({ type: 'dropped', count: 1, reason });
      return;
    }
    const message = readServerMessage(shownLine(text));
    journal.write(frame, message.envelope);
    life.transport.deliver(message);
  }

  async #closeStdin(server: ServerProcess): Promise<void> {
    if (server.running && !this.#stdinClosed) {
      this.#stdinClosed = true;
      this.#options.journal.write({ type: 'process', event: 'stdin-closed' });
    }
    await server.end();
  }

  #stderrLine(text: string): void {
    this.#options.journal.write({ type: 'stderr', text });
    this.#lastStderr = [...this.#lastStderr.slice(-2), stripAnsi(text).trim()].filter((line) => line !== '');
  }

  #exited(life: Life, exitCode: number | null, signal: string | null): void {
    const { journal, reaper } = this.#options;
    journal.write({ type: 'process', event: 'exited', exitCode, signal });
    if (life.server.pid !== undefined) reaper.forget(life.server.pid);
    const exit = signal ?? `exit ${exitCode}`;
    const how = howItExited({ exitCode, signal });
    if (this.#ending) {
      this.#over(life, {
        state: 'closed',
        pid: null,
        ending: `Disconnected. The server ended with ${how}.`,
        exit,
      });
      return;
    }
    const when = this.#status.state === 'starting' ? ' before the handshake was done' : '';
    const said =
      this.#lastStderr.length > 0 ? ` Its last words on stderr: ${this.#lastStderr.join(' · ')}` : '';
    const before = this.#status.state === 'failed' ? `${this.#status.ending} ` : '';
    const ending = `${before}The server exited with ${how}${when}.${said}`;
    this.#over(life, { state: 'failed', pid: null, ending, exit });
  }

  #over(life: Life, status: LiveStatus): void {
    this.#tell(status);
    life.transport.disconnected();
  }

  #tell(status: LiveStatus): void {
    this.#status = status;
    this.#options.onStatus(status);
  }
}

const NOT_CONNECTED = 'The session is not connected. Restart it first.';

function notSent(): CallEnd {
  return { requestSeq: 0, result: null, failure: NOT_CONNECTED };
}
