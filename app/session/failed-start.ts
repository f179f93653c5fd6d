import { GREETINGS } from '../protocol/methods.ts';
import type { Exchange, OrphanError } from './exchange.ts';
import type { ExchangeBook } from './exchange-book.ts';
import type { SessionFacts } from './session-facts.ts';

/** Lets a start that failed be one error, its end: what it has brought with it counts with that. */
export class FailedStart {
  readonly #book: ExchangeBook;
  readonly #facts: SessionFacts;
  #end: OrphanError | undefined;
  /** True if the process before this one ended while it was asked `server/discover`, and nothing else. */
  #probeEnded = false;
  /** The stdout that closed before its process ended: one failure of the pipe, counted once. */
  #stdoutClosed: OrphanError | undefined;

  constructor(book: ExchangeBook, facts: SessionFacts) {
    this.#book = book;
    this.#facts = facts;
  }

  /** Call it before the facts of a new process replace those of the one before. */
  startRun(): void {
    const { probed, initializing, serverStateless, endedBy } = this.#facts;
    this.#probeEnded = probed && !initializing && !serverStateless && endedBy === 'itself';
    this.#stdoutClosed = undefined;
  }

  /** Takes a failure of the pipe with the exchanges that it ended; `closed` if only stdout has ended. */
  pipeFailed(failure: OrphanError, ended: readonly Exchange[], closed: boolean): void {
    const before = closed ? undefined : this.#stdoutClosed;
    const orphan = { ...failure, caused: [...(before?.caused ?? []), ...this.#causedBy(ended)] };
    if (before === undefined) this.#book.orphan(orphan);
    else this.#book.replaceOrphan(before, orphan);
    this.#stdoutClosed = closed ? orphan : undefined;
    this.#end = orphan;
  }

  /** Takes a request that came when the server had ended. */
  lost(exchange: Exchange): void {
    this.#end?.caused?.push(...this.#lostHandshake([exchange]));
  }

  #causedBy(ended: readonly Exchange[]): (Exchange | OrphanError)[] {
    const { probed, runSeq } = this.#facts;
    const end = this.#end;
    // A server that the question for the era has ended is started again without it: if that fails too, it failed once.
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
