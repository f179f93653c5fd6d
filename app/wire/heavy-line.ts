import { LEFT_OUT_TEXT, MAX_LEVELS } from '../base/json-value.ts';
import { blockEnd, type JsonTokenKind, JsonTokens, stringEnd } from './json-tokens.ts';

/**
 * The budget for one line. `JSON.parse` cannot be interrupted, and some megabytes of brackets, or of members with
 * distinct names, block it for half a second and more. A long line is weighed before it is parsed, and what exceeds the
 * budget is not read; the line itself is recorded and shown whole.
 */

/** In UTF-16 code units; shorter lines never exceed the budget. */
const LIGHT_CHARS = 500_000;

/** The budget in microseconds: some ten megabytes of records, any length of text. */
const MAX_WEIGHT = 150_000;

/** Microseconds that `JSON.parse` takes for each (V8 in Node 20). */
const CONTAINER = 0.25;
const OTHER_VALUE = 0.05;
/** V8 interns keys and short strings in tables, and adds each new one again for a large object. */
const NEW_KEY = 3;
const NEW_SHORT_TEXT = 0.3;
const SHORT_CHARS = 12;

/** Microseconds per digit of a long number, including later comparisons digit by digit. */
const DIGIT = 0.01;
/** Longer runs without these characters go to the engine's own search, which takes a quarter of the time. */
const LONG_RUN = 64;
const TELLING = /[",{[]/g;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACE = 0x7b;
const BRACKET = 0x5b;

/** The members of a message that survive once the budget is used up. */
const ENVELOPE_KEYS: ReadonlySet<string> = new Set([
  '"jsonrpc"',
  '"id"',
  '"method"',
  '"result"',
  '"error"',
  '"params"',
]);
/** How many members of a message, whatever their names, and then of its result, are kept. */
const MAX_TOP_MEMBERS = 100;
/** Longer texts and numbers are dropped like other members. */
const MAX_KEPT_CHARS = 1000;

type LightText = { readonly text: string; readonly cut: number };

/** The line cut down to the budget; undefined if it fits. Throws a SyntaxError if it ends inside a value. */
export function lightText(line: string): LightText | undefined {
  if (line.length <= LIGHT_CHARS) return undefined;
  const weight = new Weight(line);
  weight.addAll();
  return weight.isTooMuch ? lightened(line) : undefined;
}

class Weight {
  sum = 0;
  readonly #text: string;
  /** One bit per seen key or short text, by hash; colliding ones count as the same. */
  readonly #met = new Uint32Array(32_768);

  constructor(text: string) {
    this.#text = text;
  }

  get isTooMuch(): boolean {
    return this.sum > MAX_WEIGHT;
  }

  /** Weighs the whole text, or stops once it is too heavy. */
  addAll(): void {
    const text = this.#text;
    let run = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) {
        const end = this.addString(at);
        if (end < 0) return;
        at = end - 1;
        run = 0;
        if (this.isTooMuch) return;
      } else if (unit === COMMA) {
        this.sum += OTHER_VALUE;
        run = 0;
      } else if (unit === BRACE || unit === BRACKET) {
        this.sum += CONTAINER;
        run = 0;
        if (this.isTooMuch) return;
      } else {
        run += 1;
        if (run < LONG_RUN) continue;
        TELLING.lastIndex = at;
        const end = TELLING.test(text) ? TELLING.lastIndex - 1 : text.length;
        if (isDigit(unit)) this.addNumber(end - at);
        at = end - 1;
        run = 0;
      }
    }
  }

  addNumber(length: number): void {
    if (length > LONG_RUN) this.sum += length * DIGIT;
  }

  addSign(unit: number): void {
    if (unit === BRACE || unit === BRACKET) this.sum += CONTAINER;
    else if (unit === COMMA) this.sum += OTHER_VALUE;
  }

  /** Adds the key or text that opens at `start`; returns the index past its closing quote, or -1 if it has none. */
  addString(start: number): number {
    const text = this.#text;
    const stop = Math.min(text.length, start + 1 + SHORT_CHARS);
    let hash = 0;
    for (let at = start + 1; at < stop; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) {
        this.#meet(hash, text.charCodeAt(at + 1) === COLON ? NEW_KEY : NEW_SHORT_TEXT);
        return at + 1;
      }
      if (unit === BACKSLASH) break;
      hash = (Math.imul(hash, 31) + unit) | 0;
    }
    const end = stringEnd(text, start);
    if (text.charCodeAt(end) === COLON) {
      // Long keys mostly differ at the end.
      for (let at = end - SHORT_CHARS; at < end; at += 1)
        hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
      this.#meet(hash, NEW_KEY);
    }
    return end;
  }

  #meet(hash: number, weight: number): void {
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 12;
    const bit = 1 << (mixed & 31);
    const word = this.#met[mixed >>> 5] ?? 0;
    if ((word & bit) !== 0) return;
    this.#met[mixed >>> 5] = word | bit;
    this.sum += weight;
  }
}

