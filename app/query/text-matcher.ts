import { err, errorMessage, ok, type Result } from '../base/result.ts';

/** What to look for in raw text. */
export type TextSearch = {
  readonly text: string;
  /** True if `text` is a regular expression of JavaScript. */
  readonly regex: boolean;
  readonly matchCase: boolean;
};

/** From the first character of a match to the first one after it. */
export type TextRange = readonly [from: number, to: number];

export type TextMatcher = {
  readonly test: (text: string) => boolean;
  /** The matches from left to right, at most `limit`; matches of no character are left out. */
  readonly ranges: (text: string, limit: number) => TextRange[];
};

/**
 * Makes a search ready. An expression that cannot be read fails with a sentence. An expression of a user may
 * take for ever on some text: run it where it can be ended.
 */
export function textMatcher({ text, regex, matchCase }: TextSearch): Result<TextMatcher> {
  if (text === '') return err('Type what to look for.');
  const read = expression(regex ? text : escaped(text), matchCase ? 'g' : 'gi');
  if (!read.ok) return read;
  const pattern = read.value;
  return ok({
    test: (line) => {
      if (!regex && matchCase) return line.includes(text);
      pattern.lastIndex = 0;
      return pattern.test(line);
    },
    ranges: (line, limit) => rangesOf(pattern, line, limit),
  });
}

function rangesOf(pattern: RegExp, line: string, limit: number): TextRange[] {
  const ranges: TextRange[] = [];
  // `test` leaves the pattern where it stopped.
  pattern.lastIndex = 0;
  for (const match of line.matchAll(pattern)) {
    if (ranges.length >= limit) break;
    if (match[0] !== '') ranges.push([match.index, match.index + match[0].length]);
  }
  return ranges;
}

/** Whole characters if the expression allows it; the older reading takes escapes such as `\-` too. */
function expression(source: string, flags: string): Result<RegExp> {
  try {
    return ok(new RegExp(source, `${flags}u`));
  } catch {
    return olderExpression(source, flags);
  }
}

function olderExpression(source: string, flags: string): Result<RegExp> {
  try {
    return ok(new RegExp(source, flags));
  } catch (error) {
    return err(`This expression cannot be read: ${reasonOf(error)}.`);
  }
}

/** V8 says `Invalid regular expression: /(/g: Unterminated group`. */
function reasonOf(error: unknown): string {
  const message = errorMessage(error);
  const reason = message.slice(message.lastIndexOf(': ') + 2);
  return reason.charAt(0).toLowerCase() + reason.slice(1);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
