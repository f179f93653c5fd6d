type JsonStart = {
  readonly text: string;
  readonly isWhole: boolean;
};

/** How a JSON text is written: on one line without a space if nothing else is said. */
export type JsonStyle = {
  /** How many spaces a level is indented by, each member on a line of its own. */
  readonly indent?: number;
  /** As `json.dumps` of Python writes it: a space behind commas and colons, letters beyond ASCII escaped. */
  readonly isPython?: boolean;
};

/** The JSON text of a value up to `mostChars` characters; it reads no more of a large value than that. */
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

  /** No character becomes shorter when it is escaped, so more than the room need not be read. */
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
