import { isJsonObject, type JsonObject, parseJson } from '../../base/json-value.ts';
import { arrayElements, objectMembers } from '../../wire/json-scan.ts';
import { skipSpace } from '../../wire/json-tokens.ts';

/** How much of a file its format is recognized by, in characters. */
export const HEAD_CHARS = 256 * 1024;

const HEAD_LINES = 50;

/** The beginning of a file, read in every way that a format may ask for. */
export type FileHead = {
  readonly text: string;
  readonly fileName: string;
  /** The first {@link HEAD_LINES} that are not empty. */
  readonly lines: readonly string[];
  /** All of them: a log of a host may begin with much else. */
  readonly allLines: readonly string[];
  /** The lines that hold a JSON object each. */
  readonly objects: readonly JsonObject[];
  /** The members of the object, or of the first object in the array, as JSON text; the last may be cut off. */
  readonly document:
    | { readonly kind: 'object' | 'array'; readonly members: ReadonlyMap<string, string> }
    | undefined;
};

/** Reads the first {@link HEAD_CHARS} characters of a file; more does no harm. */
export function fileHead(text: string, fileName: string): FileHead {
  const head = text.slice(0, HEAD_CHARS).replace(/^\uFEFF/, '');
  const lines = head.split('\n', HEAD_LINES).filter((line) => line.trim() !== '');
  let all: readonly string[] | undefined;
  return {
    ...{ text: head, fileName, lines, objects: lines.flatMap(objectOf), document: documentOf(head) },
    get allLines() {
      all ??= head.split('\n');
      return all;
    },
  };
}

function objectOf(line: string): JsonObject[] {
  if (!line.trimStart().startsWith('{')) return [];
  const value = parseJson(line);
  return isJsonObject(value) ? [value] : [];
}

function documentOf(text: string): FileHead['document'] {
  const start = skipSpace(text, 0);
  if (text[start] === '{') return { kind: 'object', members: membersOf(text, start) };
  if (text[start] !== '[') return undefined;
  for (const element of arrayElements(text, start)) {
    if (text[element.start] === '{') return { kind: 'array', members: membersOf(text, element.start) };
  }
  return { kind: 'array', members: new Map() };
}

function membersOf(text: string, start: number): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  for (const { key, start: from, end } of objectMembers(text, start)) members.set(key, text.slice(from, end));
  return members;
}
