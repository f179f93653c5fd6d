import { performance } from 'node:perf_hooks';
import { type CaseReply, replyOfAnswer, replyOfLost } from '../../../app/checks/probe/case-run.ts';
import type { ProbeStep } from '../../../app/checks/probe/probe-case.ts';
import { cacheShownFrame, type KnownRecord } from '../../../app/frame/record.ts';
import { DEFAULT_SETTINGS, withSettings } from '../../../app/protocol/session-settings.ts';
import { checked, type LineMap, ReportBuilder } from '../../../app/report/build-report.ts';
import type { RecordingReport } from '../../../app/report/report.ts';
import type { ReportOptions } from '../../../app/report/report-options.ts';
import { readDraft } from '../../../app/requests/raw-editor/raw-draft.ts';
import { LogModel } from '../../../app/session/log-model.ts';
import type { AnswerEvent, SessionEvent } from '../../../app/session/session-event.ts';
import type { SessionFacts } from '../../../app/session/session-facts.ts';
import { type Answer, type Envelope, readRpcId, type WireMessage } from '../../../app/wire/envelope.ts';
import type { RecordStore } from '../../recording/record-store.ts';
import type { HttpNumbers } from '../../session/http-wire.ts';
import type { LongText, RecordBody, ServerToStart, SessionJournal } from '../../session/record-body.ts';
import type { HttpSent, LinkEnd, ServerLink } from '../../session/server-link.ts';
import { openLink } from '../../session/server-run.ts';
import { ORPHAN_GRACE_MS } from '../../session/tap-transport.ts';

export type ProcessPlace = ServerToStart & { readonly log: ProbeLog; readonly numbers: HttpNumbers };

/** The outcome of waiting for an answer. */
export type Waited =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly seq: number }
  | { readonly kind: 'late' }
  /** Its HTTP exchange ended without an answer. */
  | { readonly kind: 'lost'; readonly seq: number }
  | { readonly kind: 'ended' };

/** One answer, with the id of the request that it answers. */
export type HeardAnswer = { readonly idKey: string | undefined; readonly reply: CaseReply };

/** A server process that gets raw lines, without an SDK. */
export class ProbeProcess {
  readonly #run: ServerLink;
  readonly #log: ProbeLog;
  readonly #waiting = new Map<string, (waited: Waited) => void>();
  #anyone: ((waited: Waited) => void) | undefined;
  #onAnswer: ((heard: HeardAnswer) => void) | undefined;
  #exit: LinkEnd | undefined;
  /** True once its stdout has ended, whether or not the process still runs. */
  #isMute = false;
  #spawnFailure = '';

  constructor(place: ProcessPlace) {
    const { log } = place;
    const settings = withSettings(DEFAULT_SETTINGS, place.settings);
    const run: ServerLink = openLink(
      { ...place, settings, journal: log },
      {
        spawned: () => undefined,
        spawnFailed: (message) => {
          this.#spawnFailure = message;
          this.#settleAll();
        },
        stdoutClosed: () => run.disconnect('the server closed its stdout'),
        exited: (exit) => {
          this.#exit = exit;
          this.#settleAll();
        },
        message: () => undefined,
        changed: () => undefined,
        gone: () => undefined,
        defect: (error) =>
          log.write({ type: 'client', event: 'closed', message: `a defect of Tierscope: ${String(error)}` }),
      },
    );
    this.#run = run;
    this.#log = log;
    run.receiver = {
      message: (message, seq) => this.#take(message, seq),
      unanswered: (id, lost) => {
        this.#onAnswer?.({ idKey: id.key, reply: replyOfLost(lost) });
        this.#waiting.get(id.key)?.({ kind: 'lost', seq: lost.seq });
        this.#anyone?.({ kind: 'lost', seq: lost.seq });
      },
      exited: () => undefined,
      closed: () => {
        this.#isMute = true;
        this.#settleAll();
      },
    };
  }

