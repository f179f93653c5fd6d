import type { KnownRecord } from '../record.ts';

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?![\s\S]*-----END )/;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** What a line of a key is made of: base64, and heads such as `Proc-Type: 4,ENCRYPTED`. */
const INSIDE = /^[\w+/=:,. -]*$/;
/** A key of 16,384 bits has about 200 lines. */
const MOST_LINES = 400;

/** Follows private keys that a server writes line by line, each line a record of its own. */
export class KeyBlocks {
  readonly #open = new Map<string, number>();

  /** Takes the next record in order: how much of its text, from its beginning, belongs to a key that began earlier. */
  inside(record: KnownRecord): number {
    if (record.type !== 'stderr' && record.type !== 'frame') return 0;
    const text = record.type === 'stderr' ? record.text : (record.raw ?? '');
    const stream = `${record.type} ${record.session} ${record.type === 'frame' ? record.direction : ''}`;
    const left = this.#open.get(stream);
    const length = left === undefined ? 0 : insideLength(text);
    if (left !== undefined && (length < text.length || END.test(text) || left <= 1))
      this.#open.delete(stream);
    else if (left !== undefined) this.#open.set(stream, left - 1);
    if (BEGIN.test(text)) this.#open.set(stream, MOST_LINES);
    return length;
  }
}

/** How much of a text can belong to a key: all lines up to its end, or to the first that cannot. */
function insideLength(text: string): number {
  const end = END.exec(text);
  if (end !== null)
    return INSIDE.test(text.slice(0, end.index).replace(/[\r\n]/g, '')) ? end.index + end[0].length : 0;
  let length = 0;
  for (const line of text.split(/(?<=\n)/)) {
    if (!INSIDE.test(line.trim())) break;
    length += line.length;
  }
  return length;
}
