import { err, ok, type Result } from '../base/result.ts';
import type { QueryProblem } from './query.ts';

/** A word of the filter as it was written. */
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

  /** The next character, empty at the end. */
  get next(): string {
    return this.text.charAt(this.at);
  }

  skipBlanks(): void {
    while (/^\s$/.test(this.next)) this.at += 1;
  }

  /** Takes the next character where it is `char`. */
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
