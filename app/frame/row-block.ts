import type { ArrayType, NumberArray } from './growing-column.ts';
import { bytesOf } from './sections.ts';
import type { TextPack } from './text-column.ts';

/**
 * Rows as they travel between threads and to the screen: columns one behind another in one run of bytes, which a
 * `RowTable` writes and appends without an object for any row. Both ends are one build, so only its shape is checked.
 */
export type RowBlock = Uint8Array<ArrayBuffer>;

/** What a block holds: the numbers of each column, and texts. */
export type BlockContent = { readonly numbers: readonly NumberArray[]; readonly packs: readonly TextPack[] };

const MAGIC = 0x74_73_72_32;
/** The strings of the pool, then ids and texts. */
const PACK_PLACES = [0, 1, 2];
/** The magic, the number of rows, and of each pack how many texts and bytes it has. */
const HEADER_WORDS = 2 + 2 * PACK_PLACES.length;

/** How many rows a block holds. Throws if it is none. */
export function blockLength(block: RowBlock): number {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  if (block.byteLength < HEADER_WORDS * 4 || view.getUint32(0, true) !== MAGIC)
    throw new Error('not a block of rows');
  return view.getUint32(4, true);
}

/** A block of so many rows; `numbers` begin with the widest, since each column lies at a multiple of its width. */
export function joinedBlock(rows: number, { numbers, packs }: BlockContent): RowBlock {
  const sizes = packs.flatMap(({ ends, bytes }) => [ends.length, bytes.length]);
  const parts = [
    Uint32Array.of(MAGIC, rows, ...sizes),
    ...numbers.filter((column) => !isNarrow(column)),
    ...packs.map(({ ends }) => ends),
    ...numbers.filter(isNarrow),
    ...packs.map(({ bytes }) => bytes),
  ];
  const block = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    block.set(bytesOf(part), at);
    at += part.byteLength;
  }
  return block;
}

/** What a block holds whose columns are such arrays, the widest first. Throws if it is none. */
export function openedBlock(block: RowBlock, types: readonly ArrayType[]): BlockContent {
  const rows = blockLength(block);
  // What a carrier brought may lie anywhere.
  const { buffer, byteOffset, byteLength } = block.byteOffset % 8 === 0 ? block : block.slice();
  let at = byteOffset;
  const take = <Values extends NumberArray>(Type: ArrayType<Values>, length: number): Values => {
    const values = new Type(buffer, at, length);
    at += values.byteLength;
    return values;
  };
  const [, , ...sizes] = take(Uint32Array, HEADER_WORDS);
  const sizeAt = (place: number) => sizes[place] ?? 0;
  const wide = types.filter((type) => type !== Uint8Array).map((type) => take(type, rows));
  const ends = PACK_PLACES.map((pack) => take(Uint32Array, sizeAt(2 * pack)));
  const narrow = types.filter((type) => type === Uint8Array).map((type) => take(type, rows));
  const packs = ends.map((own, pack) => ({ ends: own, bytes: take(Uint8Array, sizeAt(2 * pack + 1)) }));
  if (at !== byteOffset + byteLength) throw new Error('not a block of rows');
  return { numbers: [...wide, ...narrow], packs };
}

function isNarrow(column: NumberArray): boolean {
  return column.BYTES_PER_ELEMENT === 1;
}
