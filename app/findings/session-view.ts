import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { CRASH_WEIGHT, foldStderr, stderrWeight } from '../frame/stderr-pick.ts';
import { createdTask } from '../frame/task-end.ts';
import type { Exchange } from '../session/exchange.ts';
import type { AnswerEvent } from '../session/session-event.ts';
import type { SessionFacts } from '../session/session-facts.ts';
import type { SessionModel } from '../session/session-model.ts';
import type { Agreement } from './message.ts';
import { FragmentReader, UnreadLines } from './odd-lines.ts';

const NONE: readonly string[] = [];
const MAX_SHOWN = 50;
/** Of one run of equal calls. */
const MAX_FAILING = 1000;

/** What the rules know about a session: its model's facts, and what only rules remember. */
export class SessionView {
  readonly facts: SessionFacts;
  readonly model: SessionModel;
  readonly #vocabularies: () => readonly string[];
  #run = 0;
  /** When the client last sent an intentionally malformed message, in milliseconds. */
  rawMessageAt = Number.NEGATIVE_INFINITY;
  /** The server's command line, if the session's record has it. */
  command: readonly string[] = NONE;
  /** The server's last answer in this run, and the latest answered request; 0 for none. */
  lastAnswerSeq = 0;
  lastAnsweredRequest = 0;
  /** The client's last line, and its time in milliseconds. */
  lastClientSeq = 0;
  lastClientAt = Number.NEGATIVE_INFINITY;
  /** The client's last line if it was a notification; else 0. */
  lastNotificationSeq = 0;
  readonly unreadLines = new UnreadLines();
  handshake = new HandshakeProgress();
  /** The client methods that this run of the server has answered with a result. */
  readonly served = new Set<string>();
  /** The ids that the client used for several requests in this run, by key. */
  readonly reusedIds = new Set<string>();
  /** The requests left open when their server ended although its stdin was open. */
  readonly lostAtExit = new Set<number>();
  readonly forbiddenBatches = new Set<number>();
  /** The lines on this run's stdout that are not messages, up to the number that a finding names. */
  noise: number[] = [];
  /** The latest progress of each unanswered request. */
  readonly progress = new Map<Readonly<Exchange>, { readonly progress: number; readonly seq: number }>();
  taskTools = new TaskTools();
  readonly callStderr = new CallStderr();
  /** The answers to the latest consecutive equal tool calls, while all have failed; the first of very many. */
  failing: number[] = [];
  readonly fragments = {
    'client-to-server': new FragmentReader(),
    'server-to-client': new FragmentReader(),
  };
  /** The rules that report once per session and have done so. */
  readonly #spoken = new Set<string>();

  constructor(model: SessionModel, vocabularies: () => readonly string[] = () => NONE) {
    this.model = model;
    this.#vocabularies = vocabularies;
    this.facts = model.facts;
  }

  /** True if the frames so far reveal the server's SDK or framework. */
  get vocabularyKnown(): boolean {
    return this.#vocabularies().length > 0;
  }

  /** The vocabularies shown so far, by id; a new list whenever they change. */
  get vocabularies(): readonly string[] {
    return this.#vocabularies();
  }

