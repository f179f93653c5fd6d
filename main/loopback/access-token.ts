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
