import { partitionPoint } from '../base/partition-point.ts';
import { type JsonTokenKind, JsonTokens } from './json-tokens.ts';

/** JSON text with a line for each member and element, and where its tokens stood before. */
type IndentedJson = {
  readonly text: string;
  /** The place of each token in the text as it was, and as it is now; both rise. */
  readonly from: readonly number[];
  readonly to: readonly number[];
};

/** Deeper levels stand no further to the right, so that depth cannot make a text grow without bounds. */
const MAX_LEVELS = 40;

/** Puts JSON text on lines of its own; every token stays as it is written, also those of a text that is cut off. */
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

/** Where a place of the text stands once it is indented. */
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

/** An empty object or list stays in one piece. */
function startsLine(before: JsonTokenKind | undefined, kind: JsonTokenKind): boolean {
  if (before === undefined || (isOpening(before) && isClosing(kind))) return false;
  return isOpening(before) || isClosing(kind) || before === ',';
}
