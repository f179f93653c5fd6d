/** A text without its colours, and where its characters stand in the text with them. */
export type PlainText = {
  readonly plain: string;
  /** Where the character at `index` of the plain text stands. */
  readonly placeOf: (index: number) => number;
  /** Where the text that ends before `index` of the plain text ends: an escape sequence after it is left out. */
  readonly endOf: (index: number) => number;
};

/** SGR and its like: control sequences (ECMA-48 §5.4). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins a sequence
const SEQUENCE = /\u001b\[[0-?]*[ -/]*[@-~]/g;

/** Takes the colours out of a text: `token` and its value are then side by side again. */
export function plainText(text: string): PlainText {
  if (!text.includes('\u001b[')) return { plain: text, placeOf: same, endOf: same };
  const places: number[] = [];
  const parts: string[] = [];
  let start = 0;
  const take = (end: number): void => {
    for (let at = start; at < end; at += 1) places.push(at);
    parts.push(text.slice(start, end));
  };
  for (const match of text.matchAll(SEQUENCE)) {
    take(match.index);
    start = match.index + match[0].length;
  }
  take(text.length);
  const placeOf = (index: number): number => places[index] ?? text.length;
  return { plain: parts.join(''), placeOf, endOf: (index) => (index === 0 ? 0 : placeOf(index - 1) + 1) };
}

function same(index: number): number {
  return index;
}
