const LENGTH = 7;
const LETTERS = 36;

/** A short id for a text: seven letters and digits, deterministic; collisions are very unlikely. */
export function shortId(text: string): string {
  // Two sums that mix differently give 53 bits, the most that a number holds exactly.
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
  }
  one = mixed(one, other);
  other = mixed(other, one);
  const number = (other & 0x1fffff) * 0x100000000 + (one >>> 0);
  return (number % LETTERS ** LENGTH).toString(LETTERS).padStart(LENGTH, '0');
}

function mixed(sum: number, beside: number): number {
  return Math.imul(sum ^ (sum >>> 16), 0x85ebca6b) ^ Math.imul(beside ^ (beside >>> 13), 0xc2b2ae35);
}

/** 32 bits of a text: FNV-1a (RFC 9923) with extra bit mixing, so that similar texts get unrelated values. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
