import { z } from 'zod';
import { errorMessage } from '../../app/base/result.ts';
import type { CallEnd } from '../../app/contract/commands.ts';
import { durationText } from '../../app/explain/phrases.ts';
import { CallClock, type CallContext, type CallLimits, newCall } from './call-context.ts';
import type { SessionJournal } from './record-body.ts';
import type { CallToken, TapTransport } from './tap-transport.ts';

export type RunOptions = {
  readonly timeout: number;
  maxTotalTimeout?: number;
  readonly resetTimeoutOnProgress: boolean;
  readonly signal: AbortSignal;
  /** The token of the call, which both clients hand on to the transport. */
  readonly relatedRequestId: number;
  /** A handler makes the client send a token, without which no server reports progress. */
  onprogress?: () => void;
};

/** How a client ends a call that took too long. */
type Timeouts = {
  /** True for the error by which the SDK does it. */
  readonly isTimeout: (error: unknown) => boolean;
  /** The same error, for a call whose clock can stand still; left out if no call of the client needs one. */
  readonly timedOut?: (timeoutMs: number) => Error;
};

/** The longest that a timer of Node takes, in milliseconds: the SDK then leaves the time to the call's clock. */
const FOREVER = 2_147_483_647;

type RunningCall = {
  readonly call?: CallContext;
  /** What its request carries to the transport, if that is not `relatedRequestId`. */
  readonly token?: CallToken;
  readonly progress?: boolean;
};

/**
 * Runs calls through an SDK's client. What the client does by itself (a time-out, a cancel, a result
 * that it rejects, a request that it never sends) becomes a client record.
 */
export class CallRunner {
  readonly #transport: TapTransport;
  readonly #journal: SessionJournal;
  readonly #timeouts: Timeouts;
  /** A set, growing and shrinking all the time, would keep the calls of the past alive for long. */
  readonly #calls: CallContext[] = [];
  #tokens = 0;

  constructor(transport: TapTransport, journal: SessionJournal, timeouts: Timeouts) {
    this.#transport = transport;
    this.#journal = journal;
    this.#timeouts = timeouts;
  }

  /** The seqs of the requests that their callers still wait for. */
  get open(): readonly number[] {
    return this.#calls.map(({ requestSeq }) => requestSeq).filter((seq) => seq > 0);
  }

  async run(
    method: string,
    limits: CallLimits,
    start: (options: RunOptions) => Promise<unknown>,
    { call = newCall(), token: given, progress = false }: RunningCall = {},
  ): Promise<CallEnd> {
    this.#calls.push(call);
    this.#tokens += 1;
    const token = given ?? this.#tokens;
    this.#transport.expect(token, call);
    const clock = this.#startClock(call, limits);
    const options: RunOptions = {
      timeout: clock === undefined ? limits.timeoutMs : FOREVER,
      resetTimeoutOnProgress: limits.resetTimeoutOnProgress,
      signal: call.signal,
      relatedRequestId: this.#tokens,
    };
    if (limits.maxTotalTimeoutMs !== 0) options.maxTotalTimeout = limits.maxTotalTimeoutMs;
    if (progress) {
      options.onprogress = () => {
        if (limits.resetTimeoutOnProgress) clock?.restart();
      };
    }
    try {
      const result = await start(options);
      return { ...seqsOf(call), result: result ?? null, failure: '' };
    } catch (error) {
      const failure = this.#failed(call, method, limits, error);
      return { ...seqsOf(call), result: null, failure };
    } finally {
      clock?.stop();
      this.#transport.forget(token);
      this.#calls.splice(this.#calls.indexOf(call), 1);
      call.signal.release();
      call.result = undefined;
    }
  }

  /**
   * Stops the clocks of the calls that are open: somebody has to answer a question of the server first, and stdio does
   * not say which call it belongs to. Gives the way to let them go on.
   */
  hold(): () => void {
    const clocks = this.#calls.flatMap(({ clock }) => (clock === undefined ? [] : [clock]));
    for (const clock of clocks) clock.hold();
    return () => {
      for (const clock of clocks) clock.release();
    };
  }

  /** Undefined if the SDK itself looks after the time. The total limit is the SDK's in any case. */
  #startClock(call: CallContext, { timeoutMs, countThinkingTime }: CallLimits): CallClock | undefined {
    const { timedOut } = this.#timeouts;
    if (countThinkingTime || timedOut === undefined) return undefined;
    // What the SDK does on a time-out of its own: it cancels the request with this error as the reason.
    call.clock = new CallClock(timeoutMs, () => call.signal.abort(timedOut(timeoutMs)));
    return call.clock;
  }

  /** Cancels the open call whose request has this seq; false if there is none. */
  cancel(requestSeq: number): boolean {
    for (const call of this.#calls) {
      if (call.requestSeq !== requestSeq) continue;
      call.cancelled = true;
      call.signal.abort('cancelled by the user');
      return true;
    }
    return false;
  }

  /** Records what the client did, if the wire does not show it; gives the sentence for the caller. */
  #failed(call: CallContext, method: string, limits: CallLimits, error: unknown): string {
    const message = reasonOf(error);
    const { id } = call;
    if (id === undefined) {
      this.#journal.write({ type: 'client', event: 'capability-missing', method, message });
      return `Nothing was sent: ${message}`;
    }
    if (call.answered === 'error') return message;
    if (call.answered !== 'no') {
      this.#journal.write({ type: 'client', event: 'result-rejected', id, method, message });
      return message;
    }
    this.#transport.abandon(id);
    if (call.lost !== '') return call.lost;
    if (call.cancelled) {
      const cancelled = 'cancelled by the user';
      this.#journal.write({ type: 'client', event: 'cancelled', id, method, message: cancelled });
      return 'Cancelled.';
    }
    if (!this.#timeouts.isTimeout(error)) return message;
    const most = message.includes('Maximum total timeout') ? limits.maxTotalTimeoutMs : limits.timeoutMs;
    const waited = durationText(most);
    const text = `timed out after ${waited}`;
    this.#journal.write({ type: 'client', event: 'timeout', id, method, message: text });
    return `No answer within ${waited}.`;
  }
}

function seqsOf({ requestSeq, answerSeq }: CallContext): Pick<CallEnd, 'requestSeq' | 'answerSeq'> {
  return answerSeq === 0 ? { requestSeq } : { requestSeq, answerSeq };
}

function reasonOf(error: unknown): string {
  const refused = asSchemaError(error);
  if (refused !== undefined) return `The client's schema rejects the result: ${schemaRefusal(refused)}.`;
  return errorMessage(error);
}

const LISTED = 5;

/** What a schema of the SDK refuses, as text: where in the value, and why. */
export function schemaRefusal(error: z.core.$ZodError): string {
  const listed = error.issues.slice(0, LISTED).map((issue) => `${pathText(issue.path)}: ${whyOf(issue)}`);
  const more = error.issues.length - listed.length;
  return more > 0 ? `${listed.join('; ')}; and ${more} more` : listed.join('; ');
}

/** The error if it is one of zod's, whichever of its builds the SDK brought. */
export function asSchemaError(error: unknown): z.core.$ZodError | undefined {
  if (error instanceof z.core.$ZodError) return error;
  const named = error instanceof Error && error.name.includes('ZodError') && 'issues' in error;
  return named && Array.isArray(error.issues) ? (error as unknown as z.core.$ZodError) : undefined;
}

function pathText(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return steps.join('').replace(/^\./, '') || 'the result';
}

function whyOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') return 'fits none of the shapes that the client knows';
  return issue.message.replace(/^Invalid input: /, '');
}
