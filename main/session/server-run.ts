import type { StrayLines } from '../../app/checks/doctor/start-failure.ts';
import { LastStderr } from '../../app/frame/last-stderr.ts';
import { HttpSecrets } from '../../app/frame/redaction/http-secrets.ts';
import { stripAnsi } from '../../app/frame/stderr-text.ts';
import { encodedTextInSteps } from '../../app/recording/encode-record.ts';
import { howItExited } from '../../app/session/process-event.ts';
import {
  type Envelope,
  type RpcId,
  readEnvelope,
  readMessage,
  type WireMessage,
} from '../../app/wire/envelope.ts';
import type { Line } from '../../app/wire/line-splitter.ts';
import { type LineText, lineText, lineTextInSteps, shownLine } from '../../app/wire/line-text.ts';
import { HttpRun } from './http-run.ts';
import type { HttpNumbers, HttpRunOptions } from './http-wire.ts';
import { outlivedText } from './process-tree.ts';
import {
  exitedBody,
  type LongText,
  ownValues,
  type ProcessSpec,
  type RecordBody,
  type ServerSpec,
  type ServerToStart,
  type SessionJournal,
} from './record-body.ts';
import {
  type HttpRunEvents,
  type LinkEnd,
  type LinkEvents,
  RawSent,
  type Receiver,
  type ServerLink,
} from './server-link.ts';
import {
  LONG_LINE_BYTES,
  MAX_LINE_BYTES,
  ServerProcess,
  type ServerProcessEvents,
} from './server-process.ts';

const SESSION_ENDED = 'the session ended';
const LINE_FEED = 0x0a;
/** Longer lines are also decoded and encoded incrementally. */
const HUGE_LINE_BYTES = 1024 * 1024;
/** How many messages of a batch are delivered in one step: each may need an answer. */
const BATCH_STEP = 100;

type Batch = Extract<Envelope, { kind: 'batch' }>;

/** A stray line is shown up to this length. */
const MAX_STRAY_CHARS = 300;

type ServerRunEvents = Pick<ServerProcessEvents, 'spawned' | 'stdoutClosed'> &
  LinkEvents & { restEnded(): void };

/** One run of a server's process: every line is recorded first, then passed to the current receiver. */
export class ServerRun implements ServerLink {
  readonly process: ServerProcess;
  readonly #journal: SessionJournal;
  readonly #events: ServerRunEvents;
  /** The stderr lines after the last answer, without colors, oldest first. */
  readonly lastStderr = new LastStderr();
  /** The lines on stdout that are not messages; null if there are none. */
  stray: StrayLines | null = null;
  readonly #raw = new RawSent();
  receiver: Receiver | undefined;
  #stdinClosed = false;
  exit: LinkEnd | undefined;
  whyClosed = SESSION_ENDED;
  #endedHere = false;
  #isDefective = false;
  readonly http = undefined;

  constructor(spec: ProcessSpec, journal: SessionJournal, events: ServerRunEvents) {
    this.#journal = journal;
    this.#events = events;
    this.process = new ServerProcess(spec, {
      spawned: (pid) => {
        journal.write({ type: 'process', event: 'spawned', pid });
        events.spawned(pid);
      },
      spawnFailed: (message) => {
        journal.write({ type: 'process', event: 'spawn-failed', message });
        events.spawnFailed(message);
        this.disconnect(SESSION_ENDED);
      },
      line: (line) => this.#takeLine(line),
      stderrLine: (text) => {
        journal.write({ type: 'stderr', text });
        this.lastStderr.take(text);
      },
      stdoutClosed: () => {
        journal.write({ type: 'process', event: 'stdout-closed' });
        events.stdoutClosed();
      },
      exited: (exitCode, signal) => this.#exited(exitCode, signal),
      restEnded: (outlived) => {
        for (const one of outlived) journal.write({ type: 'mark', label: outlivedText(one) });
        events.restEnded();
      },
      // Only this session ends.
      defect: (error) => {
        if (this.#isDefective) return;
        this.#isDefective = true;
        events.defect(error);
      },
    });
  }

  get running(): boolean {
    return this.process.running;
  }

  get unheard(): boolean {
    return this.process.unheard;
  }

  started(): Promise<void> {
    return this.process.started();
  }

  isBusyFor(ms: number): Promise<boolean> {
    return this.process.isBusyFor(ms);
  }

  fallBack(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Records and writes one line; returns the seq of its record. */
  send(line: string, envelope = readEnvelope(line)): { seq: number; written: Promise<void> } {
    this.#sent(envelope);
    const seq = this.#journal.write({ type: 'frame', direction: 'client-to-server', raw: line }, envelope);
    return { seq, written: this.process.write(`${line}\n`) };
  }

  /** Writes raw bytes and a line feed; each line gets a record that marks it as intended. */
  readonly sendHttp = undefined;
  readonly endRaw = undefined;
  readonly headOf = undefined;

  sendRaw(bytes: Uint8Array): number {
    let first = 0;
    let start = 0;
    while (start <= bytes.length) {
      const found = bytes.indexOf(LINE_FEED, start);
      const end = found < 0 ? bytes.length : found;
      const text = lineText(bytes.subarray(start, end));
      const envelope = readEnvelope(shownLine(text));
      this.#sent(envelope);
      this.#raw.take(envelope);
      const frame = { type: 'frame', direction: 'client-to-server', deliberate: true } as const;
      const seq = this.#journal.write({ ...frame, ...text }, envelope);
      if (first === 0) first = seq;
      start = end + 1;
    }
    void this.process.write(Buffer.concat([bytes, Buffer.from([LINE_FEED])]));
    return first;
  }

  mayAnswerRaw(id: RpcId | undefined): boolean {
    return this.#raw.mayBeAnsweredBy(id);
  }

  /** The connection is no longer usable: settles everything pending. `why` is a clause. */
  disconnect(why: string): void {
    this.whyClosed = why;
    this.receiver?.closed(why);
  }

  /** Closes stdin, then ends the whole process tree; resolves when the exit was reported. */
  async end(): Promise<void> {
    this.#endedHere = true;
    if (this.process.running && !this.#stdinClosed) {
      this.#stdinClosed = true;
      this.#journal.write({ type: 'process', event: 'stdin-closed' });
    }
    await this.process.end();
  }

  /** Handles a line at once, unless that may take long. */
  #takeLine(line: Line): Iterator<unknown> | undefined {
    if (line.bytes.length > LONG_LINE_BYTES) return this.#longLine(line);
    const { text, shown } = read(line.bytes);
    const frame = { type: 'frame', direction: 'server-to-client', ...text } as const;
    const message = this.#read(shown, frame);
    if (isStray(message)) this.#strayed(shown);
    const seq = this.#journal.write(frame, message.envelope);
    if (message.envelope.kind !== 'batch') this.#deliver(message, seq);
    else for (const _ of this.#deliverBatch(message.envelope, message.value, seq));
    return undefined;
  }

  /** Handles a line in steps, each of which may take long. */
  *#longLine(line: Line): Generator<undefined> {
    const isLong = line.bytes.length > HUGE_LINE_BYTES;
    const { text, shown } = isLong ? yield* lineTextInSteps(line.bytes) : read(line.bytes);
    const long = isLong ? { encoded: yield* encodedTextInSteps(text), shown } : undefined;
    const frame = { type: 'frame', direction: 'server-to-client', ...text } as const;
    if (line.truncatedBytes > 0) {
      this.#journal.write({ ...frame, truncatedBytes: line.truncatedBytes }, undefined, long);
      const reason = `the end of a line over ${MAX_LINE_BYTES} bytes, ${line.truncatedBytes} bytes`;
      this.#journal.write({ type: 'dropped', count: 1, reason });
      return;
    }
    const message = this.#read(shown, frame, long);
    yield;
    const seq = this.#journal.write(frame, message.envelope, long);
    yield;
    if (message.envelope.kind !== 'batch') this.#deliver(message, seq);
    else yield* this.#deliverBatch(message.envelope, message.value, seq);
  }

  #read(shown: string, frame: RecordBody, long?: LongText): WireMessage {
    try {
      return readMessage(shown);
    } catch (error) {
      // It is still evidence.
      this.#journal.write(frame, undefined, long);
      throw error;
    }
  }

