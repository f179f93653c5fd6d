import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import { OPENING_ID } from '../../../app/checks/probe/case-context.ts';
import {
  type CaseEnd,
  type CaseReply,
  type CaseRun,
  replyOfHttp,
} from '../../../app/checks/probe/case-run.ts';
import { verdictText } from '../../../app/checks/probe/judge-case.ts';
import {
  fenceStep,
  listStep,
  MAX_PAGES,
  openingLists,
  openingSteps,
} from '../../../app/checks/probe/opening.ts';
import type { PlannedCase, ProbeStep } from '../../../app/checks/probe/probe-case.ts';
import { caseBookmark } from '../../../app/checks/probe/probe-report.ts';
import type { ProbeSurface } from '../../../app/checks/probe/surface.ts';
import { readFinalStderr } from '../../../app/explain/final-stderr.ts';
import { type HeardAnswer, idKey, ProbeProcess, type ProcessPlace } from './probe-process.ts';

/** Time limits, in milliseconds. */
export type ProbeLimits = {
  /** For the first answer of a process. */
  readonly startMs: number;
  /** For an answer that runs no tool. */
  readonly answerMs: number;
  /** For the answer of a tool. */
  readonly callMs: number;
  /** How long a message without an id may lag behind the answer to a later request. */
  readonly graceMs: number;
  /** How long a process may stay silent before its handshake. */
  readonly unreadyMs: number;
};

export const PROBE_LIMITS: ProbeLimits = {
  startMs: 30_000,
  answerMs: 5000,
  callMs: 5000,
  graceMs: 25,
  unreadyMs: 1000,
};

/** Requests between cases use ids that no case has. */
const FIRST_FENCE_ID = 1_000_000;
const LAST_FENCE_ID = 9_999_999;
const MAX_STDERR = 200;

/** Runs cases one after another on processes of one server; starts a new process if the old one may be affected. */
export class CaseRunner {
  readonly #place: ProcessPlace;
  readonly #surface: ProbeSurface;
  readonly #version: string;
  readonly #limits: ProbeLimits;
  #process: ProbeProcess | undefined;
  #fences = FIRST_FENCE_ID;
  /** How many answers with an id arrived. */
  #named = 0;
  /** The records since the case began that belong to another case, or to a request between cases. */
  #others = new Set<number>();
  /** The current case: the ids of its lines, and the answers to them. */
  #current:
    | {
        readonly own: ReadonlySet<string>;
        readonly replies: CaseReply[];
        readonly sentAt: number;
        readonly isOfHttp: boolean;
      }
    | undefined;
  /** The records of each case, by the ids of its lines: an answer may arrive during the next case. */
  readonly #seqsOf = new Map<string, number[]>();

  constructor(place: ProcessPlace, surface: ProbeSurface, version: string, limits: ProbeLimits) {
    this.#place = place;
    this.#surface = surface;
    this.#version = version;
    this.#limits = limits;
  }

  /** Runs a case; if it ends badly, it is retried on a new process. */
  async run(planned: PlannedCase): Promise<CaseRun> {
    const first = await this.#try(planned);
    const mayWait = planned.mayTakeLong && first.end.kind !== 'ended';
    if (isCalm(first.end) || mayWait || planned.mayEnd) return first;
    await this.end();
    const second = await this.#try(planned);
    const seqs = [...first.seqs, ...second.seqs];
    // A failure that happens only once proves nothing.
    if (isCalm(second.end)) return { ...second, seqs, end: first.end };
    return { ...second, seqs, end: { ...second.end, times: 2 } as CaseEnd };
  }

  async end(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    await process?.end();
  }

