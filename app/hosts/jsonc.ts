import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { MAX_LEVELS, mayBeDeep } from '../base/json-value.ts';
import { partitionPoint } from '../base/partition-point.ts';

/** A value in JSON with comments, with its position. */
export type JsoncNode = Node;

/** A member of an object; `keyStart` is the position of its key. */
type JsoncMember = { readonly key: string; readonly keyStart: number; readonly value: JsoncNode };

type Position = { readonly line: number; readonly column: number };

/** A fault, with 1-based line and column. */
type JsoncProblem = { readonly message: string } & Position;

type JsoncReading = {
  /** Undefined if the text has no value at all. */
  readonly root: JsoncNode | undefined;
  /** The first fault; `root` has what precedes it. */
  readonly problem: JsoncProblem | undefined;
};

/** Parses JSON with comments and trailing commas. Never throws: stops at the first fault, or below `MAX_LEVELS`. */
export function parseJsonc(text: string): JsoncReading {
  const plain = plainBlanks(text);
  const deepAt = mayBeDeep(plain) ? tokensBefore(plain, plain.length).deepAt : undefined;
  if (deepAt !== undefined) {
    return { root: undefined, problem: { message: 'it is nested too deeply', ...positionsIn(text)(deepAt) } };
  }
  const errors: ParseError[] = [];
  const root = parseTree(plain, errors, OPTIONS);
  const [first] = errors;
  if (first === undefined) return { root, problem: undefined };
  const { offset, length, error } = first;
  const before = tokensBefore(plain, offset);
  const closing = before.open.map((bracket) => (bracket === '{' ? '}' : ']')).reverse();
  return {
    root: parseTree(plain.slice(0, offset) + closing.join(''), [], OPTIONS),
    problem: {
      message: messageOf(
        printParseErrorCode(error),
        plain.slice(offset, offset + Math.min(length, 40)),
        before,
      ),
      ...positionsIn(text)(offset),
    },
  };
}

const OPTIONS = { allowTrailingComma: true, allowEmptyContent: true };

const GAP = /\s+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//y;

/** The first position at or after `from` that is neither blank nor in a comment. */
export function skipGap(text: string, from: number): number {
  let at = from;
  for (GAP.lastIndex = at; GAP.test(text); ) at = GAP.lastIndex;
  return at;
}

/** Blanks that the parser takes for symbols: a byte order mark, a no-break space. */
const ODD_BLANK = /[^\S \t\n\r]/;
const BLANK_OR_SIGN = /["\n\r]|\\.|[^\S \t\n\r]/g;

/** Normalizes blanks between values, keeping offsets. A text may be too long for a single match. */
function plainBlanks(text: string): string {
  if (!ODD_BLANK.test(text)) return text;
  let isInText = false;
  return text.replace(BLANK_OR_SIGN, (found) => {
    if (found === '"') isInText = !isInText;
    else if (found === '\n' || found === '\r') isInText = false;
    else if (!isInText && found.length === 1) return ' ';
    return found;
  });
}

type TokensBefore = {
  readonly open: readonly string[];
  readonly last: string;
  readonly key: string | undefined;
  /** Where the text exceeds `MAX_LEVELS`. */
  readonly deepAt: number | undefined;
};

function tokensBefore(text: string, end: number): TokensBefore {
  const open: string[] = [];
  let last = '';
  let key: string | undefined;
  const scanner = createScanner(text, true);
  for (scanner.scan(); scanner.getTokenOffset() < end; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const token = text.slice(offset, offset + scanner.getTokenLength());
    const isName = token.startsWith('"') && open.at(-1) === '{' && /^[{,]$/.test(last);
    key = isName ? scanner.getTokenValue() : undefined;
    if (token === '{' || token === '[') open.push(token);
    else if (token === '}' || token === ']') open.pop();
    if (open.length > MAX_LEVELS) return { open, last, key, deepAt: offset };
    last = token;
  }
  return { open, last, key, deepAt: undefined };
}

function messageOf(error: string, written: string, { open, last, key }: TokensBefore): string {
  const holder = open.at(-1);
  const comma = `a comma or ${holder === '{' ? '}' : ']'} is missing`;
  const wantsName = holder === '{' && key === undefined && last !== ':';
  switch (error) {
    case 'ValueExpected':
      return wantsName ? 'a name in double quotes is missing' : 'a value is missing';
    case 'ColonExpected':
      return `a colon is missing after "${key ?? ''}"`;
    case 'CommaExpected':
      return comma;
    case 'CloseBraceExpected':
      return 'a comma or } is missing';
    case 'CloseBracketExpected':
      return 'a comma or ] is missing';
    case 'PropertyNameExpected':
      return 'a name in double quotes is missing';
    case 'EndOfFileExpected':
      return 'something stands after the end of the value';
    case 'UnexpectedEndOfString':
      return 'a text has no end';
    case 'UnexpectedEndOfComment':
      return 'a comment has no end';
    case 'InvalidSymbol':
      // What is expected here depends on the previous token.
      if (key === undefined && !/^[{[,:]?$/.test(last)) {
        return holder === undefined ? 'something stands after the end of the value' : comma;
      }
      return wantsName ? 'a name in double quotes is missing' : `${written} is not a JSON value`;
    default:
      return `${written} is not a JSON value`;
  }
}

/** Maps UTF-16 offsets to 1-based lines and columns; scans the text once. */
export function positionsIn(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    const found = starts;
    const line = partitionPoint(found.length, (at) => (found[at] ?? 0) <= offset);
    return { line, column: offset - (found[line - 1] ?? 0) + 1 };
  };
}

/** The members of an object, in order; empty for any other value. */
export function jsoncMembers(node: JsoncNode | undefined): readonly JsoncMember[] {
  const members = node?.type === 'object' ? (node.children ?? []) : [];
  return members.flatMap(({ offset, children: [key, value] = [] }) =>
    key === undefined || value === undefined ? [] : [{ key: String(key.value), keyStart: offset, value }],
  );
}

/** The elements of a list; empty for any other value. */
export function jsoncElements(node: JsoncNode | undefined): readonly JsoncNode[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

/** Where a value ends, exclusive. */
export function jsoncEnd(node: JsoncNode): number {
  return node.offset + node.length;
}

/** The members by key, for objects that were searched before. */
const byKey = new WeakMap<JsoncNode, ReadonlyMap<string, JsoncMember>>();

/** The member with this key, the last of several, like `JSON.parse`. */
export function jsoncMember(node: JsoncNode | undefined, key: string): JsoncMember | undefined {
  if (node?.type !== 'object') return undefined;
  const members = byKey.get(node) ?? new Map(jsoncMembers(node).map((member) => [member.key, member]));
  byKey.set(node, members);
  return members.get(key);
}

export function jsoncAt(node: JsoncNode | undefined, path: readonly string[]): JsoncNode | undefined {
  let at = node;
  for (const key of path) at = jsoncMember(at, key)?.value;
  return at;
}

/** The string at a key, or undefined if there is none. */
export function jsoncString(node: JsoncNode | undefined, key: string): string | undefined {
  const value: unknown = jsoncMember(node, key)?.value.value;
  return typeof value === 'string' ? value : undefined;
}

export function jsoncValue(node: JsoncNode): unknown {
  return getNodeValue(node);
}
