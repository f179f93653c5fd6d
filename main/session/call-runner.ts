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
  /** The call's token, which both clients pass to the transport. */
  readonly relatedRequestId: number;
  /** With a handler the client sends a progress token, without which no server reports progress. */
  onprogress?: () => void;
};

/** How a client ends a call that took too long. */
type Timeouts = {
  /** True for the SDK's timeout error. */
  readonly isTimeout: (error: unknown) => boolean;
  /** Makes the same error for a call with a pausable clock; omitted if the client has no such calls. */
  readonly timedOut?: (timeoutMs: number) => Error;
};

/** The longest timeout of Node, in milliseconds: leaves the timeout to the call's clock instead of the SDK. */
const FOREVER = 2_147_483_647;

type RunningCall = {
  readonly call?: CallContext;
  /** The token that the transport sees, if it is not `relatedRequestId`. */
  readonly token?: CallToken;
  readonly progress?: boolean;
};

/**
 * Runs calls through an SDK client. What the client does on its own (a timeout, a cancellation, a rejected result, a
 * request it never sends) becomes a client record.
 */
export class CallRunner {
  readonly #transport: TapTransport;
  readonly #journal: SessionJournal;
  readonly #timeouts: Timeouts;
  /** A Set that constantly grows and shrinks would keep past calls alive for a long time. */
  readonly #calls: CallContext[] = [];
  #tokens = 0;

  constructor(transport: TapTransport, journal: SessionJournal, timeouts: Timeouts) {
    this.#transport = transport;
    this.#journal = journal;
    this.#timeouts = timeouts;
  }

  /** The seqs of the requests whose callers are still waiting. */
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
   * Pauses the clocks of the open calls: somebody must first answer a server request, and stdio does not show which
   * call it belongs to. The returned function resumes them.
   */
  hold(): () => void {
    const clocks = this.#calls.flatMap(({ clock }) => (clock === undefined ? [] : [clock]));
    for (const clock of clocks) clock.hold();
    return () => {
      for (const clock of clocks) clock.release();
    };
  }

  /** Undefined if the SDK handles the timeout. The SDK always handles the total limit. */
  #startClock(call: CallContext, { timeoutMs, countThinkingTime }: CallLimits): CallClock | undefined {
    const { timedOut } = this.#timeouts;
    if (countThinkingTime || timedOut === undefined) return undefined;
    // As the SDK does on its own timeout: cancels the request with this error as the reason.
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

  /** Records what the client did if the wire does not show it; returns the sentence for the caller. */
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
  const refused = zodErrorOf(error);
  if (refused !== undefined) return `The client's schema rejects the result: ${schemaRefusal(refused)}.`;
  return errorMessage(error);
}

const LISTED = 5;

/** A schema refusal of the SDK as text: where in the value, and why. */
export function schemaRefusal(error: z.core.$ZodError): string {
  const listed = error.issues.slice(0, LISTED).map((issue) => `${pathText(issue.path)}: ${whyOf(issue)}`);
  const more = error.issues.length - listed.length;
  return more > 0 ? `${listed.join('; ')}; and ${more} more` : listed.join('; ');
}

/** The error if it comes from zod, whichever build the SDK bundles. */
export function zodErrorOf(error: unknown): z.core.$ZodError | undefined {
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
