import { parseJson } from '../../base/json-value.ts';
import { partitionPoint } from '../../base/partition-point.ts';
import type { SecretSpan } from './text-spans.ts';

/** Shorter secrets or pieces of secrets say nothing and occur everywhere. */
const MIN_SECRET = 3;
const MIN_PIECE = 4;
/** Longer pieces start or end with a recognizable shape, as keys do. */
const MAX_PIECE = 200;
/** A value may contain quotes itself. */
const MAX_QUOTES = 4;

/** XML tags and elision marks also end a value. */
const QUOTES = /["'`“”‘’<>]/g;
const NUMBERS = /(?<![\w.])-?\d+(?:\.\d+)?(?!\w)/g;
/** Where a text was cut, by Tierscope or by V8, which quotes 10 characters of what is not JSON. */
const CUTS = /…|"\.\.\.|\.\.\."/g;

/** Finds known secrets as sentences repeat them: whole, in quotes, as a number, or cut; words only as values. */
export class QuotedSecrets {
  /** Secrets that are not found wherever they stand. */
  readonly #words = new Set<string>();
  readonly #beginnings = new Beginnings();
  readonly #ends = new Beginnings();

  /** Adds a secret; `isFound` if it is found wherever it stands, as long as it is whole. */
  add(secret: string, isFound: boolean): void {
    if (!isFound && secret.length >= MIN_SECRET) this.#words.add(secret);
    this.#beginnings.add(secret);
    this.#ends.add(reversed(secret));
  }

  spans(text: string): SecretSpan[] {
    return this.#words.size === 0
      ? this.#cut(text)
      : [...this.#quoted(text), ...this.#numbers(text), ...this.#cut(text)];
  }

  #quoted(text: string): SecretSpan[] {
    const places = [-1, ...Array.from(text.matchAll(QUOTES), ({ index }) => index), text.length];
    return places.flatMap((place, index) =>
      places.slice(index + 1, index + 1 + MAX_QUOTES).flatMap((end) => {
        // In a text within a text, a quote is escaped.
        const last = text[end - 1] === '\\' ? end - 1 : end;
        const secret = this.#secretIn(text.slice(place + 1, last));
        return secret === undefined ? [] : [spanOf(place + 1, last, secret)];
      }),
    );
  }

  #secretIn(literal: string): string | undefined {
    if (this.#words.has(literal)) return literal;
    const value = literal.includes('\\') ? parseJson(`"${literal}"`) : undefined;
    return typeof value === 'string' && this.#words.has(value) ? value : undefined;
  }

  #numbers(text: string): SecretSpan[] {
    return Array.from(text.matchAll(NUMBERS))
      .filter(([digits]) => digits.length >= MIN_PIECE && this.#words.has(digits))
      .map(({ index, 0: digits }) => spanOf(index, index + digits.length));
  }

  /** What stands before an ellipsis may be the beginning of a secret, and what stands behind it the end of one. */
  #cut(text: string): SecretSpan[] {
    return Array.from(text.matchAll(CUTS)).flatMap(({ index, 0: mark }) => {
      const behind = index + mark.length;
      const before = this.#beginnings.longestAtEndOf(text.slice(Math.max(0, index - MAX_PIECE), index));
      const after = this.#ends.longestAtEndOf(reversed(text.slice(behind, behind + MAX_PIECE)));
      return [
        ...(before === undefined ? [] : [spanOf(index - before.length, index, before.secret)]),
        ...(after === undefined ? [] : [spanOf(behind, behind + after.length, reversed(after.secret))]),
      ];
    });
  }
}

class Beginnings {
  readonly #texts: string[] = [];
  readonly #heads = new Set<string>();
  #isSorted = true;

  add(text: string): void {
    if (text.length <= MIN_PIECE) return;
    this.#texts.push(text);
    this.#heads.add(text.slice(0, MIN_PIECE));
    this.#isSorted = false;
  }

  /** The longest one in which `text` ends: how long it is, and of which secret; it begins with a word. */
  longestAtEndOf(text: string): { readonly length: number; readonly secret: string } | undefined {
    for (let start = 0; start <= text.length - MIN_PIECE; start += 1) {
      if (!this.#heads.has(text.slice(start, start + MIN_PIECE))) continue;
      if (start > 0 && /^\w\w/.test(text.slice(start - 1, start + 1))) continue;
      const secret = this.#secretOf(text.slice(start));
      if (secret !== undefined) return { length: text.length - start, secret };
    }
    return undefined;
  }

  #secretOf(piece: string): string | undefined {
    if (!this.#isSorted) this.#texts.sort();
    this.#isSorted = true;
    const after = partitionPoint(this.#texts.length, (index) => (this.#texts[index] ?? '') < piece);
    return this.#texts[after]?.startsWith(piece) === true ? this.#texts[after] : undefined;
  }
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

function spanOf(start: number, end: number, whole?: string): SecretSpan {
  return { start, end, kind: 'secret by its name', ...(whole === undefined ? {} : { whole }) };
}
