import { isJsonObject, type JsonObject, parseJson } from '../../base/json-value.ts';
import { arrayElements, objectMembers } from '../../wire/json-scan.ts';
import { skipSpace } from '../../wire/json-tokens.ts';

/** Characters of a file that are used to recognize its format. */
export const HEAD_CHARS = 256 * 1024;

const HEAD_LINES = 50;

/** The start of a file, prepared in every way that formats need. */
export type FileHead = {
  readonly text: string;
  readonly fileName: string;
  /** The first {@link HEAD_LINES} nonempty lines. */
  readonly lines: readonly string[];
  /** All nonempty lines: a host's log may start with much else. */
  readonly allLines: readonly string[];
  readonly objects: readonly JsonObject[];
  /** The members of the object, or of the array's first object, as JSON text; the last may be cut off. */
  readonly document:
    | { readonly kind: 'object' | 'array'; readonly members: ReadonlyMap<string, string> }
    | undefined;
};

/** Reads the first {@link HEAD_CHARS} characters of a file; passing more is harmless. */
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
