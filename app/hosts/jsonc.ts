import { createScanner, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { isJsonObject, MAX_LEVELS } from '../base/json-value.ts';

/** A value of JSON with comments, with its place in the text: `start` inclusive, `end` exclusive. */
export type JsoncNode =
  | {
      readonly kind: 'object';
      readonly start: number;
      readonly end: number;
      readonly members: readonly JsoncMember[];
    }
  | {
      readonly kind: 'array';
      readonly start: number;
      readonly end: number;
      readonly elements: readonly JsoncNode[];
    }
  | {
      readonly kind: 'scalar';
      readonly start: number;
      readonly end: number;
      readonly value: string | number | boolean | null;
    };

type JsoncMember = { readonly key: string; readonly keyStart: number; readonly value: JsoncNode };

/** What is wrong, and where: line and column from 1. */
type JsoncProblem = { readonly message: string; readonly line: number; readonly column: number };

type JsoncReading = {
  /** Undefined if the text holds no value at all. */
  readonly root: JsoncNode | undefined;
  /** The first fault; what stands before it is in `root`. */
  readonly problem: JsoncProblem | undefined;
};

/**
 * Reads JSON with comments and trailing commas, as editors' settings files are written.
 * Never throws: reading stops at the first fault, or if the text is deeper than `MAX_LEVELS`, since the parser calls
 * itself per level.
 */
export function parseJsonc(text: string): JsoncReading {
  const plain = plainBlanks(text);
  const deep = tooDeepAt(plain);
  if (deep !== undefined) {
    return { root: undefined, problem: { message: 'it is nested too deeply', ...positionAt(text, deep) } };
  }
  const tree = new JsoncTree(plain);
  visit(plain, tree, { allowTrailingComma: true, allowEmptyContent: true });
  const { root, fault } = tree;
  if (fault === undefined) return { root, problem: undefined };
  return { root, problem: { message: fault.message, ...positionAt(text, fault.offset) } };
}

/** The first place at or after `from` that is neither a blank nor in a comment. */
export function skipGap(text: string, from: number): number {
  const scanner = createScanner(plainBlanks(text), true);
  scanner.setPosition(from);
  scanner.scan();
  return scanner.getTokenOffset();
}

/** A text, or a blank that the parser takes for a symbol: a byte order mark, a no-break space. */
const TEXT_OR_BLANK = /"(?:[^"\\\n\r]|\\.)*"|[^\S \t\n\r]|\ufeff/g;

/** The same text with plain blanks between its values, at the same offsets. */
function plainBlanks(text: string): string {
  return text.replace(TEXT_OR_BLANK, (found) => (found.startsWith('"') ? found : ' '));
}

function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  const scanner = createScanner(text, true);
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const token = text[scanner.getTokenOffset()];
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > MAX_LEVELS) return scanner.getTokenOffset();
  }
  return undefined;
}

type Open =
  | { readonly kind: 'array'; readonly start: number; readonly elements: JsoncNode[] }
  | {
      readonly kind: 'object';
      readonly start: number;
      readonly members: JsoncMember[];
      /** The member whose value is still to come. */
      next: Omit<JsoncMember, 'value'> | undefined;
    };

/** What a visit of the text comes across, up to the first fault. */
class JsoncTree {
  root: JsoncNode | undefined;
  fault: { readonly message: string; readonly offset: number } | undefined;
  readonly #text: string;
  readonly #open: Open[] = [];
  /** True from a value to the comma after it. */
  #afterValue = false;

  constructor(text: string) {
    this.#text = text;
  }

  onObjectBegin = (start: number) => this.#opened({ kind: 'object', start, members: [], next: undefined });
  onArrayBegin = (start: number) => this.#opened({ kind: 'array', start, elements: [] });
  onObjectEnd = (offset: number, length: number) => this.#end(offset + length);
  onArrayEnd = (offset: number, length: number) => this.#end(offset + length);

  onObjectProperty = (key: string, keyStart: number): void => {
    const holder = this.#open.at(-1);
    if (holder?.kind === 'object' && this.fault === undefined) holder.next = { key, keyStart };
  };

