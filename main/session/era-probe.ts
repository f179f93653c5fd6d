import { setTimeout as pause } from 'node:timers/promises';
import type { LostAnswer } from '../../app/explain/lost-answer.ts';
import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  PROTOCOL_VERSION_KEY,
} from '../../app/protocol/meta-keys.ts';
import type { ProbeReply } from '../../app/protocol/negotiation.ts';
import { meantRequest } from '../../app/session/answer-content.ts';
import { probeReply } from '../../app/session/answer-outcome.ts';
import { type Answer, type Envelope, isBrokenAnswer, type RpcId } from '../../app/wire/envelope.ts';
import type { Params } from './protocol-client.ts';

const DISCOVER = [{ method: 'server/discover', target: '' }] as const;

/** A look at what the server does takes the end of a silence, and at most so long, in milliseconds. */
const LOOK_MS = 500;
/** For how much longer a server is waited for that is at work, in milliseconds and in silences. */
const MAX_MORE_MS = 25_000;
const MAX_SILENCES = 5;

type EraProbeOptions = {
  /** Counts the probes of one server process. */
  readonly count: number;
  readonly revision: string;
  readonly version: string;
  readonly capabilities: Params;
  readonly silenceMs: number;
  /** How long a server may take to start that shows no sign of it. */
  readonly startMs?: number;
  /** True if the server is at work in the next `ms` milliseconds: it may be starting. Left out, nobody looks. */
  readonly isBusyFor?: ((ms: number) => Promise<boolean>) | undefined;
  /** Gives the seq of the line's record. */
  readonly send: (line: string) => number;
};

/** One `server/discover`, sent before any client is there, and what comes back for it. */
export class EraProbe {
  /** A string, which no SDK counts by; in the form of client 2.4.0. */
  readonly id: string;
  /** What decides the era: the first answer of any kind, the exit, or silence. */
  readonly reply: Promise<ProbeReply>;
  /** The probe's own answer, if it still comes after silence. */
  readonly late: Promise<ProbeReply>;
  /** The ids of the probes of the same process before this one. */
  readonly #earlier: readonly string[];
  readonly #requestSeq: number;
  #answerSeq = 0;
  #decided = false;
  #decide: (reply: ProbeReply) => void = () => undefined;
  #comeLate: (reply: ProbeReply) => void = () => undefined;

  constructor(options: EraProbeOptions) {
    const { count, send } = options;
    this.id = probeId(count);
    this.#earlier = Array.from({ length: count - 1 }, (_, index) => probeId(index + 1));
    this.reply = new Promise((resolve) => {
      const timer = setTimeout(() => void this.#silent(options), lookAfter(options.silenceMs));
      this.#decide = (reply) => {
        clearTimeout(timer);
        this.#decided = true;
        resolve(reply);
      };
    });
    this.late = new Promise((resolve) => {
      this.#comeLate = resolve;
    });
    this.#requestSeq = send(probeLine(this.id, options));
  }

  /** Waits for the rest of the silence, and on while the server is at work. */
  async #silent({ silenceMs, startMs = 0, isBusyFor = rests }: EraProbeOptions): Promise<void> {
    const lookMs = silenceMs - lookAfter(silenceMs);
    const mostMs = silenceMs + Math.min(MAX_MORE_MS, MAX_SILENCES * silenceMs);
    let waitedMs = silenceMs;
    while (!this.#decided && ((await isBusyFor(lookMs)) || waitedMs < startMs) && waitedMs < mostMs)
      waitedMs += lookMs;
    this.#settle({ kind: 'silent', afterMs: silenceMs });
  }

  /** The seqs of its request and of what came back for it first. */
  get frames(): readonly number[] {
    return this.#answerSeq === 0 ? [this.#requestSeq] : [this.#requestSeq, this.#answerSeq];
  }

  /** True once an answer to it has come, also one that breaks JSON-RPC or has another id. */
  get answered(): boolean {
    return this.#answerSeq > 0;
  }

  /** Takes a message of the server; true if it is the answer to a probe, which no client asked for. */
  take(envelope: Envelope, seq: number): boolean {
    if (envelope.kind !== 'result' && envelope.kind !== 'error') return false;
    // A slow server answers the probe before this one only now: that says nothing of this one.
    if (this.#isEarlier(envelope)) return true;
    const own = envelope.id?.key === `s:${this.id}`;
    if (own && !isBrokenAnswer(envelope)) {
      this.#answerSeq = seq;
      const reply = probeReply(envelope);
      this.#settle(reply);
      this.#comeLate(reply);
      return true;
    }
    // Nothing else was asked so far.
    if (this.#decided || (!own && meantRequest(envelope, DISCOVER, false) === undefined)) return false;
    this.#answerSeq = seq;
    const id = envelope.id === undefined ? 'no usable id' : `the id ${envelope.id.text}`;
    const why = isBrokenAnswer(envelope)
      ? `an answer that breaks JSON-RPC (${envelope.faults.join(', ')})`
      : '';
    this.#settle({ kind: 'unusable', why: why === '' ? `an answer that has ${id}` : why });
    return true;
  }

  #isEarlier({ id }: Answer): boolean {
    return id !== undefined && this.#earlier.some((earlier) => id.key === `s:${earlier}`);
  }

  /** No answer to a probe can come any more; false if it is another request's. */
  lost(id: RpcId, { seq, text, exit, isOpen }: LostAnswer): boolean {
    if (id.key !== `s:${this.id}`) return this.#earlier.some((earlier) => id.key === `s:${earlier}`);
    this.#answerSeq = seq;
    this.#settle({ kind: 'lost', why: text, exit: /^\d/.test(exit) ? `HTTP ${exit}` : exit, isOpen });
    return true;
  }

  exited(how: string): void {
    this.#settle({ kind: 'exited', how });
  }

  #settle(reply: ProbeReply): void {
    if (!this.#decided) this.#decide(reply);
  }
}

const rests = (ms: number) => pause(ms, false, { ref: false });

function lookAfter(silenceMs: number): number {
  return Math.max(0, silenceMs - LOOK_MS);
}

function probeId(count: number): string {
  return `server-discover-probe-${count}`;
}

/** 2026-07-28, basic/index.mdx "_meta": every request names the revision and what the client can do. */
function probeLine(id: string, options: EraProbeOptions): string {
  const { revision, version, capabilities } = options;
  const _meta = {
    [PROTOCOL_VERSION_KEY]: revision,
    [CLIENT_INFO_KEY]: { name: 'tierscope', version },
    [CLIENT_CAPABILITIES_KEY]: capabilities,
  };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'server/discover', params: { _meta } });
}
