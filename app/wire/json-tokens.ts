/**
 * The one tokenizer for JSON text. It keeps every byte and its position, needs no stack however deep the text is, and
 * never throws: invalid JSON yields tokens too, and the reader must detect it.
 */

/** A `scalar` is a number, a word, or anything else in such a place. */
export type JsonTokenKind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar' | 'space';

/** Steps through the tokens; together they cover the whole text. */
export class JsonTokens {
  kind: JsonTokenKind = 'space';
  start: number;
  /** Where the token ends, exclusive; the end of the text if its string is not closed. */
  end: number;
  /** False for a string without its closing quote. */
  whole = true;
  readonly #text: string;

  constructor(text: string, from = 0) {
    this.#text = text;
    this.start = from;
    this.end = from;
  }

  next(): boolean {
    const at = this.end;
    if (at >= this.#text.length) return false;
    this.start = at;
    const unit = this.#text.charCodeAt(at);
    const kind = KINDS[unit] ?? 'scalar';
    this.kind = kind;
    if (kind === 'string') this.#string(at);
    else if (kind === 'scalar') this.end = scalarEnd(this.#text, at + 1);
    else this.end = kind === 'space' ? skipSpace(this.#text, at + 1) : at + 1;
    return true;
  }

  nextSolid(): boolean {
    while (this.next()) if (this.kind !== 'space') return true;
    return false;
  }

  /** From an opening bracket, skips to its closing bracket; false if the text ends first. */
  closeBlock(): boolean {
    const end = blockEnd(this.#text, this.end);
    this.end = end < 0 ? this.#text.length : end;
    return end >= 0;
  }

  get text(): string {
    return this.#text.slice(this.start, this.end);
  }

  #string(at: number): void {
    const end = stringEnd(this.#text, at);
    this.whole = end >= 0;
    this.end = end < 0 ? this.#text.length : end;
  }
}

/** The kind of a token by its first UTF-16 unit; undefined means scalar. */
const KINDS: (JsonTokenKind | undefined)[] = Array.from({ length: 128 });
for (const kind of ['{', '}', '[', ']', ',', ':'] as const) KINDS[kind.charCodeAt(0)] = kind;
for (const space of ' \n\r\t') KINDS[space.charCodeAt(0)] = 'space';
KINDS[0x22] = 'string';

/** The index past the closing quote of the string that opens at `start`; -1 if the text ends first. */
export function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c && quote - 1 - backslashes > start)
      backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return -1;
}

/** The index past the closing bracket of the block whose content starts at `from`; -1 if the text ends first. */
export function blockEnd(text: string, from: number): number {
  let depth = 1;
  let at = from;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    at += 1;
    if (unit === 0x22) {
      at = stringEnd(text, at - 1);
      if (at < 0) return -1;
    } else if (unit === 0x7b || unit === 0x5b) depth += 1;
    else if (unit === 0x7d || unit === 0x5d) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && KINDS[text.charCodeAt(at)] === 'space') at += 1;
  return at;
}

/** Longer scalars go to the engine's own search, which takes a quarter of the time. */
const LONG_RUN = 64;
const AFTER_SCALAR = /[{}[\],:" \n\r\t]/g;

/** Where the number or word that starts before `from` ends. */
export function scalarEnd(text: string, from: number): number {
  const soon = Math.min(text.length, from + LONG_RUN);
  let at = from;
  while (at < soon && KINDS[text.charCodeAt(at)] === undefined) at += 1;
  if (at < soon || at === text.length) return at;
  AFTER_SCALAR.lastIndex = at;
  return AFTER_SCALAR.test(text) ? AFTER_SCALAR.lastIndex - 1 : text.length;
}

/** The value of a string literal; the literal itself if an escape is broken. */
export function decodedString(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}
