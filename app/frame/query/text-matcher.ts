import { err, errorMessage, ok, type Result } from '../../base/result.ts';
import { httpSummary } from '../http-record.ts';
import { type FrameRecord, type KnownRecord, shownFrame } from '../record.ts';
import { stripAnsi } from '../stderr-text.ts';

export type TextSearch = {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
};

/** From the first character of a match up to but not including the second index. */
export type TextRange = readonly [from: number, to: number];

export type TextMatcher = {
  readonly test: (text: string) => boolean;
  /** Matches from left to right, at most `limit`; empty matches are left out. */
  readonly ranges: (text: string, limit: number) => TextRange[];
};

/** Compiles a search; fails with a sentence. A user's regex may run forever: run it where it can be stopped. */
export function textMatcher({ text, regex, matchCase }: TextSearch): Result<TextMatcher> {
  if (text === '') return err('Type what to look for.');
  const read = expression(
    regex ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
    matchCase ? 'g' : 'gi',
  );
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
  // `test` leaves `lastIndex` behind.
  pattern.lastIndex = 0;
  for (const match of line.matchAll(pattern)) {
    if (ranges.length >= limit) break;
    if (match[0] !== '') ranges.push([match.index, match.index + match[0].length]);
  }
  return ranges;
}

/** Matches whole code points if the expression allows it; the legacy grammar also accepts escapes such as `\-`. */
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

/** The searchable text of a record: a frame's line, else its words; empty for a record without a row. */
export function recordText(record: KnownRecord): string {
  return record.type === 'frame' ? shownFrame(record) : searchableText(record);
}

/** Bytes that a record's line must contain for its text to match a search. Not every line with them matches. */
export type ByteFilter = {
  /** Matches Latin-1 bytes that may be the text as JSON writes it; `ascii` is for all-ASCII bytes. */
  readonly ascii: RegExp;
  readonly any: RegExp;
  /** No match of either is longer. */
  readonly mostBytes: number;
  /** The starts of JSON escapes, after the backslash, that may spell the text differently. */
  readonly escapes: readonly string[];
};

/** Non-ASCII characters that match an ASCII one when case is ignored: the long s and the Kelvin sign. */
const ALIKE: Readonly<Record<string, string>> = { s: '\\xc5\\xbf', k: '\\xe2\\x84\\xaa' };
const ALIKE_ESCAPES = ['u017', 'u212'];
/** ASCII as a numeric escape; stderr records write escape sequences this way, which their text omits. */
const ASCII_ESCAPE = 'u00';

/** The byte filter for a plain search; undefined for a regex, which may match anything. */
export function byteFilter({ text, regex, matchCase }: TextSearch): ByteFilter | undefined {
  if (regex) return undefined;
  const chars = [...text];
  const isAscii = chars.every((char) => char <= '\u007f');
  const hasAlike = !matchCase && chars.some((char) => char.toLowerCase() in ALIKE);
  const escapes = isAscii ? [ASCII_ESCAPE, ...(hasAlike ? ALIKE_ESCAPES : [])] : ['u'];
  return {
    // The matcher checks the case later: the engine skips faster with the `i` flag.
    ascii: new RegExp(chars.map((char) => spelling(char)).join(''), 'gi'),
    any: new RegExp(chars.map((char) => withAlike(char)).join(''), 'gi'),
    mostBytes: 6 * chars.length,
    escapes,
  };
}

/** How JSON writes a character, apart from numeric escapes. */
function spelling(char: string): string {
  if (char === '/') return '\\\\?/';
  // Ignoring case, it may have a different length or be ASCII.
  if (char > '\u007f') return '(?:[\\x80-\\xff]{1,4}|[ks])';
  return JSON.stringify(char)
    .slice(1, -1)
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function withAlike(char: string): string {
  const alike = char > '\u007f' ? undefined : ALIKE[char.toLowerCase()];
  return alike === undefined ? spelling(char) : `(?:${char}|${alike})`;
}

/** True if the record's words come from several members, so its line does not contain them in one piece. */
export function isComposed(type: string): boolean {
  return type === 'process' || type === 'client';
}

/** The searchable words of a record that is not a frame; empty for a record without a row. */
export function searchableText(record: Exclude<KnownRecord, FrameRecord>): string {
  switch (record.type) {
    case 'stderr':
      return stripAnsi(record.text);
    case 'process':
      return [record.event, record.message ?? '', record.signal ?? ''].join(' ').trim();
    case 'client':
      return [record.event, record.method ?? '', record.message].join(' ');
    case 'mark':
      return record.label;
    case 'dropped':
      return record.reason;
    case 'http':
      return httpSummary(record);
    case 'session':
    case 'end':
      return '';
  }
}
