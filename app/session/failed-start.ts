import { GREETINGS } from '../protocol/methods.ts';
import type { Exchange, OrphanError } from './exchange.ts';
import type { ExchangeBook } from './exchange-book.ts';
import type { SessionFacts } from './session-facts.ts';

/** Counts a failed start as one error, its end; everything it caused is a consequence. */
export class FailedStart {
  readonly #book: ExchangeBook;
  readonly #facts: SessionFacts;
  #end: OrphanError | undefined;
  /** True if the previous process ended while only `server/discover` had been sent. */
  #probeEnded = false;
  /** A stdout that closed before its process ended: one pipe failure, counted once. */
  #stdoutClosed: OrphanError | undefined;

  constructor(book: ExchangeBook, facts: SessionFacts) {
    this.#book = book;
    this.#facts = facts;
  }

  /** Must be called before the facts of a new process replace the previous ones. */
  startRun(): void {
    const { probed, initializing, serverStateless, endedBy } = this.#facts;
    this.#probeEnded = probed && !initializing && !serverStateless && endedBy === 'itself';
    this.#stdoutClosed = undefined;
  }

  /** Takes a pipe failure with the exchanges that it ended; `closed` if only stdout has ended. */
  pipeFailed(failure: OrphanError, ended: readonly Exchange[], closed: boolean): void {
    const before = closed ? undefined : this.#stdoutClosed;
    const orphan = { ...failure, caused: [...(before?.caused ?? []), ...this.#causedBy(ended)] };
    if (before === undefined) this.#book.orphan(orphan);
    else this.#book.replaceOrphan(before, orphan);
    this.#stdoutClosed = closed ? orphan : undefined;
    this.#end = orphan;
  }

  /** Takes a request that was sent after the server had ended. */
  lost(exchange: Exchange): void {
    this.#end?.caused?.push(...this.#lostHandshake([exchange]));
  }

  #causedBy(ended: readonly Exchange[]): (Exchange | OrphanError)[] {
    const { probed, runSeq } = this.#facts;
    const end = this.#end;
    // If the era probe ended a server, it is restarted without a probe; if that fails too, it still failed once.
    const isSecond = this.#probeEnded && !probed && this.#facts.negotiated === 'unknown';
    if (!isSecond || end === undefined || end.seq > runSeq) return this.#lostHandshake(ended);
    this.#book.noteConsequence(end);
    return [...(end.caused ?? []), end, ...this.#lostHandshake(ended)];
  }

  #lostHandshake(ended: readonly Exchange[]): Exchange[] {
    const lost = ended.filter(({ method, tier }) => GREETINGS.has(method) && tier === 'transport');
    for (const one of lost) this.#book.noteConsequence(one);
    return lost;
  }
}
