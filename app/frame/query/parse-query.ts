import { err, ok, type Result } from '../../base/result.ts';
import { literalPattern, type WildcardPattern, wildcardPattern } from '../../base/wildcard.ts';
import { CHOICES, exampleOf, FILTER_KEYS, type FilterKey, filterKey, isChoiceKey } from './filter-keys.ts';
import type { CodeTest, Query, QueryProblem } from './query.ts';

type Read = Result<Query, QueryProblem>;

const DEEPEST = 100;

/** Parses a filter: words, `key:value`, `-`, `or`, parentheses, quotes; -32602 is a number. Empty matches all. */
export function parseQuery(text: string): Result<Query, QueryProblem> {
  const parser = new QueryParser(text);
  return parser.query();
}

class QueryParser {
  readonly #scanner: Scanner;
  #depth = 0;

  constructor(text: string) {
    this.#scanner = new Scanner(text);
  }

  query(): Read {
    const scanner = this.#scanner;
    scanner.skipBlanks();
    if (scanner.next === '') return ok({ kind: 'all' });
    const read = this.#or();
    if (!read.ok || scanner.next === '') return read;
    return problem('This parenthesis closes nothing.', scanner.at, scanner.at + 1);
  }

  #or(): Read {
    const parts: Query[] = [];
    do {
      const part = this.#and();
      if (!part.ok) return part;
      parts.push(part.value);
    } while (this.#takeOr());
    return ok(joined('or', parts));
  }

  #and(): Read {
    const scanner = this.#scanner;
    const parts: Query[] = [];
    for (;;) {
      scanner.skipBlanks();
      if (scanner.next === '' || scanner.next === ')' || this.#orAhead()) break;
      const part = this.#unary();
      if (!part.ok) return part;
      parts.push(part.value);
    }
    if (parts.length > 0) return ok(joined('and', parts));
    const { at, text } = scanner;
    if (this.#orAhead()) return problem('There is nothing before this “or”.', at, at + 2);
    if (at < text.length) {
      const where = /\($/.test(text.slice(0, at).trimEnd())
        ? 'inside these parentheses'
        : 'before this parenthesis';
      return problem(`There is nothing ${where}.`, at, at + 1);
    }
    return problem('There is nothing after the last word or parenthesis.', Math.max(0, at - 1), at);
  }

  #unary(): Read {
    const scanner = this.#scanner;
    const from = scanner.at;
    if (scanner.next === '"') {
      const piece = scanner.quoted();
      return piece.ok ? ok({ kind: 'word', pattern: patternOf(piece.value) }) : piece;
    }
    if (this.#depth >= DEEPEST) return problem('This is nested too deeply.', from, from + 1);
    if (scanner.take('(')) return this.#nested(() => this.#group(from));
    if (!/^-(?!\d)/.test(scanner.text.slice(from, from + 2))) return this.#term();
    scanner.at += 1;
    if (/^[\s)]?$/.test(scanner.next)) {
      return problem('A “-” must stand right before what it negates.', from, from + 1);
    }
    const part = this.#nested(() => this.#unary());
    return part.ok ? ok({ kind: 'not', part: part.value }) : part;
  }

  #nested(read: () => Read): Read {
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #group(from: number): Read {
    const inner = this.#or();
    if (!inner.ok || this.#scanner.take(')')) return inner;
    return problem('This parenthesis is not closed.', from, from + 1);
  }

  #term(): Read {
    const scanner = this.#scanner;
    const from = scanner.at;
    // A URI such as file:///a is a word, not a key.
    const head = /([A-Za-z]+):(?!\/\/)/y;
    head.lastIndex = from;
    const name = head.exec(scanner.text)?.[1];
    if (name === undefined && scanner.text.charAt(from) !== ':') {
      const missed = missedColon(scanner.text.slice(from));
      if (missed !== undefined) return problem(missed.message, from, from + missed.length);
    }
    if (name === undefined) return ok({ kind: 'word', pattern: patternOf(scanner.bare()) });
    const key = filterKey(name);
    const to = from + name.length + 1;
    if (key === undefined) {
      const known = FILTER_KEYS.map((help) => help.key).join(', ');
      return problem(`There is no “${name}:”. Put a text in quotes, or use one of: ${known}.`, from, to);
    }
    scanner.at = to;
    const pieces = this.#values();
    if (!pieces.ok) return pieces;
    if (pieces.value.some((piece) => piece.text === '')) {
      return problem(`A value is missing, such as ${exampleOf(key)}.`, from, scanner.at);
    }
    return readValues(key, pieces.value);
  }

  #values(): Result<Piece[], QueryProblem> {
    const scanner = this.#scanner;
    const pieces: Piece[] = [];
    do {
      const piece = scanner.next === '"' ? scanner.quoted() : ok(scanner.bare(','));
      if (!piece.ok) return piece;
      pieces.push(piece.value);
    } while (scanner.take(','));
    return ok(pieces);
  }

  #orAhead(): boolean {
    const { text, at } = this.#scanner;
    return /^or(?=$|[\s"()])/i.test(text.slice(at, at + 3));
  }

  #takeOr(): boolean {
    const ahead = this.#orAhead();
    if (ahead) this.#scanner.at += 2;
    return ahead;
  }
}

