import { readEnvelope } from '../wire/envelope.ts';
import type { MalformedLine } from './message.ts';

/** A message over more lines or characters than this is not followed. */
const MAX_LINES = 2000;
const MAX_CHARS = 1_000_000;

type Scan = { depth: number; inString: boolean; escaped: boolean };
type Fragment = {
  readonly first: MalformedLine;
  readonly lines: string[];
  readonly scan: Scan;
  chars: number;
};

/**
 * Follows a JSON message that was written over several lines, so that its parts are not taken for noise.
 * A line that only begins like one is held until the lines after it decide what it is.
 */
export class FragmentReader {
  #fragment: Fragment | undefined;

  /** The lines of which it is now clear what they are, this one or the one that began before it. */
  take(line: MalformedLine): readonly MalformedLine[] {
    const fragment = this.#fragment;
    // JSON allows no line feed within a string: a message that stops there was cut, not continued.
    if (fragment !== undefined && !fragment.scan.inString && isPart(line)) return this.#goOn(fragment, line);
    const abandoned = this.reset();
    const decided = this.#begin(line);
    return abandoned === undefined ? decided : [abandoned, ...decided];
  }

  /** A whole message, or the end, leaves a message that had begun unfinished: it was no message. */
  reset(): MalformedLine | undefined {
    // As before nearly every message.
    if (this.#fragment === undefined) return undefined;
    const { first } = this.#fragment;
    this.#fragment = undefined;
    return { ...first, shape: 'noise' };
  }

  #begin(line: MalformedLine): readonly MalformedLine[] {
    const { envelope, text } = line;
    // A message begins with an object; "[info] …" and "{x}" are what logs look like.
    if (envelope.kind !== 'not-json' || !/^\uFEFF?\s*\{\s*("|$)/.test(text)) return [line];
    const scan = { depth: 0, inString: false, escaped: false };
    const end = scanned(text, scan);
    if (end < 0) {
      this.#fragment = { first: line, lines: [text], scan, chars: text.length };
      return [];
    }
    return /^\s*\{\s*"/.test(text.slice(end, end + 50)) ? [{ ...line, shape: 'several-messages' }] : [line];
  }

  #goOn(fragment: Fragment, { text }: MalformedLine): readonly MalformedLine[] {
    const { first, lines, scan } = fragment;
    lines.push(text);
    fragment.chars += text.length;
    const closed = scanned(text, scan) >= 0;
    if (!closed && lines.length <= MAX_LINES && fragment.chars <= MAX_CHARS) return [];
    this.#fragment = undefined;
    const whole = closed ? readEnvelope(lines.join('\n')).kind : 'not-json';
    const isMessage = whole !== 'not-json' && whole !== 'not-json-rpc';
    return [{ ...first, shape: isMessage ? 'over-several-lines' : 'noise' }];
  }
}

/** A line that is JSON by itself may still be the last item of a list, but no object stands alone in one. */
function isPart({ envelope }: MalformedLine): boolean {
  return envelope.kind === 'not-json' || typeof envelope.value !== 'object' || envelope.value === null;
}

/** Advances over the line; gives the index after the bracket that closes the value, or -1. */
function scanned(line: string, scan: Scan): number {
  for (let index = 0; index < line.length; index += 1) {
    const unit = line.charCodeAt(index);
    if (scan.inString) {
      if (scan.escaped) scan.escaped = false;
      else if (unit === 0x5c) scan.escaped = true;
      else if (unit === 0x22) scan.inString = false;
      continue;
    }
    if (unit === 0x22) scan.inString = true;
    else if (unit === 0x7b || unit === 0x5b) scan.depth += 1;
    else if (unit === 0x7d || unit === 0x5d) {
      scan.depth -= 1;
      if (scan.depth <= 0) return index + 1;
    }
  }
  return -1;
}
