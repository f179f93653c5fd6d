import type { TextSearch } from './text-matcher.ts';

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
