import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is not served: an HTTP status and a sentence. */
export type Refusal = { readonly status: number; readonly sentence: string };

/** The names that the loopback host answers to, as they stand in `Host`. */
export function ownHosts(port: number): readonly string[] {
  // A browser leaves the port of its scheme out.
  if (port === 80) return ['127.0.0.1', 'localhost'];
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}

/**
 * Checks an ordinary request for a file of the page. The files hold no data, and their address carries no token, so
 * they are served to this machine's own pages and to a person who follows a link, and to nobody else.
 */
export function refusePageRequest(
  method: string | undefined,
  headers: IncomingHttpHeaders,
  port: number,
): Refusal | undefined {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, sentence: 'Only GET and HEAD.' };
  const address = refuseAddress(headers, port);
  if (address !== undefined) return address;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  return { status: 403, sentence: 'Another site asked for this.' };
}

/** Checks a request to become a WebSocket, all but its token: a browser always sends the origin then. */
export function refuseUpgrade(headers: IncomingHttpHeaders, port: number): Refusal | undefined {
  if (headers.origin === undefined) return { status: 403, sentence: 'The Origin is missing.' };
  return refuseAddress(headers, port);
}

/** Of two `Host` lines Node takes the first and a proxy may take the second (RFC 9112, section 3.2). */
export function refuseTwoHosts(rawHeaders: readonly string[]): Refusal | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length > 1 ? { status: 400, sentence: 'One Host only.' } : undefined;
}

/** A name that was bound to this address by a stranger's DNS shows in `Host`, a stranger's page in `Origin`. */
function refuseAddress({ host, origin }: IncomingHttpHeaders, port: number): Refusal | undefined {
  const hosts = ownHosts(port);
  if (host === undefined || !hosts.includes(host)) {
    return { status: 421, sentence: 'This host answers to 127.0.0.1 and localhost only.' };
  }
  if (origin === undefined || hosts.some((own) => origin === `http://${own}`)) return undefined;
  return { status: 403, sentence: 'Another origin asked for this.' };
}

/** A new secret of 256 random bits, as 43 characters that need no escaping in an address. */
export function createAccessToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in a time that reveals nothing about where two texts differ, nor how long the right one is. */
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
