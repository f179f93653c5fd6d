import { versionedName } from '../../base/versioned-name.ts';
import { type FrameRecord, type StderrRecord, shownFrame } from '../../frame/record.ts';
import { stripAnsi } from '../../frame/stderr-text.ts';
import { firstAnswerAfter } from '../../hosts/start-limits.ts';
import { idText } from '../../session/answer-outcome.ts';
import { EndStderr } from '../../session/end-stderr.ts';
import { howItExited } from '../../session/process-event.ts';
import type {
  AnswerEvent,
  BatchEvent,
  ClientEvent,
  HttpEvent,
  MessageEvent,
  ProcessEvent,
  RequestEvent,
  SessionEvent,
} from '../../session/session-event.ts';
import { EventReader } from '../../session/session-event.ts';
import type { SessionFacts } from '../../session/session-facts.ts';
import type { Answer } from '../../wire/envelope.ts';
import { httpStart } from './http-steps.ts';
import type { AnswerOfServer, ExitEvidence, Misnumbered, TrafficEvidence } from './start-evidence.ts';

const MAX_STDERR_LINES = 300;
const MAX_LINE_CHARS = 600;

/** Collects what one session's records show about its server's start, the last one if there were several. */
export class StartReader extends EventReader {
  readonly #hide: (text: string) => string;
  #run = newRun(0);
  #facts: SessionFacts | undefined;
  readonly #endStderr = new EndStderr();
  #now = 0;

  /** `hide` removes secrets from the server's output before it is cut. */
  constructor(hide: (text: string) => string = (text) => text) {
    super();
    this.#hide = hide;
  }

