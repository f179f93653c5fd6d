import { performance } from 'node:perf_hooks';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import type { WireError } from '../../app/wire/envelope.ts';

type Listener = EventListenerOrEventListenerObject;

/**
 * What cancels one call: the signal that an SDK's client takes, and its controller in one.
 * Every call has one and next to none is cancelled; an AbortController, with its event target, its map of
 * listeners and what they hold, costs a call more than the reading of its answer.
 */
export class CallSignal implements AbortSignal {
  readonly onabort = null;
  aborted = false;
  reason: unknown;
  #listeners: Listener[] | undefined;

  /** Calls every listener, once; a later one hears nothing. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.dispatchEvent(new Event('abort'));
  }

  /** The call is over: what its listeners hold is let go. */
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

/** How long one call may take, in milliseconds. */
export type CallLimits = Readonly<
  Pick<SessionSettings, 'timeoutMs' | 'maxTotalTimeoutMs' | 'resetTimeoutOnProgress' | 'countThinkingTime'>
>;

/** Limits that one call sets for itself. */
export type CallLimitsGiven = { readonly [Name in keyof CallLimits]?: CallLimits[Name] | undefined };

/** The limits of a call: those that it sets for itself, and the session's for the others. */
export function limitsOf(settings: SessionSettings, given: CallLimitsGiven = {}): CallLimits {
  return {
    timeoutMs: given.timeoutMs ?? settings.timeoutMs,
    maxTotalTimeoutMs: given.maxTotalTimeoutMs ?? settings.maxTotalTimeoutMs,
    resetTimeoutOnProgress: given.resetTimeoutOnProgress ?? settings.resetTimeoutOnProgress,
    countThinkingTime: given.countThinkingTime ?? settings.countThinkingTime,
  };
}

/** One call of a user while an SDK's client carries it out. */
export type CallContext = {
  /** The id that the client gave its request; undefined while nothing was sent. */
  id: RequestId | undefined;
  requestSeq: number;
  /** What came back for the id so far. */
  answered: 'no' | 'result' | 'error' | 'unreadable';
  /** The result as it stood on the wire; undefined while there is none, and after the call. */
  result: unknown;
  /** The error as it stood on the wire, also one that no client can read; undefined if none came. */
  error: WireError | undefined;
  /** The seq of the record that answered; 0 while there is none. */
  answerSeq: number;
  /** Why no answer can come any more, as a sentence; empty while one can. */
  lost: string;
  cancelled: boolean;
  /** Its time-out, if that can stand still. */
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

/** Work that may take long and report progress; what is left out is small by its nature. */
const LONG: readonly string[] = ['tools/call', 'resources/read', 'prompts/get'];

/** True for a request that asks for progress: it may take long, or progress resets its time-out. */
export function asksForProgress(method: string, { resetTimeoutOnProgress }: CallLimits): boolean {
  return resetTimeoutOnProgress || LONG.includes(method);
}

/** The time-out of one call, which can stand still. Times in milliseconds. */
export class CallClock {
  readonly #limit: number;
  readonly #onOver: () => void;
  readonly #now: () => number;
  #left: number;
  #since = 0;
  #holds = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Starts at once; `onOver` is called once `limit` has passed, the time that it stood still left out. */
  constructor(limit: number, onOver: () => void, now = () => performance.now()) {
    this.#limit = limit;
    this.#left = limit;
    this.#onOver = onOver;
    this.#now = now;
    this.#run();
  }

  /** Stands still until as many `release` have followed. */
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

  /** Starts over: there was progress. */
  restart(): void {
    this.#left = this.#limit;
    if (this.#holds > 0) return;
    clearTimeout(this.#timer);
    this.#run();
  }

  stop(): void {
    // No release may start it again.
    this.#holds = Number.POSITIVE_INFINITY;
    clearTimeout(this.#timer);
  }

  #run(): void {
    this.#since = this.#now();
    this.#timer = setTimeout(this.#onOver, Math.max(0, this.#left));
  }
}
