import type { TextRange } from '../../../app/query/text-matcher.ts';
import { JsonTokens } from '../../../app/wire/json-tokens.ts';

/** What is coloured in JSON text, by the name of its colour. */
export type JsonColours = Readonly<Record<'key' | 'string' | 'number' | 'word', readonly TextRange[]>>;

/** Longer text has no colours beyond this. */
const MAX_COLOURED = 60_000;

/** Where keys, strings, numbers and words stand in JSON text, also in the beginning of one. */
export function jsonColours(text: string): JsonColours {
  const colours = { key: [], string: [], number: [], word: [] } satisfies Record<string, TextRange[]>;
  const add = (list: TextRange[], start: number, end: number) => list.push([start, end]);
  const tokens = new JsonTokens(text);
  let string: TextRange | undefined;
  while (tokens.nextSolid() && tokens.start < MAX_COLOURED) {
    const { kind, start, end } = tokens;
    if (string !== undefined) add(kind === ':' ? colours.key : colours.string, ...string);
    string = kind === 'string' ? [start, end] : undefined;
    if (kind === 'scalar') add(/[-\d]/.test(text.charAt(start)) ? colours.number : colours.word, start, end);
  }
  if (string !== undefined) add(colours.string, ...string);
  return colours;
}