  override take(event: SessionEvent): void {
    const { facts } = event;
    this.#facts = facts;
    this.#endStderr.take(event);
    this.#now = Math.max(this.#now, event.record.at);
    super.take(event);
    if (event.record.type !== 'frame') return;
    const isOpen = facts.negotiated !== 'unknown' || facts.serverStateless;
    if (isOpen && this.#run.initialize.kind !== 'rejected') this.#run.opened = true;
  }

  get evidence(): TrafficEvidence {
    const { startedAt, endedAt, spawned, ...run } = this.#run;
    const peers = this.#facts?.peers;
    const server = peers?.server ?? undefined;
    const declared = this.#facts?.serverCapabilities;
    return {
      ...run,
      spawned,
      stderr: [...run.stderr],
      misnumbered: [...run.misnumbered.values()],
      endStderr: this.#endStderr.ofRun.lines.map((line) => this.#text(line)),
      revision: peers?.protocolVersion ?? '',
      server: server === undefined ? '' : this.#text(versionedName(server)),
      capabilities: declared === undefined ? undefined : Object.keys(declared).slice(0, 50),
      lastedMs: spawned ? (endedAt ?? this.#now) - startedAt : 0,
    };
  }

  protected override onProcess({ record, facts }: ProcessEvent): void {
    switch (record.event) {
      case 'spawned':
        this.#run = { ...newRun(record.at, this.#run.exit), spawned: true };
        return;
      case 'spawn-failed':
        this.#run.spawnFailure = this.#text(record.message ?? 'The process could not be started.');
        return;
      case 'stdout-closed':
        this.#run.stdoutClosed = facts.endedBy === 'itself';
        return;
      case 'exited': {
        const { exitCode, signal } = record;
        const asked = facts.endedBy === 'client';
        this.#run.exit = { code: exitCode ?? undefined, signal: signal ?? undefined, asked };
        this.#run.endedAt ??= record.at;
        return;
      }
      case 'stdin-closed':
        this.#run.endedAt ??= record.at;
        return;
    }
  }

  /** The outcome of `initialize` outranks earlier probes and later attempts. */
  protected override onHttp(event: HttpEvent): void {
    const http = httpStart(event);
    if (http === undefined || this.#run.http?.method === 'initialize') return;
    if (this.#run.http !== undefined && http.method !== 'initialize') return;
    this.#run.http = { ...http, found: this.#text(http.found), cause: this.#text(http.cause) };
  }

  protected override onClient({ record, exchange }: ClientEvent): void {
    const method = exchange?.method ?? record.method;
    if (record.event !== 'result-rejected' || method === undefined) return;
    this.#answered(method, { kind: 'rejected', message: this.#text(record.message) });
  }

  protected override onStderr(record: StderrRecord): void {
    for (const line of record.text.split('\n', MAX_STDERR_LINES)) {
      const text = this.#text(line).trimEnd();
      if (text === '') continue;
      this.#run.stderr.push(text);
      if (this.#run.stderr.length > MAX_STDERR_LINES) this.#run.stderr.shift();
    }
  }

  #line(record: FrameRecord, isMessage: boolean): void {
    const run = this.#run;
    const isLate = this.#facts?.stdinClosed === true && isMessage && run.firstAnswerMs === undefined;
    if (record.direction === 'client-to-server' || isLate) return;
    const isNoise = !isMessage && run.firstNoise === undefined;
    if (!isMessage) run.noiseLines += 1;
    else run.messages += 1;
    if (run.firstLine !== undefined && !isNoise) return;
    const text = this.#text(shownFrame(record));
    run.firstLine ??= { text, isMessage };
    if (isNoise) run.firstNoise = text;
  }

  protected override onBatch(event: BatchEvent): void {
    this.#line(event.record, true);
    super.onBatch(event);
  }

  protected override onMessage(event: MessageEvent, part: number | undefined): void {
    if (part === undefined) this.#line(event.record, event.kind !== 'malformed');
    super.onMessage(event, part);
  }

  protected override onRequest({ envelope, exchange }: RequestEvent): void {
    if (exchange.sender === 'client-to-server') this.#answered(envelope.method, { kind: 'unanswered' });
  }

  protected override onAnswer({ envelope, exchange, facts, match, record }: AnswerEvent): void {
    if (exchange === undefined || exchange.sender === 'server-to-client') return;
    if (facts.stdinClosed && this.#run.firstAnswerMs === undefined) {
      this.#run.flushedAtEnd = true;
      return;
    }
    const { id, method, requestSeq } = exchange;
    // An HTTP error answers its own request, whatever its id.
    if (match === 'http' || envelope.id?.key === id.key) this.#run.misnumbered.delete(requestSeq);
    else this.#run.misnumbered.set(requestSeq, { method, id: id.text, under: underText(envelope) });
    this.#run.firstAnswerMs ??= firstAnswerAfter(exchange, record.at, this.#run.startedAt);
    if (envelope.kind === 'result') {
      this.#answered(exchange.method, { kind: 'result' });
      return;
    }
    const { codeText, message } = envelope.error;
    this.#answered(exchange.method, { kind: 'error', code: codeText, message: this.#text(message) });
  }

  #answered(method: string, answer: AnswerOfServer): void {
    // A repeated request, possibly a test, says nothing about the start.
    if (this.#run.opened && answer.kind !== 'rejected') return;
    if (method === 'server/discover') this.#run.discover = answer;
    if (method !== 'initialize') return;
    this.#run.initialize = answer;
    // Even with an unknown revision.
    this.#run.opened = answer.kind === 'result';
  }

  /** For terminals and screens. Secrets are removed before cutting, so that no part of one survives. */
  #text(text: string): string {
    const most = text.length > 4 * MAX_LINE_CHARS ? text.slice(0, 4 * MAX_LINE_CHARS) : text;
    const hidden = this.#hide(stripAnsi(most).replaceAll(/\p{Cc}+/gu, ' '));
    return hidden.length > MAX_LINE_CHARS ? `${hidden.slice(0, MAX_LINE_CHARS)}…` : hidden;
  }
}

function underText(answer: Answer): string {
  const text = idText(answer);
  return text === '' ? 'no id' : `the id ${text}`;
}

/** How a process ended, as a clause: `exit code 1`, `signal SIGKILL`. */
export function exitText({ code, signal }: ExitEvidence): string {
  return howItExited({ exitCode: code, signal }).replace(/^code/, 'exit code');
}

type OfSession = 'endStderr' | 'revision' | 'server' | 'capabilities' | 'lastedMs';
type Evidence = Omit<TrafficEvidence, OfSession | 'misnumbered' | 'stderr'>;
type Run = { -readonly [Name in keyof Evidence]: Evidence[Name] } & {
  readonly startedAt: number;
  /** When its stdin was closed, or when it exited. */
  endedAt: number | undefined;
  readonly stderr: string[];
  /** By the seqs of the requests: the real answer may still come. */
  readonly misnumbered: Map<number, Misnumbered>;
};

/** A run that follows one which ended like this. */
function newRun(startedAt: number, earlier?: ExitEvidence): Run {
  return {
    startedAt,
    endedAt: undefined,
    spawned: false,
    spawnFailure: undefined,
    firstExit: earlier === undefined ? '' : exitText(earlier),
    exit: undefined,
    stdoutClosed: false,
    stderr: [],
    firstLine: undefined,
    firstNoise: undefined,
    noiseLines: 0,
    messages: 0,
    firstAnswerMs: undefined,
    flushedAtEnd: false,
    misnumbered: new Map(),
    http: undefined,
    opened: false,
    discover: { kind: 'not-asked' },
    initialize: { kind: 'not-asked' },
  };
}