  onLiteralValue = (value: string | number | boolean | null, start: number, length: number): void => {
    if (this.fault === undefined) this.#add({ kind: 'scalar', start, end: start + length, value });
  };

  onSeparator = (character: string): void => {
    if (character === ',') this.#afterValue = false;
  };

  onError = (code: ParseErrorCode, offset: number, length: number): void => {
    if (this.fault !== undefined) return;
    const message = this.#messageOf(code, this.#text.slice(offset, offset + Math.min(length, 40)));
    while (this.#open.length > 0) this.#end(offset);
    this.fault = { message, offset };
  };

  #opened(open: Open): void {
    if (this.fault !== undefined) return;
    this.#open.push(open);
    this.#afterValue = false;
  }

  #end(end: number): void {
    const closed = this.fault === undefined ? this.#open.pop() : undefined;
    if (closed === undefined) return;
    const { start } = closed;
    if (closed.kind === 'array') this.#add({ kind: 'array', start, end, elements: closed.elements });
    else this.#add({ kind: 'object', start, end, members: closed.members });
  }

  #add(node: JsoncNode): void {
    const holder = this.#open.at(-1);
    this.#afterValue = true;
    if (holder === undefined) this.root = node;
    else if (holder.kind === 'array') holder.elements.push(node);
    else if (holder.next !== undefined) {
      holder.members.push({ ...holder.next, value: node });
      holder.next = undefined;
    }
  }

  #messageOf(code: ParseErrorCode, written: string): string {
    const holder = this.#open.at(-1);
    const name = printParseErrorCode(code);
    switch (name) {
      case 'ValueExpected':
        return holder?.kind === 'object' && holder.next === undefined
          ? 'a name in double quotes is missing'
          : 'a value is missing';
      case 'ColonExpected':
        return `a colon is missing after "${holder?.kind === 'object' ? (holder.next?.key ?? '') : ''}"`;
      case 'CommaExpected':
        return `a comma or ${holder?.kind === 'object' ? '}' : ']'} is missing`;
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
        return this.#messageOfSymbol(holder, written);
      default:
        return `${written} is no value of JSON`;
    }
  }

  /** A word that is no value: what should stand in its place depends on what stands before it. */
  #messageOfSymbol(holder: Open | undefined, written: string): string {
    if (this.#afterValue) {
      if (holder === undefined) return 'something stands after the end of the value';
      return `a comma or ${holder.kind === 'object' ? '}' : ']'} is missing`;
    }
    if (holder?.kind === 'object' && holder.next === undefined) return 'a name in double quotes is missing';
    return `${written} is no value of JSON`;
  }
}

/** Line and column, both from 1, of an offset in UTF-16 units. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

/** The member of this key, the last one of several, as `JSON.parse` has it. */
export function jsoncMember(node: JsoncNode | undefined, key: string): JsoncMember | undefined {
  return node?.kind === 'object' ? node.members.findLast((member) => member.key === key) : undefined;
}

/** The node at a path of keys. */
export function jsoncAt(node: JsoncNode | undefined, path: readonly string[]): JsoncNode | undefined {
  let at = node;
  for (const key of path) at = jsoncMember(at, key)?.value;
  return at;
}

/** The string at a key, or undefined if there is none. */
export function jsoncString(node: JsoncNode | undefined, key: string): string | undefined {
  const value = jsoncMember(node, key)?.value;
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** The plain value of a node. */
export function jsoncValue(node: JsoncNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'array':
      return node.elements.map(jsoncValue);
    case 'object':
      return Object.fromEntries(node.members.map((member) => [member.key, jsoncValue(member.value)]));
  }
}

/** True if two plain JSON values say the same; the order of an object's members does not count. */
export function jsonEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => jsonEqual(item, other[index]));
  }
  if (isJsonObject(one) && isJsonObject(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && jsonEqual(one[key], other[key]))
    );
  }
  return one === other;
}
