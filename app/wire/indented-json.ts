import { partitionPoint } from '../base/partition-point.ts';
import { type JsonTokenKind, JsonTokens } from './json-tokens.ts';

/** JSON text with one member or element per line, and the original positions of its tokens. */
type IndentedJson = {
  readonly text: string;
  /** The positions of each token before and after; both ascending. */
  readonly from: readonly number[];
  readonly to: readonly number[];
};

/** Deeper levels are not indented further, so that depth cannot grow the text without bounds. */
const MAX_LEVELS = 40;

/** Indents JSON text; every token stays as written, even if the text is cut off. */
export function indentedJson(text: string): IndentedJson {
  const tokens = new JsonTokens(text);
  const parts: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let length = 0;
  let depth = 0;
  let before: JsonTokenKind | undefined;
  const put = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  while (tokens.nextSolid()) {
    const { kind } = tokens;
    if (isClosing(kind)) depth = Math.max(0, depth - 1);
    if (startsLine(before, kind)) put(`\n${'  '.repeat(Math.min(depth, MAX_LEVELS))}`);
    from.push(tokens.start);
    to.push(length);
    put(tokens.text);
    if (kind === ':') put(' ');
    if (isOpening(kind)) depth += 1;
    before = kind;
  }
  return { text: parts.join(''), from, to };
}

/** Maps a position in the original text to the indented text. */
export function placeWhenIndented({ from, to }: IndentedJson, at: number): number {
  const token = Math.max(0, partitionPoint(from.length, (one) => (from[one] ?? 0) <= at) - 1);
  return (to[token] ?? 0) + at - (from[token] ?? 0);
}

function isOpening(kind: JsonTokenKind | undefined): boolean {
  return kind === '{' || kind === '[';
}

function isClosing(kind: JsonTokenKind): boolean {
  return kind === '}' || kind === ']';
}

/** An empty object or list stays on one line. */
function startsLine(before: JsonTokenKind | undefined, kind: JsonTokenKind): boolean {
  if (before === undefined || (isOpening(before) && isClosing(kind))) return false;
  return isOpening(before) || isClosing(kind) || before === ',';
}
