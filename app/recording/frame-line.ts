import type { Direction, FrameRecord } from '../frame/record.ts';

const TYPE_FIRST = '{"type":"frame","seq":';
const SEQ_FIRST = '{"seq":';
const AT = ',"at":';
const SESSION = ',"session":"';
const TYPE = '","type":"frame"';
const DIRECTIONS = [
  ',"direction":"client-to-server","raw":"',
  ',"direction":"server-to-client","raw":"',
] as const;
const DIRECTION_NAMES = ['client-to-server', 'server-to-client'] as const satisfies readonly Direction[];
/** An integer of more digits may be unsafe, and no recording has so many milliseconds. */
const MOST_DIGITS = 15;

const QUOTE = 0x22;
const POINT = 0x2e;
const ZERO = 0x30;
const CLOSING_BRACE = 0x7d;

/**
 * Reads frames as Tierscope writes them without parsing the whole line: only the literal of `raw` is parsed. What is
 * written otherwise, or is wrong in any way, is left to `readLine`, which gives the same record for every line that
 * this one reads.
 */
export class FrameLineScanner {
  #at = 0;
  /** Nearly every frame is of the session of the one before: no text is made for its name. */
  #session = '';

  /** The frame in the line from `start` to `end` of the text; undefined for any other line. */
  scan(text: string, start: number, end: number): FrameRecord | undefined {
    const isTypeFirst = text.startsWith(TYPE_FIRST, start);
    if (!isTypeFirst && !text.startsWith(SEQ_FIRST, start)) return undefined;
    this.#at = start + (isTypeFirst ? TYPE_FIRST.length : SEQ_FIRST.length);
    const seq = this.#integer(text);
    if (seq < 0 || !this.#skip(text, AT)) return undefined;
    const at = this.#time(text);
    if (at < 0 || !this.#skip(text, SESSION)) return undefined;
    if (!this.#name(text, end)) return undefined;
    if (isTypeFirst) this.#at += 1;
    else if (!this.#skip(text, TYPE)) return undefined;
    const index = text.startsWith(DIRECTIONS[0], this.#at) ? 0 : 1;
    if (!this.#skip(text, DIRECTIONS[index])) return undefined;
    if (text.charCodeAt(end - 1) !== CLOSING_BRACE) return undefined;
    const raw = literal(text, this.#at - 1, end - 1);
    if (raw === undefined) return undefined;
    const session = this.#session;
    const direction = DIRECTION_NAMES[index];
    // The order of the members is that of the line: whoever writes the record again writes the same.
    return isTypeFirst
      ? { type: 'frame', seq, at, session, direction, raw }
      : { seq, at, session, type: 'frame', direction, raw };
  }

  #skip(text: string, expected: string): boolean {
    if (!text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  /** A number without sign, point or exponent; -1 for any other. */
  #integer(text: string): number {
    const from = this.#at;
    let value = 0;
    let at = from;
    for (; ; at += 1) {
      const digit = text.charCodeAt(at) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
    const digits = at - from;
    this.#at = at;
    const isPlain = digits > 0 && digits <= MOST_DIGITS && (digits === 1 || text.charCodeAt(from) !== ZERO);
    return isPlain ? value : -1;
  }

  /** The same with a fraction, if there is one. */
  #time(text: string): number {
    const from = this.#at;
    const whole = this.#integer(text);
    if (whole < 0 || text.charCodeAt(this.#at) !== POINT) return whole;
    let at = this.#at + 1;
    while (isDigit(text.charCodeAt(at))) at += 1;
    if (at === this.#at + 1) return -1;
    this.#at = at;
    return Number(text.slice(from, at));
  }

  /** Reads up to the closing quote of a session's name; false if the name has escapes. */
  #name(text: string, lineEnd: number): boolean {
    const from = this.#at;
    const known = this.#session;
    if (text.startsWith(known, from) && text.charCodeAt(from + known.length) === QUOTE) {
      this.#at = from + known.length;
      return true;
    }
    const end = text.indexOf('"', from);
    if (end < 0 || end >= lineEnd) return false;
    // A text of its own: a slice would keep the whole text that it is a part of.
    const name = literal(text, from - 1, end + 1);
    if (name === undefined || !text.startsWith(name, from) || name.length !== end - from) return false;
    this.#session = name;
    this.#at = end;
    return true;
  }
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= ZERO + 9;
}

/** What the string literal stands for; undefined if there is more than one, or none. */
function literal(text: string, start: number, end: number): string | undefined {
  try {
    const value: unknown = JSON.parse(text.slice(start, end));
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