  async #try(planned: PlannedCase): Promise<CaseRun> {
    const nothing = { case: planned, replies: [], requestSeq: 0, seqs: [] };
    if (planned.unready) await this.end();
    const started = await this.#ready(!planned.unready);
    if (typeof started === 'string') return { ...nothing, end: { kind: 'not-run', why: started } };
    const { log } = this.#place;
    const before = log.noise;
    const run = await this.#send(planned, started);
    // A process pays for a non-message only once: the next tool that writes such a line gets its own process.
    const isNoisy = planned.mayTakeLong && log.noise > before;
    if (planned.leavesMark || isNoisy || !isCalm(run.end)) await this.end();
    return run;
  }

  async #send(planned: PlannedCase, process: ProbeProcess): Promise<CaseRun> {
    const { log } = this.#place;
    const ids = [...planned.steps.map(({ id }) => id), planned.pinned?.lineId];
    const own = new Set(ids.flatMap((id) => (id === undefined ? [] : [idKey(id)])));
    const replies: CaseReply[] = [];
    this.#others = new Set();
    const isOfHttp = planned.steps.some(({ http }) => http !== undefined);
    this.#current = { own, replies, sentAt: performance.now(), isOfHttp };
    log.markNext(caseBookmark(planned));
    const first = log.seq + 1;
    const outcome = await this.#steps(planned, process);
    const isRefused =
      planned.mayBeUnnamed && replies.some(({ isNamed, tier }) => !isNamed && tier === 'protocol');
    const end: CaseEnd = outcome.kind === 'silent' && isRefused ? { kind: 'answered' } : outcome;
    this.#current = undefined;
    const seqs: number[] = [];
    for (const key of own) this.#seqsOf.set(key, seqs);
    for (let seq = first; seq <= log.seq; seq += 1) if (!this.#others.has(seq)) seqs.push(seq);
    return { case: planned, end, replies, requestSeq: seqs.length === 0 ? 0 : first, seqs };
  }

  #heard({ idKey: key, reply }: HeardAnswer): void {
    const { own, replies = [] } = this.#current ?? {};
    if (reply.isNamed) this.#named += 1;
    // HTTP responses are judged by their status.
    if (this.#current?.isOfHttp === true) return;
    // An HTTP error is no answer to a message that expects none (2025-11-25, basic/transports, "Sending Messages" 4).
    const isStatus = this.#surface.http !== undefined && key === undefined && reply.tier !== 'ok';
    if (isStatus && own?.size === 0) return;
    const before = replies.findIndex(({ seq }) => seq === reply.seq);
    if (before >= 0) replies.splice(before, 1);
    if (key === idKey(OPENING_ID) && own?.has(key) === false) {
      this.#others.add(reply.seq);
    } else if (key === undefined || own?.has(key) === true) {
      this.#keep(reply);
    } else if (isFence(key)) {
      this.#others.add(reply.seq);
    } else if (isOfCases(key) && own?.size !== 0) {
      // A late or second answer to a line of an earlier case.
      this.#others.add(reply.seq);
      this.#seqsOf.get(key)?.push(reply.seq);
    } else {
      this.#keep(reply);
    }
  }

  #keep(reply: CaseReply): void {
    const { replies, sentAt = 0 } = this.#current ?? {};
    replies?.push({ ...reply, afterMs: performance.now() - sentAt });
  }

  async #steps(planned: PlannedCase, process: ProbeProcess): Promise<CaseEnd> {
    const { answerMs, callMs, unreadyMs } = this.#limits;
    const { pinned } = planned;
    const ms = pinned?.waitMs ?? (planned.mayTakeLong ? callMs : answerMs);
    const due: Promise<{ readonly kind: string }>[] = [];
    let isQuiet = false;
    const any =
      pinned?.awaitsAny === true
        ? process.anyAnswer(pinned.waitMs)
        : planned.unready
          ? process.anyAnswer(unreadyMs)
          : undefined;
    for (const step of planned.steps) {
      if (step.http !== undefined) {
        await this.#http(process, step, ms);
        continue;
      }
      const answer = step.id === undefined ? undefined : process.answerTo(step.id, ms);
      if (!process.running) break;
      process.send(step);
      if (answer === undefined) isQuiet = true;
      else due.push(answer);
      if (step.wait === 'answer') await answer;
    }
    if ((await any)?.kind === 'late' && planned.unready) await this.#wake(process);
    const waited = await Promise.all(due);
    if (!process.running) return ended(process);
    const isSilent = waited.some(({ kind }) => kind === 'late');
    if (isSilent && this.#place.log.facts.misnumbers)
      return { kind: 'not-run', why: verdictText('doubt.other-ids') };
    if (planned.unready) return isSilent ? { kind: 'silent', afterMs: ms, times: 1 } : { kind: 'answered' };
    return this.#afterwards(process, { isQuiet, isSilent, ms });
  }

  /** The HTTP status is the reply; a request that takes too long is abandoned. */
  async #http(process: ProbeProcess, step: ProbeStep, ms: number): Promise<void> {
    const sent = process.sendHttp(step);
    if (sent === undefined) return;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      sent.close();
    }, ms);
    const end = await sent.done;
    clearTimeout(timer);
    this.#keep(replyOfHttp({ ...end, isLeft: end.isLeft && !isLate }));
  }

  /** A silent process may still be starting: its answer to a handshake shows whether it reads at all. */
  async #wake(process: ProbeProcess): Promise<void> {
    const { startMs, graceMs } = this.#limits;
    const [first] = openingSteps(this.#surface, this.#version);
    if (first?.id === undefined) return;
    const answer = process.answerTo(first.id, startMs);
    this.#others.add(process.send(first));
    await answer;
    await pause(graceMs);
  }

  /** Sends a request that every server answers, to see whether this one still does. */
  async #afterwards(
    process: ProbeProcess,
    { isQuiet, isSilent, ms }: { isQuiet: boolean; isSilent: boolean; ms: number },
  ): Promise<CaseEnd> {
    if (!isQuiet && !isSilent) return { kind: 'answered' };
    const isAnswered = await this.#fence(process);
    if (!process.running) return ended(process);
    if (!isAnswered) return { kind: 'hung', afterMs: this.#limits.answerMs, times: 1 };
    if (isSilent) return { kind: 'silent', afterMs: ms, times: 1 };
    await pause(this.#limits.graceMs);
    return process.running ? { kind: 'answered' } : ended(process);
  }

  async #fence(process: ProbeProcess): Promise<boolean> {
    const step = fenceStep(this.#surface, this.#freshId());
    const answer = process.answerTo(step.id ?? '', this.#limits.answerMs);
    const before = this.#named;
    this.#others.add(process.send(step));
    // An answer to another request also shows that it still reads.
    return (await answer).kind === 'answer' || this.#named > before;
  }

  /** The current process, or a new one; a sentence if neither is available. */
  async #ready(opened: boolean): Promise<ProbeProcess | string> {
    if (this.#process?.running === true) return this.#process;
    await this.end();
    const process = new ProbeProcess(this.#place);
    this.#process = process;
    process.listen((heard) => this.#heard(heard));
    await process.started();
    if (!process.running) return 'The server could not be started again.';
    if (!opened) return process;
    const why = await this.#open(process);
    if (why === '') return process;
    await this.end();
    return why;
  }

  /** Performs the handshake and reads the lists. Returns the reason if that fails, else an empty text. */
  async #open(process: ProbeProcess): Promise<string> {
    for (const step of openingSteps(this.#surface, this.#version)) {
      const answer = step.id === undefined ? undefined : process.answerTo(step.id, this.#limits.startMs);
      process.send(step);
      if (answer !== undefined && (await answer).kind !== 'answer') {
        return process.exit === undefined
          ? 'A fresh process of the server did not answer.'
          : `A fresh process of the server ended with ${process.exit.how} before it answered.`;
      }
    }
    for (const method of openingLists(this.#surface)) await this.#list(process, method);
    return process.running ? '' : 'A fresh process of the server ended while its lists were read.';
  }

  async #list(process: ProbeProcess, method: string): Promise<void> {
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const step = listStep(this.#surface, method, this.#freshId(), cursor);
      const answer = process.answerTo(step.id ?? '', this.#limits.answerMs);
      process.send(step);
      const waited = await answer;
      if (waited.kind !== 'answer' || waited.answer.kind !== 'result') return;
      const { result } = waited.answer;
      const next = isJsonObject(result) ? stringAt(result, 'nextCursor') : undefined;
      if (next === undefined || next === cursor) return;
      cursor = next;
    }
  }

  #freshId(): string {
    this.#fences += 1;
    return String(this.#fences);
  }
}

function isCalm({ kind }: CaseEnd): boolean {
  return kind === 'answered' || kind === 'not-run';
}

function ended({ exit }: ProbeProcess): CaseEnd {
  const stderr = readFinalStderr(exit?.stderr ?? []).line?.slice(0, MAX_STDERR) ?? '';
  return { kind: 'ended', how: exit?.how ?? 'its stdout closed', stderr, times: 1 };
}

const NUMBER_KEY = /^n:(\d+)$/;

function isFence(key: string): boolean {
  const id = Number(NUMBER_KEY.exec(key)?.[1] ?? 0);
  return id > FIRST_FENCE_ID && id <= LAST_FENCE_ID;
}

/** True for a late answer to another case, which is not evidence about this one. */
function isOfCases(key: string): boolean {
  const id = Number(NUMBER_KEY.exec(key)?.[1] ?? 0);
  return id >= 1000 && id < FIRST_FENCE_ID;
}
