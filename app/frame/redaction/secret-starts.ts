/** A run of characters that JSON writes in one way only, if escapes by number are left aside. */
const PLAIN_RUN = /[\w\-+=~%.:!#$&*(),;<>?@[\]^`{|}]+/g;
/** So many characters of a run are looked for. */
const LENGTH = 4;
const SLOTS = 1 << 20;

/**
 * Tells whether a known secret may stand in a text, also within JSON strings: one pass, however many secrets there are.
 * It goes by four characters of each, and may be wrong in one direction only.
 */
export class SecretStarts {
  #slots: Uint8Array | undefined;
  /** True once there is a secret without a run that is long enough. */
  #anywhere = false;

  add(secret: string): void {
    const runs = secret.match(PLAIN_RUN) ?? [];
    const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
    if (longest.length < LENGTH) {
      this.#anywhere = true;
      return;
    }
    this.#slots ??= new Uint8Array(SLOTS);
    let slot = 0;
    for (let at = 0; at < LENGTH; at += 1) slot = next(slot, longest.charCodeAt(at));
    this.#slots[slot] = 1;
  }

  mayBeIn(text: string): boolean {
    if (this.#anywhere) return true;
    const slots = this.#slots;
    if (slots === undefined) return false;
    let slot = 0;
    for (let at = 0; at < text.length; at += 1) {
      slot = next(slot, text.charCodeAt(at));
      if (slots[slot] === 1 && at >= LENGTH - 1) return true;
    }
    return false;
  }
}

/** Five bits for each character, of the last four only. */
function next(slot: number, unit: number): number {
  return ((slot << 5) ^ (unit & 0x7f) ^ (unit >> 7)) & (SLOTS - 1);
}
