import { textParts } from './hidden-characters.ts';

/** One text of an answer: a model pays for each character, and the recording holds the rest. */
export const MAX_FOREIGN_CHARS = 600;

/** What a screen draws as a blank or as a flag, and half a pair. */
const MORE_HIDDEN = /[\t\r\u{e0020}-\u{e007f}]|\p{Cs}/gu;

/** The text with what is not drawn as `\u{202e}`; line feeds stay. */
export function shownCharacters(text: string): string {
  return textParts(text, Number.POSITIVE_INFINITY)
    .map((part) => (part.kind === 'seen' ? part.text.replace(MORE_HIDDEN, escaped) : escaped(part.char)))
    .join('');
}

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

/** What somebody else wrote, for an answer: on one line, hidden characters shown, at most `most` characters. */
export function foreignText(text: string, most = MAX_FOREIGN_CHARS): string {
  const { shown, rest } = foreignStart(text, most);
  return rest === 0 ? shown : `${shown}… [${rest.toLocaleString('en')} characters more]`;
}

/** The same with the count beside it. */
export function foreignStart(text: string, most: number): { readonly shown: string; readonly rest: number } {
  let end = wholeEnd(text, Math.min(text.length, most));
  let shown = shownLine(text.slice(0, end));
  while (shown.length > most) {
    end = wholeEnd(text, Math.floor((end * most) / shown.length));
    shown = shownLine(text.slice(0, end));
  }
  return { shown, rest: text.length - end };
}

/** The same with both of its ends, and how much is left out between them. */
export function foreignEnds(text: string, most: number): string {
  if (text.length <= most) return foreignText(text, most);
  const start = wholeEnd(text, Math.floor(most / 2));
  const end = wholeEnd(text, text.length - Math.floor(most / 2));
  const [rest, all] = [end - start, text.length].map((count) => count.toLocaleString('en'));
  return `${foreignText(text.slice(0, start), most)} … [${rest} of ${all} characters left out] … ${foreignText(text.slice(end), most)}`;
}

const PLAIN_NAME = /^[\w$@%#~:./+*()[\]<>-]{1,100}$/;

/** A name in a title or a sentence: as it is if it can be no sentence, else in quotes that it cannot close. */
export function foreignName(name: string): string {
  return PLAIN_NAME.test(name) ? name : `"${foreignText(name, 100).replaceAll('"', '\\"')}"`;
}

/** A sentence of advice in Tierscope's own voice: of what it quotes only plain names stay. */
export function ownAdvice(sentence: string): string {
  const own = sentence.replace(/["“](.*)["”]|["“].*$/su, (quoted, inside = ' ') =>
    inside.split(/["”](?:, | and | or |: )["“]/).every((name: string) => PLAIN_NAME.test(name))
      ? quoted
      : '“…”',
  );
  return foreignText(own);
}

/** The end of a part that splits no pair of surrogates. */
function wholeEnd(text: string, end: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(end - 1, end + 1)) ? end - 1 : end;
}

/** Blanks become one, and an end of a line `\n`. */
function shownLine(text: string): string {
  const line = text.trim().replaceAll(/[\t\p{Zs}]+/gu, ' ');
  return shownCharacters(line.replaceAll(/ ?(?:\r\n?|\n) ?/g, '\\n'));
}