/** The correction for a key with an operator in place of its colon, such as `dur>1s`; undefined for other words. */
function missedColon(text: string): { readonly message: string; readonly length: number } | undefined {
  const [whole, name = '', sign = '', value = ''] = /^([A-Za-z]+)(>=|<=|[<>=])([^\s"()]+)/.exec(text) ?? [];
  const key = filterKey(name);
  if (whole === undefined || key === undefined) return undefined;
  const measures = key === 'dur' || key === 'size';
  const meant = `${key}:${measures ? sign : ''}${value}`;
  return { message: `Did you mean ${meant}? Put the text in quotes to look for it.`, length: whole.length };
}

/** A single part is returned as it is; nested parts of the same kind are flattened. */
function joined(kind: 'and' | 'or', parts: readonly Query[]): Query {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) };
}

function problem(message: string, from: number, to: number): Read {
  return err({ message, from, to });
}

/** Former names that saved filters may still use; the screen offers only current ones. */
const EARLIER_NAMES: Readonly<Record<string, string>> = {
  'by-hand': 'raw',
  provoked: 'expected',
  marked: 'bookmarked',
};

/** Reads `key:value,value`; there is at least one value. */
function readValues(key: FilterKey, pieces: readonly Piece[]): Read {
  if (key === 'dur' || key === 'size') return readMeasure(key, pieces);
  if (key === 'code') return ok({ kind: 'code', codes: pieces.map(codeTest) });
  if (!isChoiceKey(key)) return ok({ kind: 'text', key, patterns: pieces.map(patternOf) });
  const values: string[] = [];
  for (const piece of pieces) {
    const written = piece.text.toLowerCase().replace(/[\s_]+/g, '-');
    const word = (key === 'is' ? EARLIER_NAMES[written] : undefined) ?? written;
    if (!CHOICES[key].includes(word)) {
      const allowed = CHOICES[key].join(', ');
      return wrong(piece, `The word “${piece.text}” cannot follow “${key}:”, only one of: ${allowed}.`);
    }
    values.push(word);
  }
  return ok({ kind: 'choice', key, values });
}

function patternOf(piece: Piece): WildcardPattern {
  return piece.quoted ? literalPattern(piece.text) : wildcardPattern(piece.text);
}

function codeTest(piece: Piece): CodeTest {
  const range = piece.quoted ? null : /^(-?\d{1,15})\.\.(-?\d{1,15})$/.exec(piece.text);
  if (range === null) return { kind: 'pattern', pattern: patternOf(piece) };
  const [one, other] = [Number(range[1]), Number(range[2])];
  return { kind: 'range', from: Math.min(one, other), to: Math.max(one, other) };
}

const FACTORS: Readonly<Record<'dur' | 'size', Readonly<Record<string, number>>>> = {
  dur: { '': 1, ms: 1, s: 1000, m: 60_000 },
  size: { '': 1, b: 1, kb: 1000, mb: 1_000_000, gb: 1_000_000_000 },
};

function readMeasure(key: 'dur' | 'size', pieces: readonly Piece[]): Read {
  const [piece, second] = pieces;
  if (piece === undefined) throw new Error('a key without a value');
  if (second !== undefined) return wrong(second, `${key} takes one value, such as ${exampleOf(key)}.`);
  const read = /^(>=|<=|>|<|=)(\d{1,16}(?:\.\d{1,9})?)([a-z]*)$/i.exec(piece.text);
  const factor = FACTORS[key][read?.[3]?.toLowerCase() ?? ''];
  const comparison = (['>', '>=', '<', '<=', '='] as const).find((known) => known === read?.[1]);
  if (read === null || factor === undefined || comparison === undefined) {
    const units = Object.keys(FACTORS[key]).filter((unit) => unit !== '');
    return wrong(
      piece,
      `${key} needs >, >=, <, <= or =, a number, and ${units.join(' or ')}, such as ${exampleOf(key)}.`,
    );
  }
  // Three decimals are microseconds: precise enough, and the number prints without an exponent.
  const amount = Math.round(Number(read[2]) * factor * 1000) / 1000;
  if (amount > Number.MAX_SAFE_INTEGER) return wrong(piece, `This ${key} is too large.`);
  return ok({ kind: 'measure', key, comparison, amount });
}

function wrong(piece: Piece, message: string): Result<never, QueryProblem> {
  return err({ message, from: piece.from, to: piece.to });
}

type Piece = {
  readonly text: string;
  readonly quoted: boolean;
  readonly from: number;
  readonly to: number;
};

class Scanner {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get next(): string {
    return this.text.charAt(this.at);
  }

  skipBlanks(): void {
    while (/^\s$/.test(this.next)) this.at += 1;
  }

  take(char: string): boolean {
    if (this.next !== char) return false;
    this.at += 1;
    return true;
  }

  /** Reads up to a blank, a quote, a parenthesis, or one of `ends`. */
  bare(ends = ''): Piece {
    const from = this.at;
    while (this.next !== '' && !/[\s"()]/.test(this.next) && !ends.includes(this.next)) this.at += 1;
    return { text: this.text.slice(from, this.at), quoted: false, from, to: this.at };
  }

  /** Reads a quoted text, in which a backslash escapes a quote or a backslash. */
  quoted(): Result<Piece, QueryProblem> {
    const from = this.at;
    let text = '';
    let end = from + 1;
    while (end < this.text.length && this.text.charAt(end) !== '"') {
      if (/^\\["\\]/.test(this.text.slice(end, end + 2))) end += 1;
      text += this.text.charAt(end);
      end += 1;
    }
    const to = end + 1;
    if (to > this.text.length) return err({ message: 'The quote " is not closed.', from, to: end });
    if (text === '') return err({ message: 'There is nothing between the quotes.', from, to });
    this.at = to;
    return ok({ text, quoted: true, from, to });
  }
}
