import { createAccessToken, isSameToken } from './access-token.ts';

const VALID_MS = 60_000;

/**
 * Tickets that let a browser in once. A program's arguments are readable by every user of a machine, so the
 * address that starts a browser carries a ticket, and the token only reaches it in the answer.
 */
export class EntryTickets {
  readonly #open = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A ticket that is valid for one minute and one use. */
  issue(): string {
    const ticket = createAccessToken();
    this.#open.set(ticket, this.#now() + VALID_MS);
    return ticket;
  }

  /** True once for each ticket that was issued and has not run out. */
  use(offered: string): boolean {
    for (const [ticket, until] of this.#open) {
      if (!isSameToken(offered, ticket)) continue;
      this.#open.delete(ticket);
      return this.#now() < until;
    }
    return false;
  }
}