  speaks(ids: readonly string[]): boolean {
    for (const known of this.#vocabularies()) if (ids.includes(known)) return true;
    return false;
  }

  /** True if a client request is open and the server has not answered any later one. */
  get answerDue(): boolean {
    return (this.model.latestPending('client-to-server')?.requestSeq ?? 0) > this.lastAnsweredRequest;
  }

  noteProgress(exchange: Readonly<Exchange> | undefined, params: unknown, seq: number): void {
    const progress = isJsonObject(params) ? params.progress : undefined;
    if (exchange !== undefined && typeof progress === 'number')
      this.progress.set(exchange, { progress, seq });
  }

  noteToolAnswer(seq: number, exchange: Readonly<Exchange> | undefined, failed: boolean): void {
    if (!failed || exchange === undefined || exchange.repeats === 0) this.failing = [];
    if (failed && exchange !== undefined && this.failing.length < MAX_FAILING) this.failing.push(seq);
  }

  noteNoise(seq: number): void {
    if (this.noise.length < MAX_SHOWN) this.noise.push(seq);
  }

  /** Forgets an earlier run of the server. */
  follow(): void {
    if (this.#run === this.facts.runSeq) return;
    this.#run = this.facts.runSeq;
    this.lastNotificationSeq = 0;
    this.unreadLines.endRun(this.facts.now, this.lastAnsweredRequest, false);
    this.lastAnswerSeq = 0;
    this.lastAnsweredRequest = 0;
    this.handshake = new HandshakeProgress();
    this.served.clear();
    this.reusedIds.clear();
    this.noise = [];
    this.progress.clear();
    this.taskTools = new TaskTools();
    for (const fragment of Object.values(this.fragments)) fragment.reset();
  }

  /** True the first time that `rule` asks in this session. */
  firstTime(rule: string): boolean {
    if (this.#spoken.has(rule)) return false;
    this.#spoken.add(rule);
    return true;
  }
}

/** The progress of a run's `initialize`, beyond the session's facts. */
class HandshakeProgress {
  /** The server's last successful answer to `initialize` in this run; 0 for none. */
  answeredSeq = 0;
  /** True if the server has refused `initialize` in this run. */
  refused = false;
  /** True from `notifications/initialized` until a new `initialize` is answered. */
  complete = false;
  /** The agreement, until the client's next message. */
  agreement: Agreement | undefined;

  answer({ record, envelope, exchange }: AnswerEvent): void {
    if (envelope.kind === 'error') this.refused = true;
    else if (isJsonObject(envelope.result)) {
      this.answeredSeq = record.seq;
      this.complete = false;
      const given = stringAt(envelope.result, 'protocolVersion');
      const asked = stringAt(exchange?.params, 'protocolVersion') ?? '';
      if (given !== undefined) this.agreement = { seq: record.seq, asked, given };
    }
  }

  confirm(): void {
    this.complete = this.answeredSeq > 0;
  }
}

/** A server that never ends its tasks must not fill the memory. */
const MAX_KEPT = 1000;

class TaskTools {
  readonly #tools = new Map<string, string>();

  /** Takes a `tools/call` result, which may be a task. */
  learn(params: unknown, result: JsonObject): void {
    const taskId = stringAt(createdTask(result), 'taskId');
    const tool = stringAt(params, 'name');
    if (taskId === undefined || tool === undefined) return;
    const [oldest] = this.#tools.keys();
    if (oldest !== undefined && this.#tools.size >= MAX_KEPT) this.#tools.delete(oldest);
    this.#tools.set(taskId, tool);
  }

  /** The tool of the task that a request names; undefined if its call was not seen. */
  find(params: unknown): string | undefined {
    return this.#tools.get(stringAt(params, 'taskId') ?? '');
  }
}

type Line = { readonly seq: number; readonly text: string };

const MAX_LINES = 300;
const SHOWN = 120;

/** The stderr written while a single tool was running, which must come from that tool. */
class CallStderr {
  /** The request of the call; 0 for none. */
  requestSeq = 0;
  #lines: Line[] = [];

  /** Takes a line that arrived while this was the client's only open request. */
  add(only: Readonly<Exchange> | undefined, seq: number, text: string): void {
    if (only?.method !== 'tools/call') return;
    if (only.requestSeq !== this.requestSeq) {
      this.requestSeq = only.requestSeq;
      this.#lines = [];
    }
    if (this.#lines.length < MAX_LINES) this.#lines.push({ seq, text: text.slice(0, 500) });
  }

  /** The exception with a stack that was written during this call; undefined for none. */
  crashOf(requestSeq: number): Line | undefined {
    if (requestSeq !== this.requestSeq) return undefined;
    let at = 0;
    for (const { lines, exception } of foldStderr(this.#lines.map(({ text }) => text))) {
      const first = this.#lines[at];
      at += lines.length;
      const isPython = lines[0]?.includes('Traceback (most recent call last)') === true;
      const isCrash =
        lines.length > 1 && (isPython || stderrWeight(exception || lines[0] || '') >= CRASH_WEIGHT);
      if (isCrash && first !== undefined)
        return { seq: first.seq, text: (exception || first.text).trim().slice(0, SHOWN) };
    }
    return undefined;
  }
}
