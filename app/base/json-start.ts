type JsonStart = {
  readonly text: string;
  readonly isWhole: boolean;
};

/** How JSON text is formatted; by default on one line without spaces. */
export type JsonStyle = {
  /** Spaces per level of indentation, with each member on its own line. */
  readonly indent?: number;
  /** Formats like Python's `json.dumps`: a space after commas and colons, non-ASCII characters escaped. */
  readonly isPython?: boolean;
};

/** The JSON text of a value, up to `mostChars` characters; reads no more of a large value than that. */
export function jsonStart(value: unknown, mostChars: number, style: JsonStyle = {}): JsonStart {
  const out = new Writer(mostChars, style);
  out.value(value, 1);
  const text = out.pieces.join('');
  return text.length <= mostChars
    ? { text, isWhole: !out.isFull }
    : { text: text.slice(0, mostChars), isWhole: false };
}

class Writer {
  readonly pieces: string[] = [];
  readonly #indent: number;
  readonly #isPython: boolean;
  #room: number;

  constructor(room: number, { indent = 0, isPython = false }: JsonStyle) {
    this.#room = room;
    this.#indent = indent;
    this.#isPython = isPython;
  }

  get isFull(): boolean {
    return this.#room < 0;
  }

  value(value: unknown, level: number): void {
    if (typeof value === 'string') this.#string(value);
    else if (Array.isArray(value))
      this.#list('[', ']', value, level, (item) => this.value(item ?? null, level + 1));
    else if (typeof value === 'object' && value !== null) this.#object(value, level);
    else this.#write(JSON.stringify(value) ?? 'null');
  }

  #object(value: object, level: number): void {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    this.#list('{', '}', members, level, ([name, member]) => {
      this.#string(name);
      this.#write(this.#indent === 0 && !this.#isPython ? ':' : ': ');
      this.value(member, level + 1);
    });
  }

  #list<Item>(
    open: string,
    close: string,
    items: readonly Item[],
    level: number,
    write: (item: Item) => void,
  ): void {
    this.#write(open);
    for (const [index, item] of items.entries()) {
      if (this.isFull) return;
      if (index > 0) this.#write(this.#isPython ? ', ' : ',');
      this.#newLine(level);
      write(item);
    }
    if (items.length > 0) this.#newLine(level - 1);
    this.#write(close);
  }

  #newLine(level: number): void {
    if (this.#indent > 0) this.#write(`\n${' '.repeat(this.#indent * level)}`);
  }

  /** Escaping never shortens a text, so at most `room` characters need to be read. */
  #string(text: string): void {
    const fits = text.length <= this.#room;
    const json = JSON.stringify(fits ? text : text.slice(0, Math.max(0, this.#room + 1)));
    const written = this.#isPython ? json.replace(BEYOND_ASCII, unicodeEscape) : json;
    this.#write(fits ? written : written.slice(0, -1));
  }

  #write(text: string): void {
    if (this.isFull) return;
    this.pieces.push(text);
    this.#room -= text.length;
  }
}

const BEYOND_ASCII = /[\u007f-\uffff]/g;

function unicodeEscape(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
