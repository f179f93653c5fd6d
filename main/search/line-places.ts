import { isAscii } from 'node:buffer';
import type { ByteFilter } from '../../app/frame/query/text-matcher.ts';

/** How a record is written around what differs from line to line. */
type Layout = {
  readonly head: Uint8Array;
  /** What stands behind the name of the session. */
  readonly afterName: Uint8Array;
  /** How many bytes are left out before the key of the text: the direction, of which both have the same length. */
  readonly gap: number;
  readonly textKey: Uint8Array;
};

const bytesOf = (text: string) => new TextEncoder().encode(text);
const DIRECTION_LENGTH = ',"direction":"client-to-server"'.length;

function layout(head: string, afterName: string, textKey: string): Layout {
  const gap = textKey.includes('raw') ? DIRECTION_LENGTH : 0;
  return { head: bytesOf(head), afterName: bytesOf(afterName), gap, textKey: bytesOf(textKey) };
}

/** An import and a tap write the type first; a live session writes it behind the place. */
const LAYOUTS = [
  layout('{"type":"frame","seq":', '"', ',"raw":"'),
  layout('{"seq":', '","type":"frame"', ',"raw":"'),
  layout('{"type":"stderr","seq":', '"', ',"text":"'),
  layout('{"seq":', '","type":"stderr"', ',"text":"'),
];
const AT = bytesOf(',"at":');
const SESSION = bytesOf(',"session":"');

/** With more digits a number may be no safe integer. */
const MAX_DIGITS = 15;
const QUOTE = 0x22;
const COMMA = 0x2c;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;

/**
 * Reads the place of a frame or of a line of stderr from the bytes of its record, as Tierscope writes it, without a
 * parse: enough to count it, to see that it comes in order, and to know that its text is one string behind all else.
 */
export class LinePlace {
  seq = 0;
  /** True if the line is of the session that is looked for. */
  isOwn = false;
  hasText = false;
  readonly #session: Uint8Array;
  /** By layout, the name of the session with what stands around it. */
  readonly #own: readonly Uint8Array[];
  /** The layout of the line before, and where its name and its text stood behind its seq. */
  #layout = 0;
  #nameAt = 0;
  #keyAt = 0;
  #seqEnd = 0;

  constructor(session: string) {
    this.#session = bytesOf(session);
    const decoder = new TextDecoder();
    this.#own = LAYOUTS.map(({ afterName }) => bytesOf(`,"session":"${session}${decoder.decode(afterName)}`));
  }

  /** Reads the line that begins at `start`; false if it is another one, or damaged before its text. */
  read(bytes: Uint8Array, start: number): boolean {
    if (this.#isAsBefore(bytes, start)) return true;
    return LAYOUTS.some((layout, index) => this.#isLike(layout, index, bytes, start));
  }

  /** Nearly every line is: then what stands between the numbers need not be read. */
  #isAsBefore(bytes: Uint8Array, start: number): boolean {
    const layout = LAYOUTS[this.#layout];
    const own = this.#own[this.#layout];
    if (layout === undefined || own === undefined || !this.#readSeq(layout.head, bytes, start)) return false;
    if (!stands(bytes, this.#seqEnd + this.#nameAt, own)) return false;
    const key = this.#seqEnd + this.#keyAt;
    this.isOwn = true;
    this.hasText = bytes[key + layout.textKey.length] !== QUOTE;
    return stands(bytes, key, layout.textKey);
  }

  #isLike(layout: Layout, index: number, bytes: Uint8Array, start: number): boolean {
    const { head, afterName, gap, textKey } = layout;
    if (!this.#readSeq(head, bytes, start) || !stands(bytes, this.#seqEnd, AT)) return false;
    const at = timeEnd(bytes, this.#seqEnd + AT.length);
    if (!stands(bytes, at, SESSION)) return false;
    const name = at + SESSION.length;
    const end = nameEnd(bytes, name);
    const key = end + afterName.length + gap;
    if (!stands(bytes, end, afterName) || !stands(bytes, key, textKey)) return false;
    this.isOwn = end - name === this.#session.length && stands(bytes, name, this.#session);
    this.hasText = bytes[key + textKey.length] !== QUOTE;
    this.#layout = index;
    this.#nameAt = at - this.#seqEnd;
    this.#keyAt = key - this.#seqEnd;
    return true;
  }

  #readSeq(head: Uint8Array, bytes: Uint8Array, start: number): boolean {
    if (!stands(bytes, start, head)) return false;
    const digits = start + head.length;
    let at = digits;
    let seq = 0;
    for (let byte = bytes[at] ?? 0; byte >= ZERO && byte <= NINE; byte = bytes[at] ?? 0) {
      seq = seq * 10 + byte - ZERO;
      at += 1;
    }
    this.seq = seq;
    this.#seqEnd = at;
    return at > digits && at - digits <= MAX_DIGITS && bytes[at] === COMMA;
  }
}

function timeEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let byte = bytes[at] ?? 0; (byte >= ZERO && byte <= NINE) || byte === POINT; byte = bytes[at] ?? 0)
    at += 1;
  return at;
}

/** The end of a name without escapes. */
function nameEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let byte = bytes[at]; byte !== QUOTE && byte !== undefined && byte !== BACKSLASH; byte = bytes[at])
    at += 1;
  return at;
}

function stands(bytes: Uint8Array, at: number, literal: Uint8Array): boolean {
  for (let index = 0; index < literal.length; index += 1)
    if (bytes[at + index] !== literal[index]) return false;
  return true;
}

/** Texts of this length stay among the engine's young objects, and their bytes in the processor's cache. */
const SLICE_BYTES = 64 * 1024;

/** Where in some bytes a line may match, in order. */
export function placesOf(filter: ByteFilter, bytes: Buffer): number[] {
  const places: number[] = [];
  const expression = isAscii(bytes) ? filter.ascii : filter.any;
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    const text = bytes.toString('latin1', start, start + SLICE_BYTES + filter.mostBytes);
    expression.lastIndex = 0;
    while (expression.test(text)) places.push(start + expression.lastIndex - 1);
  }
  const written = places.length;
  for (const beginning of filter.escapes) {
    for (let at = bytes.indexOf(beginning, 1); at > 0; at = bytes.indexOf(beginning, at + 1))
      if (isEscaped(bytes, at)) places.push(at);
  }
  // Both ways to write the text are found each in order, and a slice reaches into the next one.
  return written === places.length && places.length < 2 ? places : places.sort((left, right) => left - right);
}

/** True behind an odd number of backslashes: two of them stand for one. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at;
  while (bytes[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
