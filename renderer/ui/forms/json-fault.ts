/** Where a text stops being JSON; line and column count from 1. */
export type JsonFault = { readonly line: number; readonly column: number; readonly message: string };

/**
 * Finds the first place where `text` is not JSON (RFC 8259), or undefined where it is.
 * JSON.parse names no place in every browser, and never a line.
 */
export function jsonFault(text: string): JsonFault | undefined {
  const reader = new Reader(text);
  try {
    reader.space();
    if (reader.at >= text.length) reader.fail('a value is missing');
    reader.value(0);
    reader.space();
    if (reader.at < text.length) reader.fail('nothing may follow the value');
    return undefined;
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const before = text.slice(0, fault.at);
    const line = before.split('\n').length;
    return { line, column: fault.at - before.lastIndexOf('\n'), message: fault.message };
  }
}

class Fault extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Nobody types deeper, and the reader's own stack must not end first. */
const DEEPEST = 500;

class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  fail(message: string, at = this.at): never {
    throw new Fault(message, at);
  }

  space(): void {
    while (' \t\n\r'.includes(this.#peek()) && this.#peek() !== '') this.at += 1;
  }

  value(depth: number): void {
    if (depth > DEEPEST) this.fail(`nested deeper than ${DEEPEST}`);
    const char = this.#peek();
    if (char === '{') this.#object(depth);
    else if (char === '[') this.#array(depth);
    else if (char === '"') this.#string();
    else if (char === '-' || (char >= '0' && char <= '9')) this.#number();
    else this.#word();
  }

  #peek(): string {
    return this.#text.charAt(this.at);
  }

  #object(depth: number): void {
    this.#list('}', 'a comma or } is missing', () => {
      if (this.#peek() !== '"')
        this.fail(this.#peek() === "'" ? 'keys need double quotes' : 'a key in double quotes is missing');
      this.#string();
      this.space();
      if (this.#peek() !== ':') this.fail('a colon is missing');
      this.at += 1;
      this.space();
      this.value(depth + 1);
    });
  }

  #array(depth: number): void {
    this.#list(']', 'a comma or ] is missing', () => this.value(depth + 1));
  }

  #list(close: string, missing: string, item: () => void): void {
    this.at += 1;
    this.space();
    if (this.#peek() === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      item();
      this.space();
      if (this.#peek() === close) break;
      if (this.#peek() !== ',') this.fail(missing);
      const comma = this.at;
      this.at += 1;
      this.space();
      if (this.#peek() === close) this.fail('a comma too many', comma);
    }
    this.at += 1;
  }

  #string(): void {
    const start = this.at;
    this.at += 1;
    for (;;) {
      const char = this.#peek();
      if (char === '') this.fail('the closing quote is missing', start);
      if (char < ' ')
        this.fail(char === '\n' ? 'a line break in a string must be \\n' : 'a control character in a string');
      if (char === '"') break;
      if (char === '\\') this.#escape();
      else this.at += 1;
    }
    this.at += 1;
  }

  #escape(): void {
    const next = this.#text.charAt(this.at + 1);
    if (next === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(this.#text.slice(this.at + 2, this.at + 6)))
        this.fail('\\u needs four hex digits');
      this.at += 6;
    } else if (next !== '' && '"\\/bfnrt'.includes(next)) this.at += 2;
    else this.fail('an unknown escape');
  }

  #number(): void {
    NUMBER.lastIndex = this.at;
    const written = NUMBER.exec(this.#text)?.[0];
    if (written === undefined) this.fail('a number is broken');
    this.at += written.length;
    if (/[\d.eE+]/.test(this.#peek())) this.fail('a number is broken');
  }

  #word(): void {
    const word = ['true', 'false', 'null'].find((one) => this.#text.startsWith(one, this.at));
    if (word === undefined) this.fail(this.#peek() === '' ? 'a value is missing' : 'this is no JSON value');
    this.at += word.length;
  }
}