  *#deliverBatch({ items }: Batch, value: unknown, seq: number): Generator<undefined> {
    for (const [index, item] of items.entries()) {
      this.#deliver({ envelope: item, value: Array.isArray(value) ? value[index] : undefined }, seq);
      if (index % BATCH_STEP === BATCH_STEP - 1) yield;
    }
  }

  #strayed(shown: string): void {
    const first = this.stray?.first ?? stripAnsi(shown).trim().slice(0, MAX_STRAY_CHARS);
    this.stray = { count: (this.stray?.count ?? 0) + 1, first };
  }

  #sent(envelope: Envelope): void {
    if (envelope.kind === 'request' || envelope.kind === 'batch') this.lastStderr.asked();
  }

  #deliver(message: WireMessage, seq: number): void {
    const { kind } = message.envelope;
    if (kind === 'result' || kind === 'error') this.lastStderr.answered();
    this.#events.message(message.envelope);
    this.receiver?.message(message, seq);
  }

  #exited(exitCode: number | null, signal: string | null): void {
    this.#journal.write(exitedBody(exitCode, signal));
    const how = howItExited({ exitCode, signal });
    const stderr = this.lastStderr.lines;
    const exit = { how, exit: signal ?? `exit ${exitCode}`, code: exitCode, signal, stderr };
    this.exit = exit;
    this.#events.exited(exit);
    this.receiver?.exited(how);
    this.disconnect(this.#endedHere ? SESSION_ENDED : `the server exited with ${how}`);
  }
}

function isStray({ envelope }: WireMessage): boolean {
  return envelope.kind === 'not-json' || envelope.kind === 'not-json-rpc';
}

function read(bytes: Uint8Array): { text: LineText; shown: string } {
  const text = lineText(bytes);
  return { text, shown: shownLine(text) };
}

type LinkPlace = Pick<ServerToStart, 'spec' | 'reaper'> & Omit<HttpRunOptions, 'spec' | 'events'>;

type SomeLinkEvents = HttpRunEvents & Pick<ServerProcessEvents, 'spawned' | 'stdoutClosed'>;

/** Starts the server of a session, or connects to it. The reaper ends a process that this app leaves behind. */
export function openLink(place: LinkPlace, events: SomeLinkEvents): ServerLink {
  const { spec, journal, reaper } = place;
  if (spec.kind === 'http') return new HttpRun({ ...place, spec, events });
  const run: ServerRun = new ServerRun(spec, journal, {
    ...events,
    spawned: (pid) => {
      reaper.watch(pid, run.process.mark);
      events.spawned(pid);
    },
    exited: (exit) => {
      if (run.process.pid !== undefined) reaper.forget(run.process.pid);
      events.exited(exit);
    },
    restEnded: () => reaper.forget(run.process.mark),
  });
  return run;
}

export function httpNumbers(spec: ServerSpec): HttpNumbers {
  return { x: 0, secrets: new HttpSecrets(Object.keys(ownValues(spec))) };
}
