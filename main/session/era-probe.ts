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

/** How long the activity check at the end of a silence may take, in milliseconds. */
const LOOK_MS = 500;
/** How much longer to wait for a busy server, in milliseconds and in silences. */
const MAX_MORE_MS = 25_000;
const MAX_SILENCES = 5;

type EraProbeOptions = {
  readonly count: number;
  readonly revision: string;
  readonly version: string;
  readonly capabilities: Params;
  readonly silenceMs: number;
  /** How long a server may take to start without any sign of activity. */
  readonly startMs?: number;
  /** True if the server is busy within the next `ms` milliseconds, for example starting. Undefined skips the check. */
  readonly isBusyFor?: ((ms: number) => Promise<boolean>) | undefined;
  /** Returns the seq of the line's record. */
  readonly send: (line: string) => number;
};

/** One `server/discover`, sent before any client exists, and its answer. */
export class EraProbe {
  /** A string, so that it cannot collide with SDK ids; in the format of client 2.4.0. */
  readonly id: string;
  /** Decides the era: the first answer of any kind, the exit, or silence. */
  readonly reply: Promise<ProbeReply>;
  /** The probe's own answer, if it still arrives after the silence. */
  readonly late: Promise<ProbeReply>;
  /** The ids of earlier probes of the same process. */
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

  /** Waits for the rest of the silence, and longer while the server is busy. */
  async #silent({ silenceMs, startMs = 0, isBusyFor = rests }: EraProbeOptions): Promise<void> {
    const lookMs = silenceMs - lookAfter(silenceMs);
    const mostMs = silenceMs + Math.min(MAX_MORE_MS, MAX_SILENCES * silenceMs);
    let waitedMs = silenceMs;
    while (!this.#decided && ((await isBusyFor(lookMs)) || waitedMs < startMs) && waitedMs < mostMs)
      waitedMs += lookMs;
    this.#settle({ kind: 'silent', afterMs: silenceMs });
  }

  /** The seqs of its request and of the first answer. */
  get frames(): readonly number[] {
    return this.#answerSeq === 0 ? [this.#requestSeq] : [this.#requestSeq, this.#answerSeq];
  }

  /** True once it was answered, even if the answer violates JSON-RPC or has a different id. */
  get answered(): boolean {
    return this.#answerSeq > 0;
  }

  /** Handles a server message; true if it answers a probe, so that no client expects it. */
  take(envelope: Envelope, seq: number): boolean {
    if (envelope.kind !== 'result' && envelope.kind !== 'error') return false;
    // A late answer to an earlier probe says nothing about this one.
    if (this.#isEarlier(envelope)) return true;
    const own = envelope.id?.key === `s:${this.id}`;
    if (own && !isBrokenAnswer(envelope)) {
      this.#answerSeq = seq;
      const reply = probeReply(envelope);
      this.#settle(reply);
      this.#comeLate(reply);
      return true;
    }
    // The probe can no longer be answered; false if the loss concerns another request.
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

  /** The probe cannot be answered any more; false if the loss concerns another request. */
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

/** Every request names the revision and the client's capabilities (2026-07-28, basic/index.mdx "_meta"). */
function probeLine(id: string, options: EraProbeOptions): string {
  const { revision, version, capabilities } = options;
  const _meta = {
    [PROTOCOL_VERSION_KEY]: revision,
    [CLIENT_INFO_KEY]: { name: 'tierscope', version },
    [CLIENT_CAPABILITIES_KEY]: capabilities,
  };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'server/discover', params: { _meta } });
}
