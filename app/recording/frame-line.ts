import type { Direction, FrameRecord } from '../frame/record.ts';
import { isDigit } from '../wire/heavy-line.ts';

const TYPE_FIRST = '{"type":"frame","seq":';
const SEQ_FIRST = '{"seq":';
const AT = ',"at":';
const SESSION = ',"session":"';
const TYPE = ',"type":"frame"';
const DIRECTIONS = [
  ',"direction":"client-to-server","raw":"',
  ',"direction":"server-to-client","raw":"',
] as const;
const DIRECTION_NAMES = ['client-to-server', 'server-to-client'] as const satisfies readonly Direction[];
/** A longer integer may be unsafe, and no recording lasts this many milliseconds. */
const MAX_DIGITS = 15;

const POINT = 0x2e;
const ZERO = 0x30;
const CLOSING_BRACE = 0x7d;
const QUOTE = 0x22;

/** Reads frames in Tierscope's own format by parsing only `raw`; all other lines are left to `readLine`. */
export class FrameLineScanner {
  #at = 0;
  #session = '';
  /** The text between time and raw text, by direction: nearly every frame has the same session as the previous one. */
  #between: readonly [string, string] = ['', ''];
  #isTypeFirst: boolean | undefined;

  /** The frame in the line from `start` to `end`; undefined for any other line. */
  scan(text: string, start: number, end: number): FrameRecord | undefined {
    const isTypeFirst = text.startsWith(TYPE_FIRST, start);
    if (!isTypeFirst && !text.startsWith(SEQ_FIRST, start)) return undefined;
    this.#at = start + (isTypeFirst ? TYPE_FIRST.length : SEQ_FIRST.length);
    const seq = this.#integer(text);
    if (seq < 0 || !this.#skip(text, AT)) return undefined;
    const at = this.#time(text);
    if (at < 0) return undefined;
    let index = this.#direction(text);
    if (isTypeFirst !== this.#isTypeFirst || index < 0) {
      if (!this.#learn(text, end, isTypeFirst)) return undefined;
      index = this.#direction(text);
    }
    const direction = DIRECTION_NAMES[index];
    if (direction === undefined) return undefined;
    this.#at += this.#between[index]?.length ?? 0;
    // A member after the raw text, such as `http`, is left to `readLine`.
    if (text.charCodeAt(end - 1) !== CLOSING_BRACE || text.charCodeAt(end - 2) !== QUOTE) return undefined;
    const raw = literal(text, this.#at - 1, end - 1);
    if (raw === undefined) return undefined;
    const session = this.#session;
    // Keeps the line's member order, so that the record is written back unchanged.
    return isTypeFirst
      ? { type: 'frame', seq, at, session, direction, raw }
      : { seq, at, session, type: 'frame', direction, raw };
  }

  #skip(text: string, expected: string): boolean {
    if (!text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  /** A number without sign, point or exponent; -1 otherwise. */
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
    const isPlain = digits > 0 && digits <= MAX_DIGITS && (digits === 1 || text.charCodeAt(from) !== ZERO);
    return isPlain ? value : -1;
  }

  /** A number that may have a fraction. */
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

  /** The index of the frame's direction, or -1 if the session differs. */
  #direction(text: string): number {
    if (text.startsWith(this.#between[1], this.#at)) return 1;
    return text.startsWith(this.#between[0], this.#at) ? 0 : -1;
  }

  /** Remembers the session's name for later frames; false if it has escapes. */
  #learn(text: string, lineEnd: number, isTypeFirst: boolean): boolean {
    const from = this.#at + SESSION.length;
    const end = text.indexOf('"', from);
    if (!text.startsWith(SESSION, this.#at) || end < 0 || end >= lineEnd) return false;
    // Copies the name: a slice would keep the whole text alive.
    const name = literal(text, from - 1, end + 1);
    if (name === undefined || !text.startsWith(name, from) || name.length !== end - from) return false;
    const head = `${SESSION}${name}"${isTypeFirst ? '' : TYPE}`;
    this.#session = name;
    this.#between = [`${head}${DIRECTIONS[0]}`, `${head}${DIRECTIONS[1]}`];
    this.#isTypeFirst = isTypeFirst;
    return true;
  }
}

/** The value of the string literal; undefined unless there is exactly one. */
function literal(text: string, start: number, end: number): string | undefined {
  try {
    const value: unknown = JSON.parse(text.slice(start, end));
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