  started(): Promise<void> {
    return this.#run.started();
  }

  /** Also false once its stdout is closed. */
  get running(): boolean {
    return this.#run.running && !this.#isMute && this.#spawnFailure === '';
  }

  /** How the process ended; undefined while it runs. */
  get exit(): LinkEnd | undefined {
    return this.#exit;
  }

  /** Calls `onAnswer` for every answer from now on, and again for one that turns out to match no request. */
  listen(onAnswer: (heard: HeardAnswer) => void): void {
    this.#onAnswer = onAnswer;
  }

  /** Sends a line; returns the seq of its first record. */
  send({ text, deliberate }: Pick<ProbeStep, 'text' | 'deliberate'>): number {
    return deliberate ? this.#run.sendRaw(bytesOf(text)) : this.#run.send(text).seq;
  }

  /** Sends an HTTP step; undefined over stdio. */
  sendHttp({ text, http = {} }: ProbeStep): HttpSent | undefined {
    return this.#run.sendHttp?.(bytesOf(text), http);
  }

  /** Resolves with the answer to this id, after `ms` milliseconds, or when the process ends. */
  answerTo(id: string, ms: number): Promise<Waited> {
    const key = idKey(id);
    return this.#wait(ms, (settle) => {
      this.#waiting.set(key, settle);
      return () => this.#waiting.delete(key);
    });
  }

  /** Waits for an answer with any id, or none. */
  anyAnswer(ms: number): Promise<Waited> {
    return this.#wait(ms, (settle) => {
      this.#anyone = settle;
      return () => {
        this.#anyone = undefined;
      };
    });
  }

  /** Closes stdin and ends the process; resolves when its exit is logged. */
  async end(): Promise<void> {
    await this.#run.end();
  }

  #wait(ms: number, register: (settle: (waited: Waited) => void) => () => void): Promise<Waited> {
    if (!this.running) return Promise.resolve({ kind: 'ended' });
    return new Promise((resolve) => {
      const settle = (waited: Waited): void => {
        clearTimeout(timer);
        forget();
        resolve(waited);
      };
      const timer = setTimeout(() => settle({ kind: 'late' }), ms);
      const forget = register(settle);
    });
  }

  #take({ envelope }: WireMessage, seq: number): void {
    if (envelope.kind === 'request') {
      this.#refuse(envelope.id.text, envelope.method);
      return;
    }
    if (envelope.kind !== 'result' && envelope.kind !== 'error') return;
    const event = this.#log.eventOf(envelope);
    if (event?.orphaned !== undefined) {
      const { envelope: earlier, record } = event.orphaned;
      this.#onAnswer?.({ idKey: earlier.id?.key, reply: replyOfAnswer(earlier, record.seq) });
    }
    const key = askedKey(envelope, event);
    this.#onAnswer?.({ idKey: key, reply: replyOfAnswer(envelope, seq) });
    const waited: Waited = { kind: 'answer', answer: envelope, seq };
    const settle = (): void => void (key !== undefined && this.#waiting.get(key)?.(waited));
    if (key === envelope.id?.key) settle();
    else setTimeout(settle, ORPHAN_GRACE_MS);
    this.#anyone?.(waited);
  }

  /** Answers `ping` and refuses any other request of the server: a probe declares no capabilities. */
  #refuse(id: string, method: string): void {
    const answer =
      method === 'ping'
        ? '"result":{}'
        : '"error":{"code":-32601,"message":"The probe declares no capabilities"}';
    this.#run.send(`{"jsonrpc":"2.0","id":${id},${answer}}`);
  }

  #settleAll(): void {
    for (const settle of [...this.#waiting.values()]) settle({ kind: 'ended' });
    this.#anyone?.({ kind: 'ended' });
  }
}