class Cutting {
  parts = 0;
  readonly #text: string;
  readonly #kept: string[] = [];
  #from = 0;

  constructor(text: string) {
    this.#text = text;
  }

  replace(start: number, end: number, by: string): void {
    this.#kept.push(this.#text.slice(this.#from, start), by);
    this.#from = end;
    this.parts += 1;
  }

  end(): LightText {
    return { text: [...this.#kept, this.#text.slice(this.#from)].join(''), cut: this.parts };
  }
}

const LEFT_OUT = JSON.stringify(LEFT_OUT_TEXT);
/** Marks an object from which members were left out. */
const MARK = `"…":${LEFT_OUT}`;

function lightened(text: string): LightText {
  const weight = new Weight(text);
  const cutting = new Cutting(text);
  const tokens = new JsonTokens(text);
  let level = 0;
  // In a batch, which is an array, each message counts by weight only.
  let membersLeft = text.trimStart().startsWith('[') ? Number.POSITIVE_INFINITY : MAX_TOP_MEMBERS;
  while (tokens.next()) {
    const { kind, start } = tokens;
    if (kind === 'string') weight.addString(start);
    else if (kind === 'scalar') {
      weight.addNumber(tokens.end - start);
      if (tokens.end - start > MAX_KEPT_CHARS && weight.isTooMuch)
        cutting.replace(start, tokens.end, LEFT_OUT);
    } else weight.addSign(text.charCodeAt(start));
    if (kind === '}' || kind === ']') level -= 1;
    else if (kind === '{' || kind === '[') {
      if (level < MAX_LEVELS && (level === 0 || !weight.isTooMuch)) level += 1;
      else {
        closed(tokens.closeBlock());
        // In a result, an object stays an object and a list a list.
        const isTop = level <= 2 && weight.isTooMuch;
        cutting.replace(start, tokens.end, isTop ? (kind === '{' ? `{${MARK}}` : '[]') : LEFT_OUT);
      }
    } else if (kind === ',' && level > 0) {
      if (level === 1) membersLeft -= 1;
      if (membersLeft > 0 && !weight.isTooMuch) continue;
      // Nothing more of this object or array is kept.
      const end = blockEnd(text, tokens.end);
      closed(end >= 0);
      cutting.replace(start, end - 1, restOf(text, { from: tokens.end, end: end - 1, level }));
      tokens.end = end - 1;
    }
  }
  closed(level <= 0);
  return cutting.end();
}

/** True for the code unit of an ASCII digit. */
export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Throws like `JSON.parse` on a text that ends too soon. */
function closed(isClosed: boolean): void {
  if (!isClosed) throw new SyntaxError('Unexpected end of JSON input');
}

type Rest = { readonly from: number; readonly end: number; readonly level: number };

/** The replacement for the rest of an object or array: a mark, and the members that a message and its result need. */
function restOf(text: string, { from, end, level }: Rest): string {
  if (text[end] === ']') return level === 1 ? '' : `,${LEFT_OUT}`;
  return level > 2 ? `,${MARK}` : `${keptMembers(text, from, level)},${MARK}`;
}

/** Without its id an answer matches no request, and without `isError` a result would be in another tier. */
function keptMembers(text: string, from: number, level: number): string {
  const tokens = new JsonTokens(text, from);
  let kept = '';
  for (let left = MAX_TOP_MEMBERS; (left > 0 || level === 1) && isNext(tokens, 'string'); left -= 1) {
    const key = tokens.end - tokens.start > MAX_KEPT_CHARS ? '' : tokens.text;
    if (!isNext(tokens, ':') || !tokens.nextSolid()) break;
    const { kind, start } = tokens;
    const isBlock = kind === '{' || kind === '[';
    if (isBlock) tokens.closeBlock();
    const isKept = level === 1 ? ENVELOPE_KEYS.has(key) : key !== '';
    if (isKept && isBlock) kept += `,${key}:${kind === '{' ? `{${MARK}}` : '[]'}`;
    else if (isKept && tokens.end - start <= MAX_KEPT_CHARS) kept += `,${key}:${tokens.text}`;
    if (!isNext(tokens, ',')) break;
  }
  return kept;
}

function isNext(tokens: JsonTokens, kind: JsonTokenKind): boolean {
  return tokens.nextSolid() && tokens.kind === kind;
}
