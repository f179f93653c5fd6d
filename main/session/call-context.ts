import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import { CallSignal } from './call-signal.ts';

/** How long one call may take, in milliseconds. */
export type CallLimits = {
  readonly timeoutMs: number;
  /** Altogether, also with progress; 0 for no limit. */
  readonly maxTotalTimeoutMs: number;
  readonly resetTimeoutOnProgress: boolean;
};

/** Limits that one call sets for itself. */
export type CallLimitsGiven = { readonly [Name in keyof CallLimits]?: CallLimits[Name] | undefined };

/** The limits of a call: those that it sets for itself, and the session's for the others. */
export function limitsOf(settings: SessionSettings, given: CallLimitsGiven = {}): CallLimits {
  return {
    timeoutMs: given.timeoutMs ?? settings.timeoutMs,
    maxTotalTimeoutMs: given.maxTotalTimeoutMs ?? settings.maxTotalTimeoutMs,
    resetTimeoutOnProgress: given.resetTimeoutOnProgress ?? settings.resetTimeoutOnProgress,
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
  /** The seq of the record that answered; 0 while there is none. */
  answerSeq: number;
  /** True once the user has cancelled. */
  cancelled: boolean;
  readonly signal: CallSignal;
};

export function newCall(): CallContext {
  return {
    id: undefined,
    requestSeq: 0,
    answered: 'no',
    result: undefined,
    answerSeq: 0,
    cancelled: false,
    signal: new CallSignal(),
  };
}

/** Work that may take long and tell of it; what is left out is small by its nature. */
const LONG: readonly string[] = ['tools/call', 'resources/read', 'prompts/get'];

/** True for a request that is sent with a token, without which no server reports progress. */
export function mayTellProgress(method: string): boolean {
  return LONG.includes(method);
}