/** The bytes behind the visible text of a line. */
function bytesOf(text: string): Uint8Array {
  const read = readDraft({ form: 'text', text });
  if (!read.ok) throw new Error(`a line of the probe cannot be read: ${read.error}`);
  const { bytes, fill } = read.value;
  return fill === undefined ? bytes : Buffer.concat([bytes, Buffer.alloc(fill.bytes, 'x'), fill.after]);
}

/** The id key of the request that an answer belongs to. An answer without an id may be right for a raw message. */
function askedKey({ id }: Answer, event: AnswerEvent | undefined): string | undefined {
  const exchange = event?.exchange;
  if (exchange === undefined) return id?.key;
  const isOfRaw = exchange.fromRawMessage && id === undefined && event?.facts.misnumbers !== true;
  return isOfRaw ? undefined : exchange.id.key;
}

export function idKey(id: string): string {
  return readRpcId(JSON.parse(id), id)?.key ?? id;
}

const SESSION = 's1';
/** Until the cases begin, only the facts of the session are used. */
const KEPT_EXCHANGES = 100;
/** The header is the first line of the file. */
const HEADER_LINES = 1;

/** The journal of a probe: every record goes to the rules and, if there is one, to the recording. */
export class ProbeLog implements SessionJournal {
  readonly #store: RecordStore | undefined;
  readonly #epoch = performance.now();
  readonly #builder: ReportBuilder;
  readonly #model = new LogModel({ keptSettled: KEPT_EXCHANGES });
  #last: SessionEvent | undefined;
  #seq = 0;
  #noise = 0;

  constructor(
    openStore:
      | ((events: {
          onMark(sentence: string): void;
          onDropped(count: number, reason: string): void;
        }) => RecordStore)
      | undefined,
    options: ReportOptions,
  ) {
    this.#builder = new ReportBuilder(checked, { ...options, checkRawMessages: true });
    this.#store = openStore?.({
      onMark: (label) => this.write({ type: 'mark', label }),
      onDropped: (count, reason) => this.write({ type: 'dropped', count, reason }),
    });
  }

  /** The path of the recording; empty for none. */
  get file(): string {
    return this.#store?.file ?? '';
  }

  /** Why records cannot be written to disk, as one sentence; empty while they can. */
  get fault(): string {
    return this.#store?.fault ?? '';
  }

  get seq(): number {
    return this.#seq;
  }

  get facts(): SessionFacts {
    return this.#model.model(SESSION).facts;
  }

  get lines(): LineMap {
    return this.#builder.lines;
  }

  write(body: RecordBody, envelope?: Envelope, text?: LongText): number {
    this.#seq += 1;
    const isMessage = envelope?.kind !== 'not-json' && envelope?.kind !== 'not-json-rpc';
    if (body.type === 'frame' && body.direction === 'server-to-client' && !isMessage) this.#noise += 1;
    const at = Math.round((performance.now() - this.#epoch) * 1000) / 1000;
    const record: KnownRecord = { seq: this.#seq, at, session: SESSION, ...body };
    if (record.type === 'frame' && text !== undefined) cacheShownFrame(record, text.shown);
    this.#store?.append(record, text?.encoded);
    this.#builder.take(record, this.#seq + HEADER_LINES);
    this.#last = this.#model.take(record, envelope);
    return this.#seq;
  }

  /** The session's view of an answer in the last record. */
  eventOf(answer: Answer): AnswerEvent | undefined {
    const parts = this.#last?.kind === 'batch' ? this.#last.parts : [this.#last];
    const event = parts.find((part) => part?.kind === 'answer' && part.envelope === answer);
    return event?.kind === 'answer' ? event : undefined;
  }

  /** How many lines from the server were not messages. */
  get noise(): number {
    return this.#noise;
  }

  markNext(label: string): void {
    this.write({ type: 'mark', label, about: this.#seq + 2 });
  }

  /** The findings of all rules, once the session is over. */
  finish(): RecordingReport {
    return this.#builder.finish(this.file, 'tierscope', []);
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }
}
