import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 random bits, as 43 characters that need no escaping in an address. */
export function createAccessToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in a time that tells nothing about where two texts differ, nor how long the right one is. */
export function isSameToken(offered: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(offered), digest(token));
}

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
