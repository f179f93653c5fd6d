import type { TextPack } from './text-column.ts';

/**
 * Rows as they travel between threads and to the screen: columns one behind another in one run of bytes, which a
 * `RowTable` writes and appends without an object for any row. Both ends are one build, so only its shape is checked.
 */
export type RowBlock = Uint8Array<ArrayBuffer>;

type Some = { readonly length: number };

/** The columns of numbers that a row has; only how many of each kind counts here. */
export type BlockShape = { readonly floats: Some; readonly words: Some; readonly bytes: Some };

/** The columns of a block; writing into them writes the block. */
export type BlockColumns = {
  readonly floats: readonly Float64Array[];
  readonly words: readonly Uint32Array[];
  readonly bytes: readonly Uint8Array[];
  /** The distinct strings that `words` name by number. */
  readonly strings: TextPack;
  readonly ids: TextPack;
  readonly texts: TextPack;
};

const MAGIC = 0x74_73_72_31;
const HEADER_NUMBERS = 6;
const HEADER_BYTES = HEADER_NUMBERS * 4;

/** Rows, distinct strings, and the bytes of the three kinds of texts. */
type Sizes = readonly [
  rows: number,
  strings: number,
  stringBytes: number,
  idBytes: number,
  textBytes: number,
];

/** How many rows a block holds. Throws if it is none. */
export function blockLength(block: RowBlock): number {
  return sizesOf(block)[0];
}

/** The columns of a block. Throws if it is none. */
export function openBlock(block: RowBlock, shape: BlockShape): BlockColumns {
  const sizes = sizesOf(block);
  // Columns of numbers lie at multiples of their size, which what a carrier brought may not.
  const aligned = block.byteOffset % 8 === 0 ? block : block.slice();
  if (aligned.byteLength !== blockBytes(sizes, shape)) throw new Error('not a block of rows');
  return columnsOf(aligned, sizes, shape);
}

/** A block of so many rows with these texts; its numbers are all 0 and wait to be written into `columns`. */
export function newBlock(
  rows: number,
  shape: BlockShape,
  { strings, ids, texts }: Pick<BlockColumns, 'strings' | 'ids' | 'texts'>,
): { readonly block: RowBlock; readonly columns: BlockColumns } {
  const sizes: Sizes = [
    rows,
    strings.ends.length,
    strings.bytes.length,
    ids.bytes.length,
    texts.bytes.length,
  ];
  const block = new Uint8Array(blockBytes(sizes, shape));
  new Uint32Array(block.buffer, 0, HEADER_NUMBERS).set([MAGIC, ...sizes]);
  const columns = columnsOf(block, sizes, shape);
  for (const [held, given] of [
    [columns.strings, strings],
    [columns.ids, ids],
    [columns.texts, texts],
  ] as const) {
    held.bytes.set(given.bytes);
    held.ends.set(given.ends);
  }
  return { block, columns };
}

function sizesOf(block: RowBlock): Sizes {
  const { byteLength } = block;
  const view = new DataView(block.buffer, block.byteOffset, byteLength);
  if (byteLength < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) throw new Error('not a block of rows');
  const at = (place: number) => view.getUint32(place * 4, true);
  return [at(1), at(2), at(3), at(4), at(5)];
}

function blockBytes([rows, strings, ...texts]: Sizes, { floats, words, bytes }: BlockShape): number {
  const [stringBytes, idBytes, textBytes] = texts;
  // Two ends a row: of its id and of its text.
  const numbers = rows * (floats.length * 8 + (words.length + 2) * 4 + bytes.length) + strings * 4;
  return HEADER_BYTES + numbers + stringBytes + idBytes + textBytes;
}

function columnsOf(block: RowBlock, sizes: Sizes, shape: BlockShape): BlockColumns {
  const { buffer } = block;
  const [rows, strings, stringBytes, idBytes, textBytes] = sizes;
  let at = block.byteOffset + HEADER_BYTES;
  const take = (bytes: number): number => {
    at += bytes;
    return at - bytes;
  };
  const some = <Column>({ length }: Some, make: () => Column) => Array.from({ length }, make);
  const words = (count: number) => new Uint32Array(buffer, take(count * 4), count);
  const bytes = (count: number) => new Uint8Array(buffer, take(count), count);
  const floats = some(shape.floats, () => new Float64Array(buffer, take(rows * 8), rows));
  const numbers = some(shape.words, () => words(rows));
  const ends = [words(strings), words(rows), words(rows)] as const;
  const small = some(shape.bytes, () => bytes(rows));
  return {
    floats,
    words: numbers,
    bytes: small,
    strings: { ends: ends[0], bytes: bytes(stringBytes) },
    ids: { ends: ends[1], bytes: bytes(idBytes) },
    texts: { ends: ends[2], bytes: bytes(textBytes) },
  };
}
