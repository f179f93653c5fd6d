import type { Row } from '../../frame/row.ts';
import { TIERS, type Tier } from '../../frame/tier.ts';
import { SUBSCRIPTIONS_LISTEN } from '../../protocol/methods.ts';
import { Spread } from './spread.ts';

/** What statistics need from a client request. */
export type Call = Pick<Row, 'method' | 'target' | 'repeats' | 'at' | 'tier' | 'durationMs' | 'status'> & {
  /** The answer's row, which represents the call; the request's if there is no answer. */
  readonly seq: number;
  /** When it ended, in milliseconds since the recording's `startedAt`; -1 while it is open. */
  readonly endedAt: number;
  /** The length of the answer's line in bytes; -1 without an answer. */
  readonly answerBytes: number;
};

/** The name under which names beyond the limit are counted. */
export const OTHER_NAMES = '(other names)';
const MAX_SLOWEST = 10;

export type SlowCall = Pick<Call, 'seq' | 'method' | 'target' | 'tier' | 'durationMs'>;

/** A time span in equal parts, in milliseconds since the recording's `startedAt`. */
export type PartedTime = { readonly from: number; readonly to: number; readonly parts: number };

/** Collects calls in request order: tool calls by tool, all others by method. */
export class CallTally {
  readonly #span: PartedTime;
  readonly #mostNames: number;
  readonly #tools = new Map<string, CallGroup>();
  readonly #methods = new Map<string, CallGroup>();
  readonly #slowest: SlowCall[] = [];
  readonly all: CallGroup;

  /** Names come from the wire: beyond `mostNames`, the rest is counted together. */
  constructor(span: PartedTime = { from: 0, to: 0, parts: 1 }, mostNames = Number.POSITIVE_INFINITY) {
    this.#span = span;
    this.#mostNames = mostNames;
    this.all = new CallGroup('tools/call', '', span);
  }

  /** Tools first, each kind in the order of first calls. */
  get groups(): readonly CallGroup[] {
    return [...this.#tools.values(), ...this.#methods.values()];
  }

  get slowest(): readonly SlowCall[] {
    return this.#slowest;
  }

  add(call: Call): void {
    const isTool = call.method === 'tools/call';
    const group = isTool
      ? this.#group(this.#tools, call.target, call)
      : this.#group(this.#methods, call.method, { method: call.method, target: '' });
    const isRetry = group.add(call);
    if (isTool) this.all.add(call, isRetry);
    if (call.method !== SUBSCRIPTIONS_LISTEN) this.#keepSlow(call);
  }

  #group(
    groups: Map<string, CallGroup>,
    key: string,
    { method, target }: Pick<Call, 'method' | 'target'>,
  ): CallGroup {
    const known = groups.get(key);
    if (known !== undefined) return known;
    if (groups.size >= this.#mostNames && key !== OTHER_NAMES) {
      const others =
        method === 'tools/call' ? { method, target: OTHER_NAMES } : { method: OTHER_NAMES, target };
      return this.#group(groups, OTHER_NAMES, others);
    }
    const group = new CallGroup(method, target, this.#span);
    groups.set(key, group);
    return group;
  }

  #keepSlow({ seq, method, target, tier, durationMs }: Call): void {
    if (durationMs < 0) return;
    const last = this.#slowest.at(-1);
    if (this.#slowest.length === MAX_SLOWEST && last !== undefined && last.durationMs >= durationMs) return;
    const at = this.#slowest.findIndex((other) => other.durationMs < durationMs);
    this.#slowest.splice(at < 0 ? this.#slowest.length : at, 0, { seq, method, target, tier, durationMs });
    this.#slowest.length = Math.min(this.#slowest.length, MAX_SLOWEST);
  }
}

export class CallGroup {
  readonly method: string;
  readonly target: string;
  calls = 0;
  open = 0;
  /** Calls after a failed one in the same group, and how many of those ended ok. */
  retries = 0;
  helped = 0;
  /** Retries with the same arguments, and how many of them ended ok. */
  repeats = 0;
  repeatsHelped = 0;
  readonly durations = new Spread();
  /** Bytes of the answers that are results, the basis of what the host passes on. */
  readonly sizes = new Spread();
  /** How many calls ended with which HTTP status. */
  readonly statuses = new Map<number, number>();
  readonly #tiers = TIERS.map(() => 0);
  readonly #overTime: Uint32Array;
  readonly #span: PartedTime;
  #before: Call | undefined;

  constructor(method: string, target: string, span: PartedTime) {
    this.method = method;
    this.target = target;
    this.#span = span;
    this.#overTime = new Uint32Array(span.parts * TIERS.length);
  }

  at(tier: Tier): number {
    return this.#tiers[TIERS.indexOf(tier)] ?? 0;
  }

  /** For each part of the time span, the calls started in it by final tier, in the order of `TIERS`. */
  get overTime(): readonly number[] {
    return [...this.#overTime];
  }

  /** True for a retry. In a group of several tools, each tool's own group decides that. */
  add(call: Call, isRetry = this.#isRetry(call)): boolean {
    this.calls += 1;
    if (isRetry) this.#noteRetry(call);
    if (call.endedAt < 0) this.open += 1;
    else this.#noteEnd(call);
    const isResult = call.tier === 'ok' || call.tier === 'tool';
    if (call.durationMs >= 0 && this.method !== SUBSCRIPTIONS_LISTEN) this.durations.add(call.durationMs);
    if (call.answerBytes >= 0 && isResult) this.sizes.add(call.answerBytes);
    return isRetry;
  }

  #noteRetry({ tier, endedAt, repeats }: Call): void {
    const helped = Number(tier === 'ok' && endedAt >= 0);
    this.retries += 1;
    this.helped += helped;
    if (!repeats) return;
    this.repeats += 1;
    this.repeatsHelped += helped;
  }

  #noteEnd({ tier, at, status }: Call): void {
    if (status > 0) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const column = TIERS.indexOf(tier);
    this.#tiers[column] = (this.#tiers[column] ?? 0) + 1;
    const { from, to, parts } = this.#span;
    const part = Math.floor(((at - from) / Math.max(to - from, 1)) * parts);
    const slot = Math.min(parts - 1, Math.max(0, part)) * TIERS.length + column;
    this.#overTime[slot] = (this.#overTime[slot] ?? 0) + 1;
  }

  /** A retry follows a failure that its sender could know of. */
  #isRetry(call: Call): boolean {
    const before = this.#before;
    this.#before = call;
    if (before === undefined || before.tier === 'ok') return false;
    return before.endedAt >= 0 && before.endedAt <= call.at;
  }
}
