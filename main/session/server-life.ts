import { performance } from 'node:perf_hooks';
import { LastWords } from '../../app/frame/last-words.ts';
import { howItExited } from '../../app/session/process-event.ts';
import { type Envelope, readEnvelope } from '../../app/wire/envelope.ts';
import type { Line } from '../../app/wire/line-splitter.ts';
import { lineText, shownLine } from '../../app/wire/line-text.ts';
import type { EraProbe } from './era-probe.ts';
import { exitedBody, type SessionJournal } from './record-body.ts';
import type { RequestDesk } from './request-desk.ts';
import { readServerMessage, type ServerMessage } from './server-message.ts';
import { MAX_LINE_BYTES, ServerProcess } from './server-process.ts';
import type { ServerSpec } from './server-spec.ts';
import { TapTransport } from './tap-transport.ts';

const SESSION_ENDED = 'the session ended';
const LINE_FEED = 0x0a;
/** How long an answer without a usable id may be meant for a malformed line that was sent by hand. */
const HAND_MS = 5000;

/** How a server's process ended. */
export type LifeEnd = {
  /** In words: `exit code 1`, `signal SIGKILL`. */
  readonly how: string;
  /** Short, for the tab: `exit 1`, `SIGKILL`. */
  readonly exit: string;
  /** The last lines of stderr, without colours. */
  readonly lastWords: string;
};

export type ServerLifeEvents = {
  spawned(pid: number): void;
  spawnFailed(message: string): void;
  /** The server closed its stdout and lives on. */
  stdoutClosed(): void;
  exited(end: LifeEnd): void;
  /** A message of the server, after its record was written. */
  message(envelope: Envelope): void;
};

/** One process of a server: every line is recorded first, then handed to the probe, the desk or the client. */
export class ServerLife {
  /** True while a refused handshake may be followed by another in the same process: a client does not end it. */
  shaking = false;
  /** Takes the answer to `server/discover`; undefined where none was asked. */
  probe: EraProbe | undefined;
  /** Takes the requests that a user answers. */
  desk: RequestDesk | undefined;
  #transport: TapTransport | undefined;
  readonly #server: ServerProcess;
  readonly #journal: SessionJournal;
  readonly #events: ServerLifeEvents;
  #stdinClosed = false;
  readonly #lastWords = new LastWords();
  /** When a line was last sent by hand, by the monotonic clock. */
  #handAt = Number.NEGATIVE_INFINITY;
  #ended: LifeEnd | undefined;
  /** Why no answer can arrive any more, as a clause. */
  #closed = SESSION_ENDED;
  #endedHere = false;

