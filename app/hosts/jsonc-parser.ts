import type { JsoncMember, JsoncNode } from './jsonc.ts';

/** Deeper files are no configuration, and the reader calls itself per level. */
const MAX_DEPTH = 200;
const STRING = /"[^"\\\n\r]*(?:\\[^\n\r][^"\\\n\r]*)*"/y;
const WORD = /[^\s"{}[\]:,/]+/y;
const GAP = /(?:[\s\ufeff]+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/y;

/** The cursor of {@link parseJsonc}; after the first fault every method returns at once. */
export class JsoncParser {
  fault: { readonly message: string; readonly offset: number } | undefined;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsoncNode | undefined {
    this.#at = skipGap(this.#text, 0);
    if (this.#at >= this.#text.length) return undefined;
    const root = this.#value(0);
    this.#at = skipGap(this.#text, this.#at);
    if (this.#at < this.#text.length) this.#fail('something stands after the end of the value');
    return root;
  }

  #value(depth: number): JsoncNode | undefined {
    const first = this.#text[this.#at];
    if (depth > MAX_DEPTH) return this.#fail('it is nested too deeply');
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#array(depth);
    const start = this.#at;
    const literal = this.#match(first === '"' ? STRING : WORD);
    if (literal === undefined) return this.#fail(first === '"' ? 'a text has no end' : 'a value is missing');
    const value = scalarOf(literal);
    if (value === undefined) return this.#fail(`${literal.slice(0, 40)} is no value of JSON`, start);
    return { kind: 'scalar', start, end: this.#at, value };
  }

  #object(depth: number): JsoncNode {
    const start = this.#at;
    const members: JsoncMember[] = [];
    this.#list('}', () => {
      const member = this.#member(depth);
      if (member !== undefined) members.push(member);
    });
    return { kind: 'object', start, end: this.#at, members };
  }

  #member(depth: number): JsoncMember | undefined {
    const keyStart = this.#at;
    const literal = this.#match(STRING);
    const key = literal === undefined ? undefined : scalarOf(literal);
    if (typeof key !== 'string') return this.#fail('a name in double quotes is missing', keyStart);
    this.#at = skipGap(this.#text, this.#at);
    if (this.#text[this.#at] !== ':') return this.#fail(`a colon is missing after "${key}"`);
    this.#at = skipGap(this.#text, this.#at + 1);
    const value = this.#value(depth + 1);
    return value === undefined ? undefined : { key, keyStart, value };
  }

  #array(depth: number): JsoncNode {
    const start = this.#at;
    const elements: JsoncNode[] = [];
    this.#list(']', () => {
      const element = this.#value(depth + 1);
      if (element !== undefined) elements.push(element);
    });
    return { kind: 'array', start, end: this.#at, elements };
  }

  /** Items with commas between them, one more comma allowed at the end, up to the closing bracket. */
  #list(close: '}' | ']', readItem: () => void): void {
    this.#at = skipGap(this.#text, this.#at + 1);
    while (this.fault === undefined && this.#text[this.#at] !== close) {
      readItem();
      if (this.fault !== undefined) return;
      this.#at = skipGap(this.#text, this.#at);
      if (this.#text[this.#at] === ',') this.#at = skipGap(this.#text, this.#at + 1);
      else if (this.#text[this.#at] !== close) this.#fail(`a comma or ${close} is missing`);
    }
    if (this.fault === undefined) this.#at += 1;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(message: string, offset = this.#at): undefined {
    this.fault ??= { message, offset };
    return undefined;
  }
}

/** The first place at or after `from` that is neither a blank nor in a comment. */
export function skipGap(text: string, from: number): number {
  GAP.lastIndex = from;
  return from + (GAP.exec(text)?.[0].length ?? 0);
}

function scalarOf(literal: string): string | number | boolean | null | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return plain || value === null ? value : undefined;
  } catch {
    return undefined;
  }
}
