import { assertNever, err, errorMessage, ok, type Result } from '../../base/result.ts';
import { httpWords } from '../http-record.ts';
import { type FrameRecord, type KnownRecord, shownFrame } from '../record.ts';
import { stripAnsi } from '../stderr-text.ts';

export type TextSearch = {
  readonly text: string;
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

/** Makes a search ready; fails with a sentence. A user's expression may take forever: run it where it can be ended. */
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

/** The text of a record that a search reads: of a frame its line, else the words; empty for what is no row. */
export function recordText(record: KnownRecord): string {
  return record.type === 'frame' ? shownFrame(record) : recordWords(record);
}

/** What the line of a record must hold, byte for byte, for its text to match a search. A line with it need not match. */
export type ByteFilter = {
  /** Matches bytes read as Latin-1 that may be the text as JSON writes it; `ascii` for bytes that are all ASCII. */
  readonly ascii: RegExp;
  readonly any: RegExp;
  /** No match of the two is longer. */
  readonly mostBytes: number;
  /** Beginnings of escapes, behind their backslash, by which the text may be written otherwise. */
  readonly escapes: readonly string[];
};

/** Characters beyond ASCII that an expression of any case takes for an ASCII one: the long s and the Kelvin sign. */
const ALIKE: Readonly<Record<string, string>> = { s: '\\xc5\\xbf', k: '\\xe2\\x84\\xaa' };
const ALIKE_ESCAPES = ['u017', 'u212'];
/** ASCII by its number; a record of stderr writes the escape sequences, which are left out of its text, in this way. */
const ASCII_ESCAPE = 'u00';

/** The filter of a search for a text; undefined for an expression, which may match anything. */
export function byteFilter({ text, regex, matchCase }: TextSearch): ByteFilter | undefined {
  if (regex) return undefined;
  const chars = [...text];
  const isAscii = chars.every((char) => char <= '\u007f');
  const hasAlike = !matchCase && chars.some((char) => char.toLowerCase() in ALIKE);
  const escapes = isAscii ? [ASCII_ESCAPE, ...(hasAlike ? ALIKE_ESCAPES : [])] : ['u'];
  return {
    // The case is for the matcher to mind: the engine skips faster through an expression of any case.
    ascii: new RegExp(chars.map((char) => spelling(char)).join(''), 'gi'),
    any: new RegExp(chars.map((char) => withAlike(char)).join(''), 'gi'),
    mostBytes: 6 * chars.length,
    escapes,
  };
}

/** How JSON writes a character but for escapes by number. */
function spelling(char: string): string {
  if (char === '/') return '\\\\?/';
  // In any case it may have another length, or be ASCII.
  if (char > '\u007f') return '(?:[\\x80-\\xff]{1,4}|[ks])';
  return JSON.stringify(char)
    .slice(1, -1)
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function withAlike(char: string): string {
  const alike = char > '\u007f' ? undefined : ALIKE[char.toLowerCase()];
  return alike === undefined ? spelling(char) : `(?:${char}|${alike})`;
}

/** True if the words of such a record come from more than one of its members: its line does not hold them as one. */
export function isComposed(type: string): boolean {
  return type === 'process' || type === 'client';
}

/** The words of a record that is no frame, as a search reads them; empty for what is no row. */
export function recordWords(record: Exclude<KnownRecord, FrameRecord>): string {
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
      return httpWords(record);
    case 'session':
    case 'end':
      return '';
    default:
      return assertNever(record);
  }
}
