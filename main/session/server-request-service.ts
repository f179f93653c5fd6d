import type { CancelledServerRequest, ServerRequest } from '../../app/contract/session-info.ts';
import { answerByPolicy, policyNameOf, type ServerRequestAnswer } from '../../app/protocol/server-request.ts';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';

/** Nobody waits for the answer any more: the server cancelled the request, or is gone. */
type Cancelled = { readonly kind: 'cancelled' };

const MAX_CANCELLED = 20;

type Waiting = { readonly request: ServerRequest; settle(answer: ServerRequestAnswer | Cancelled): void };

/** Holds the requests of a server until the user, or the session's policy, answers. Nothing else waits with them. */
export class ServerRequestService {
  readonly #settings: () => SessionSettings;
  readonly #changed: () => void;
  readonly #waiting = new Map<string, Waiting>();
  #cancelled: readonly CancelledServerRequest[] = [];
  #asked = 0;

  /** `changed` is called when the open requests are others. */
  constructor(settings: () => SessionSettings, changed: () => void) {
    this.#settings = settings;
    this.#changed = changed;
  }

  /** What is open, oldest first. */
  get open(): readonly ServerRequest[] {
    return [...this.#waiting.values()].map(({ request }) => request);
  }

  /** The last ones that nobody can answer any more, oldest first. */
  get cancelled(): readonly CancelledServerRequest[] {
    return this.#cancelled;
  }

  /**
   * Resolves with the answer, at once if a policy has one; `signal` cancels the request. Its reason
   * is a clause that says why; any other reason stands for the end of the session.
   */
  add(
    question: Omit<ServerRequest, 'requestId'>,
    signal: AbortSignal,
  ): Promise<ServerRequestAnswer | Cancelled> {
    const { answers, roots } = this.#settings();
    const answer = answerByPolicy(question.method, answers[policyNameOf(question.method)], roots);
    if (answer !== undefined) return Promise.resolve(answer);
    if (signal.aborted) return Promise.resolve({ kind: 'cancelled' });
    this.#asked += 1;
    const name = `a${this.#asked}`;
    return new Promise((resolve) => {
      const cancel = () => {
        const { method, params, seq } = question;
        const why = typeof signal.reason === 'string' ? signal.reason : 'the session ended';
        this.#cancelled = [...this.#cancelled, { requestId: name, method, params, seq, why }].slice(
          -MAX_CANCELLED,
        );
        settle({ kind: 'cancelled' });
      };
      const settle = (given: ServerRequestAnswer | Cancelled) => {
        signal.removeEventListener('abort', cancel);
        this.#waiting.delete(name);
        this.#changed();
        resolve(given);
      };
      signal.addEventListener('abort', cancel);
      this.#waiting.set(name, { request: { ...question, requestId: name }, settle });
      this.#changed();
    });
  }

  answer(requestId: string, answer: ServerRequestAnswer): boolean {
    const waiting = this.#waiting.get(requestId);
    waiting?.settle(answer);
    return waiting !== undefined;
  }
}
