import { JsoncParser } from './jsonc-parser.ts';

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

export type JsoncMember = { readonly key: string; readonly keyStart: number; readonly value: JsoncNode };

/** What is wrong, and where: line and column from 1. */
export type JsoncProblem = { readonly message: string; readonly line: number; readonly column: number };

export type JsoncReading = {
  /** Undefined where the text holds no value at all. */
  readonly root: JsoncNode | undefined;
  /** The first fault; what stands before it is in `root`. */
  readonly problem: JsoncProblem | undefined;
};

/**
 * Reads JSON with comments and trailing commas, as editors' settings files are written.
 * Never throws: reading stops at the first fault.
 */
export function parseJsonc(text: string): JsoncReading {
  const parser = new JsoncParser(text);
  const root = parser.document();
  const { fault } = parser;
  return {
    root,
    problem: fault === undefined ? undefined : { message: fault.message, ...positionAt(text, fault.offset) },
  };
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

/** The string at a key, or undefined where there is none. */
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
