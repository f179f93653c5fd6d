import { textParts } from './hidden-characters.ts';

/** Limit for one text in an answer: a model pays for each character, and the recording has the rest. */
export const MAX_FOREIGN_CHARS = 600;

/** Characters that a screen draws as blanks or flags, and lone surrogates. */
const MORE_HIDDEN = /[\t\r\u{e0020}-\u{e007f}]|\p{Cs}/gu;

/** Writes hidden characters as `\u{202e}`; line feeds stay. */
export function shownCharacters(text: string): string {
  return textParts(text, Number.POSITIVE_INFINITY)
    .map((part) => (part.kind === 'seen' ? part.text.replace(MORE_HIDDEN, escaped) : escaped(part.char)))
    .join('');
}

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Foreign text for an answer: on one line, hidden characters escaped, at most `most` characters. */
export function foreignText(text: string, most = MAX_FOREIGN_CHARS): string {
  const { shown, rest } = foreignStart(text, most);
  return rest === 0 ? shown : `${shown}… [${rest.toLocaleString('en')} characters more]`;
}

/** Like {@link foreignText}, but returns the count of remaining characters separately. */
export function foreignStart(text: string, most: number): { readonly shown: string; readonly rest: number } {
  let end = wholeEnd(text, Math.min(text.length, most));
  let shown = shownLine(text.slice(0, end));
  while (shown.length > most) {
    end = wholeEnd(text, Math.floor((end * most) / shown.length));
    shown = shownLine(text.slice(0, end));
  }
  return { shown, rest: text.length - end };
}

/** Like {@link foreignText}, but keeps both ends and states how much is left out between them. */
export function foreignEnds(text: string, most: number): string {
  if (text.length <= most) return foreignText(text, most);
  const start = wholeEnd(text, Math.floor(most / 2));
  const end = wholeEnd(text, text.length - Math.floor(most / 2));
  const [rest, all] = [end - start, text.length].map((count) => count.toLocaleString('en'));
  return `${foreignText(text.slice(0, start), most)} … [${rest} of ${all} characters left out] … ${foreignText(text.slice(end), most)}`;
}

const PLAIN_NAME = /^[\w$@%#~:./+*()[\]<>-]{1,100}$/;

/** A name for a title or a sentence: bare if it cannot pass for a sentence, else in quotes that it cannot close. */
export function foreignName(name: string): string {
  return PLAIN_NAME.test(name) ? name : `"${foreignText(name, 100).replaceAll('"', '\\"')}"`;
}

/** Advice in Tierscope's own voice: quoted text that is not a plain name is replaced by "…". */
export function ownAdvice(sentence: string): string {
  const own = sentence.replace(/["“](.*)["”]|["“].*$/su, (quoted, inside = ' ') =>
    inside.split(/["”](?:, | and | or |: )["“]/).every((name: string) => PLAIN_NAME.test(name))
      ? quoted
      : '“…”',
  );
  return foreignText(own);
}

/** Moves `end` back by one if it would split a surrogate pair. */
function wholeEnd(text: string, end: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(end - 1, end + 1)) ? end - 1 : end;
}

/** Collapses runs of blanks to one space and normalizes line ends to `\n`. */
function shownLine(text: string): string {
  const line = text.trim().replaceAll(/[\t\p{Zs}]+/gu, ' ');
  return shownCharacters(line.replaceAll(/ ?(?:\r\n?|\n) ?/g, '\\n'));
}