  constructor(spec: ServerSpec, journal: SessionJournal, events: ServerLifeEvents) {
    this.#journal = journal;
    this.#events = events;
    this.#server = new ServerProcess(spec, {
      spawned: (pid) => {
        journal.write({ type: 'process', event: 'spawned', pid });
        events.spawned(pid);
      },
      spawnFailed: (message) => {
        journal.write({ type: 'process', event: 'spawn-failed', message });
        events.spawnFailed(message);
        this.#disconnected(SESSION_ENDED);
      },
      line: (line) => this.#line(line),
      stderrLine: (text) => this.#stderrLine(text),
      stdoutClosed: () => {
        journal.write({ type: 'process', event: 'stdout-closed' });
        events.stdoutClosed();
      },
      exited: (exitCode, signal) => this.#exited(exitCode, signal),
    });
  }

  get pid(): number | undefined {
    return this.#server.pid;
  }

  get running(): boolean {
    return this.#server.running;
  }

  /** How the process ended; undefined while it lives. */
  get ended(): LifeEnd | undefined {
    return this.#ended;
  }

  /** Resolves when the start has been told, well or not. */
  begun(): Promise<void> {
    return this.#server.begun();
  }

  /** A transport for one more client; the one before it hears nothing any more. */
  newTransport(revision: string): TapTransport {
    this.#transport?.detach();
    const close = () => {
      if (!this.shaking) void this.end();
    };
    const send = (line: string, envelope: Envelope) => this.send(line, envelope);
    this.#transport = new TapTransport({ send, close }, revision);
    return this.#transport;
  }

  /** Records and writes one line; gives the seq of its record. */
  send(line: string, envelope = readEnvelope(line)): { seq: number; written: Promise<void> } {
    const seq = this.#journal.write({ type: 'frame', direction: 'client-to-server', raw: line }, envelope);
    return { seq, written: this.#server.write(`${line}\n`) };
  }

  /** Writes bytes as they are, and a line feed: each line with a record that says it was meant so. */
  sendDeliberately(bytes: Uint8Array): number {
    let first = 0;
    let start = 0;
    while (start <= bytes.length) {
      const found = bytes.indexOf(LINE_FEED, start);
      const end = found < 0 ? bytes.length : found;
      const text = lineText(bytes.subarray(start, end));
      const frame = { type: 'frame', direction: 'client-to-server', deliberate: true } as const;
      const seq = this.#journal.write({ ...frame, ...text });
      if (first === 0) first = seq;
      start = end + 1;
    }
    this.#handAt = performance.now();
    void this.#server.write(Buffer.concat([bytes, Buffer.from([LINE_FEED])]));
    return first;
  }

  /** The connection is of no use any more: everything that waits is settled. `why` is a clause. */
  disconnect(why: string): void {
    this.#disconnected(why);
  }

  /** Why no answer can arrive any more, as a clause: of use once the connection is closed. */
  get closed(): string {
    return this.#closed;
  }

  /** True where the pipe was closed before it took anything: no byte has reached the server. */
  get unheard(): boolean {
    return this.#server.unheard;
  }

  /** Closes stdin, then ends the whole process tree; resolves when the exit has been told. */
  async end(): Promise<void> {
    this.#endedHere = true;
    if (this.#server.running && !this.#stdinClosed) {
      this.#stdinClosed = true;
      this.#journal.write({ type: 'process', event: 'stdin-closed' });
    }
    await this.#server.end();
  }

  #line(line: Line): void {
    const text = lineText(line.bytes);
    const frame = { type: 'frame', direction: 'server-to-client', ...text } as const;
    if (line.truncatedBytes > 0) {
      this.#journal.write({ ...frame, truncatedBytes: line.truncatedBytes });
      const reason = `the end of a line over ${MAX_LINE_BYTES} bytes, ${line.truncatedBytes} bytes`;
      this.#journal.write({ type: 'dropped', count: 1, reason });
      return;
    }
    const message = readServerMessage(shownLine(text));
    const seq = this.#journal.write(frame, message.envelope);
    this.#hand(message, seq);
  }

  #hand(message: ServerMessage, seq: number): void {
    const { envelope, value } = message;
    if (envelope.kind === 'batch') {
      for (const [index, item] of envelope.items.entries()) {
        this.#hand({ envelope: item, value: Array.isArray(value) ? value[index] : undefined }, seq);
      }
      return;
    }
    this.#events.message(envelope);
    if (this.probe?.take(envelope, seq) === true || this.desk?.take(envelope, seq) === true) return;
    const guessed = this.#handAt === Number.NEGATIVE_INFINITY || performance.now() - this.#handAt > HAND_MS;
    this.#transport?.deliver(message, seq, guessed);
  }

  #stderrLine(text: string): void {
    this.#journal.write({ type: 'stderr', text });
    this.#lastWords.take(text);
  }

  #exited(exitCode: number | null, signal: string | null): void {
    this.#journal.write(exitedBody(exitCode, signal));
    const how = howItExited({ exitCode, signal });
    const end = { how, exit: signal ?? `exit ${exitCode}`, lastWords: this.#lastWords.text };
    this.#ended = end;
    this.#events.exited(end);
    this.probe?.exited(how);
    this.#disconnected(this.#endedHere ? SESSION_ENDED : `the server exited with ${how}`);
  }

  #disconnected(why: string): void {
    this.#closed = why;
    this.desk?.close(why);
    this.#transport?.disconnected();
  }
}
