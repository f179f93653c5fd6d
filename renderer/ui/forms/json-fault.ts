import { JsonTokens } from '../../../app/wire/json-tokens.ts';

/** Where a text stops being JSON; line and column count from 1. */
type JsonFault = { readonly line: number; readonly column: number; readonly message: string };

/** The first place where `text` is not JSON (RFC 8259): in some browsers JSON.parse does not report it. */
export function jsonFault(text: string): JsonFault | undefined {
  const fault = new Grammar(text).fault();
  if (fault === undefined) return undefined;
  const before = text.slice(0, fault.at);
  const line = before.split('\n').length;
  return { line, column: fault.at - before.lastIndexOf('\n'), message: fault.message };
}

/** Where and why `text` is not JSON, as `Line 1, column 2: a value is missing`; empty if it is. */
export function jsonFaultText(text: string): string {
  const fault = jsonFault(text);
  return fault === undefined ? '' : `Line ${fault.line}, column ${fault.column}: ${fault.message}`;
}

type Fault = { readonly at: number; readonly message: string };

/** The possible next tokens: a value, a value or the end of an empty array, and so on. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'after value';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
/** Characters that a string cannot contain unescaped, and the backslash. */
const CONTROL_OR_ESCAPE = /[^ -[\]-\uffff]/g;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

class Grammar {
  readonly #text: string;
  readonly #tokens: JsonTokens;
  readonly #open: ('{' | '[')[] = [];
  #expected: Expected = 'value';
  /** The comma before the current token; -1 if there is none. */
  #comma = -1;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = new JsonTokens(text);
  }

  fault(): Fault | undefined {
    while (this.#tokens.nextSolid()) {
      const fault = this.#read();
      if (fault !== undefined) return fault;
    }
    if (this.#expected === 'after value' && this.#open.length === 0) return undefined;
    return { at: this.#text.length, message: this.#missing() };
  }

  #read(): Fault | undefined {
    const { kind, start } = this.#tokens;
    const comma = this.#comma;
    this.#comma = -1;
    switch (this.#expected) {
      case 'colon':
        if (kind !== ':') return { at: start, message: this.#missing() };
        this.#expected = 'value';
        return undefined;
      case 'after value':
        return this.#afterValue();
      case 'key':
      case 'key or }':
        if (kind === '}') return this.#close(comma);
        if (kind !== 'string') return { at: start, message: this.#missing() };
        this.#expected = 'colon';
        return this.#stringFault();
      case 'value':
      case 'value or ]':
        return kind === ']' && this.#open.at(-1) === '[' ? this.#close(comma) : this.#value();
    }
  }

  #value(): Fault | undefined {
    const { kind, start } = this.#tokens;
    this.#expected = 'after value';
    switch (kind) {
      case '{':
      case '[':
        this.#open.push(kind);
        this.#expected = kind === '{' ? 'key or }' : 'value or ]';
        return undefined;
      case 'string':
        return this.#stringFault();
      case 'scalar':
        return this.#scalarFault();
      default:
        return { at: start, message: 'this is not a JSON value' };
    }
  }

  #afterValue(): Fault | undefined {
    const { kind, start } = this.#tokens;
    const open = this.#open.at(-1);
    if (kind === ',' && open !== undefined) {
      this.#expected = open === '{' ? 'key' : 'value';
      this.#comma = start;
      return undefined;
    }
    const closes = (kind === '}' && open === '{') || (kind === ']' && open === '[');
    return closes ? this.#close(-1) : { at: start, message: this.#missing() };
  }

  #close(comma: number): Fault | undefined {
    if (comma >= 0) return { at: comma, message: 'a comma too many' };
    this.#open.pop();
    this.#expected = 'after value';
    return undefined;
  }

  /** The missing token, if neither the token nor the end of the text was expected. */
  #missing(): string {
    switch (this.#expected) {
      case 'colon':
        return 'a colon is missing';
      case 'key':
      case 'key or }':
        return this.#text[this.#tokens.start] === "'"
          ? 'keys need double quotes'
          : 'a key in double quotes is missing';
      case 'value':
      case 'value or ]':
        return 'a value is missing';
      case 'after value': {
        const open = this.#open.at(-1);
        return open === undefined
          ? 'nothing may follow the value'
          : `a comma or ${open === '{' ? '}' : ']'} is missing`;
      }
    }
  }

  #scalarFault(): Fault | undefined {
    const { start, end } = this.#tokens;
    const isNumber = /[-\d]/.test(this.#text.charAt(start));
    const pattern = isNumber ? NUMBER : LITERAL;
    pattern.lastIndex = start;
    const found = pattern.exec(this.#text);
    if (found === null)
      return { at: start, message: isNumber ? 'a number is broken' : 'this is not a JSON value' };
    const at = pattern.lastIndex;
    if (at >= end) return undefined;
    const broken = isNumber && /[\d.eE+]/.test(this.#text.charAt(at));
    return { at, message: broken ? 'a number is broken' : this.#missing() };
  }

  #stringFault(): Fault | undefined {
    const { start, end, whole } = this.#tokens;
    CONTROL_OR_ESCAPE.lastIndex = start + 1;
    for (;;) {
      const found = CONTROL_OR_ESCAPE.exec(this.#text);
      if (found === null || found.index >= end) break;
      const at = found.index;
      if (found[0] !== '\\') {
        const message =
          found[0] === '\n' ? 'a line break in a string must be \\n' : 'a control character in a string';
        return { at, message };
      }
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(this.#text)) {
        const message = this.#text[at + 1] === 'u' ? '\\u needs four hex digits' : 'an unknown escape';
        return { at, message };
      }
      CONTROL_OR_ESCAPE.lastIndex = ESCAPE.lastIndex;
    }
    return whole ? undefined : { at: start, message: 'the closing quote is missing' };
  }
}
