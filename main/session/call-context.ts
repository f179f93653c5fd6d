import { performance } from 'node:perf_hooks';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import type { WireError } from '../../app/wire/envelope.ts';

type Listener = EventListenerOrEventListenerObject;

/**
 * Cancels one call: an AbortSignal for the SDK's client that is its own controller. Every call has one and almost none
 * is cancelled; an AbortController with its event target and listeners costs more than reading the call's answer.
 */
export class CallSignal implements AbortSignal {
  readonly onabort = null;
  aborted = false;
  reason: unknown;
  #listeners: Listener[] | undefined;

  /** Calls every listener once; later listeners are never called. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.dispatchEvent(new Event('abort'));
  }

  release(): void {
    this.#listeners = undefined;
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(type: string, listener: Listener | null): void {
    if (type !== 'abort' || listener === null || this.aborted) return;
    if (this.#listeners === undefined) this.#listeners = [listener];
    else if (!this.#listeners.includes(listener)) this.#listeners.push(listener);
  }

  removeEventListener(_type: string, listener: Listener | null): void {
    this.#listeners = this.#listeners?.filter((other) => other !== listener);
  }

  dispatchEvent(event: Event): boolean {
    const listeners = this.#listeners ?? [];
    this.#listeners = undefined;
    for (const listener of listeners) {
      if (typeof listener === 'function') listener(event);
      else listener.handleEvent(event);
    }
    return true;
  }
}

/** The time limits of one call, in milliseconds. */
export type CallLimits = Readonly<
  Pick<SessionSettings, 'timeoutMs' | 'maxTotalTimeoutMs' | 'resetTimeoutOnProgress' | 'countThinkingTime'>
>;

/** Limits set for a single call. */
export type CallLimitsGiven = { readonly [Name in keyof CallLimits]?: CallLimits[Name] | undefined };

/** The limits of a call: its own, with those of the session as defaults. */
export function limitsOf(settings: SessionSettings, given: CallLimitsGiven = {}): CallLimits {
  return {
    timeoutMs: given.timeoutMs ?? settings.timeoutMs,
    maxTotalTimeoutMs: given.maxTotalTimeoutMs ?? settings.maxTotalTimeoutMs,
    resetTimeoutOnProgress: given.resetTimeoutOnProgress ?? settings.resetTimeoutOnProgress,
    countThinkingTime: given.countThinkingTime ?? settings.countThinkingTime,
  };
}

/** One user call while an SDK client runs it. */
export type CallContext = {
  /** The id that the client gave its request; undefined until it is sent. */
  id: RequestId | undefined;
  requestSeq: number;
  /** The kind of answer for the id so far. */
  answered: 'no' | 'result' | 'error' | 'unreadable';
  /** The result as received; undefined until there is one, and after the call. */
  result: unknown;
  /** The error as received, even one that the client cannot read; undefined if none came. */
  error: WireError | undefined;
  /** Why no answer can come, as a sentence; empty while one can. */
  answerSeq: number;
  /** Why no answer can come any more, as a sentence; empty while one can. */
  lost: string;
  cancelled: boolean;
  /** Its timeout, if it can be paused. */
  clock: CallClock | undefined;
  readonly signal: CallSignal;
};

export function newCall(): CallContext {
  return {
    id: undefined,
    requestSeq: 0,
    answered: 'no',
    result: undefined,
    error: undefined,
    answerSeq: 0,
    lost: '',
    cancelled: false,
    clock: undefined,
    signal: new CallSignal(),
  };
}

/** Methods that may take long and report progress; all others are quick. */
const LONG: readonly string[] = ['tools/call', 'resources/read', 'prompts/get'];

/** True for a request that asks for progress: it may take long, or progress resets its timeout. */
export function asksForProgress(method: string, { resetTimeoutOnProgress }: CallLimits): boolean {
  return resetTimeoutOnProgress || LONG.includes(method);
}

/** The pausable timeout of one call. Times in milliseconds. */
export class CallClock {
  readonly #limit: number;
  readonly #onOver: () => void;
  readonly #now: () => number;
  #left: number;
  #since = 0;
  #holds = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Starts at once; calls `onOver` after `limit`, excluding pauses. */
  constructor(limit: number, onOver: () => void, now = () => performance.now()) {
    this.#limit = limit;
    this.#left = limit;
    this.#onOver = onOver;
    this.#now = now;
    this.#run();
  }

  /** Pauses until `release` was called as often as `hold`. */
  hold(): void {
    this.#holds += 1;
    if (this.#holds > 1) return;
    this.#left -= this.#now() - this.#since;
    clearTimeout(this.#timer);
  }

  release(): void {
    this.#holds -= 1;
    if (this.#holds === 0) this.#run();
  }

  restart(): void {
    this.#left = this.#limit;
    if (this.#holds > 0) return;
    clearTimeout(this.#timer);
    this.#run();
  }

  stop(): void {
    // Prevents a release from restarting it.
    this.#holds = Number.POSITIVE_INFINITY;
    clearTimeout(this.#timer);
  }

  #run(): void {
    this.#since = this.#now();
    this.#timer = setTimeout(this.#onOver, Math.max(0, this.#left));
  }
}
