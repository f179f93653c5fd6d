import { err, ok, type Result } from '../../base/result.ts';
import { literalPattern, type WildcardPattern, wildcardPattern } from '../../base/wildcard.ts';
import { CHOICES, exampleOf, type FilterKey, isChoiceKey } from './filter-keys.ts';
import type { CodeTest, Comparator, Query, QueryProblem } from './query.ts';

type Read<Value> = Result<Value, QueryProblem>;

/** Other names, which saved filters may still have; the screen offers only the present ones. */
const EARLIER_NAMES: Readonly<Record<string, string>> = {
  'by-hand': 'raw',
  provoked: 'expected',
  marked: 'bookmarked',
};

/** What `key:value,value` asks for; there is at least one value. */
export function readValues(key: FilterKey, pieces: readonly Piece[]): Read<Query> {
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

export function patternOf(piece: Piece): WildcardPattern {
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

function readMeasure(key: 'dur' | 'size', pieces: readonly Piece[]): Read<Query> {
  const [piece, second] = pieces;
  if (piece === undefined) throw new Error('a key without a value');
  if (second !== undefined) return wrong(second, `${key} takes one value, such as ${exampleOf(key)}.`);
  const read = /^(>=|<=|>|<|=)(\d{1,16}(?:\.\d{1,9})?)([a-z]*)$/i.exec(piece.text);
  const factor = FACTORS[key][read?.[3]?.toLowerCase() ?? ''];
  const comparison = comparisonOf(read?.[1]);
  if (read === null || factor === undefined || comparison === undefined) {
    const units = Object.keys(FACTORS[key]).filter((unit) => unit !== '');
    return wrong(
      piece,
      `${key} needs >, >=, <, <= or =, a number, and ${units.join(' or ')}, such as ${exampleOf(key)}.`,
    );
  }
  // Three decimals are microseconds: enough, and a number that prints without an exponent.
  const amount = Math.round(Number(read[2]) * factor * 1000) / 1000;
  if (amount > Number.MAX_SAFE_INTEGER) return wrong(piece, `This ${key} is too large.`);
  return ok({ kind: 'measure', key, comparison, amount });
}

function comparisonOf(text: string | undefined): Comparator | undefined {
  return (['>', '>=', '<', '<=', '='] as const).find((comparison) => comparison === text);
}

function wrong(piece: Piece, message: string): Read<never> {
  return err({ message, from: piece.from, to: piece.to });
}

export type Piece = {
  readonly text: string;
  readonly quoted: boolean;
  readonly from: number;
  readonly to: number;
};

/** Reads a filter's text from left to right. */
export class Scanner {
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

  /** The characters up to a blank, a quote, a parenthesis, or one of `ends`. */
  bare(ends = ''): Piece {
    const from = this.at;
    while (this.next !== '' && !/[\s"()]/.test(this.next) && !ends.includes(this.next)) this.at += 1;
    return { text: this.text.slice(from, this.at), quoted: false, from, to: this.at };
  }

  /** A text in quotes, in which a backslash escapes a quote or a backslash. */
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
