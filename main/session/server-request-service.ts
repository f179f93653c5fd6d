import type { CancelledServerRequest, ServerRequest } from '../../app/contract/session-info.ts';
import { answerByPolicy, policyNameOf, type ServerRequestAnswer } from '../../app/protocol/server-request.ts';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';

/** Nobody waits for the answer any more: the server cancelled the request, or is gone. */
export type Cancelled = { readonly kind: 'withdrawn' };

/** Older ones of them are forgotten. */
const MOST_CANCELLED = 20;

type Waiting = { readonly ask: ServerRequest; settle(answer: ServerRequestAnswer | Cancelled): void };

/** Holds the requests of a server until the user, or the session's policy, answers. Nothing else waits with them. */
export class ServerRequestService {
  readonly #settings: () => SessionSettings;
  readonly #changed: () => void;
  readonly #waiting = new Map<string, Waiting>();
  #withdrawn: readonly CancelledServerRequest[] = [];
  #asked = 0;

  /** `changed` is called when the open requests are others. */
  constructor(settings: () => SessionSettings, changed: () => void) {
    this.#settings = settings;
    this.#changed = changed;
  }

  /** What is open, oldest first. */
  get open(): readonly ServerRequest[] {
    return [...this.#waiting.values()].map(({ ask }) => ask);
  }

  /** The last ones that nobody can answer any more, oldest first. */
  get withdrawn(): readonly CancelledServerRequest[] {
    return this.#withdrawn;
  }

  /**
   * Resolves with the answer, at once if a policy has one; `signal` withdraws the question. Its reason
   * is a clause that says why; any other reason stands for the end of the session.
   */
  ask(question: Omit<ServerRequest, 'ask'>, signal: AbortSignal): Promise<ServerRequestAnswer | Cancelled> {
    const { answers, roots } = this.#settings();
    const answer = answerByPolicy(question.method, answers[policyNameOf(question.method)], roots);
    if (answer !== undefined) return Promise.resolve(answer);
    if (signal.aborted) return Promise.resolve({ kind: 'withdrawn' });
    this.#asked += 1;
    const name = `a${this.#asked}`;
    return new Promise((resolve) => {
      const withdraw = () => {
        const { method, params, seq } = question;
        const why = typeof signal.reason === 'string' ? signal.reason : 'the session ended';
        this.#withdrawn = [...this.#withdrawn, { ask: name, method, params, seq, why }].slice(
          -MOST_CANCELLED,
        );
        settle({ kind: 'withdrawn' });
      };
      const settle = (given: ServerRequestAnswer | Cancelled) => {
        signal.removeEventListener('abort', withdraw);
        this.#waiting.delete(name);
        this.#changed();
        resolve(given);
      };
      signal.addEventListener('abort', withdraw);
      this.#waiting.set(name, { ask: { ...question, ask: name }, settle });
      this.#changed();
    });
  }

  /** Gives the user's answer; false if the request is not open any more. */
  answer(ask: string, answer: ServerRequestAnswer): boolean {
    const waiting = this.#waiting.get(ask);
    waiting?.settle(answer);
    return waiting !== undefined;
  }
}
