import { partitionPoint } from '../base/partition-point.ts';
import {
  type ArrayType,
  bytesOf,
  type GrowingColumn,
  type NumberArray,
  type SavedColumn,
  type SectionReader,
  type SectionWriter,
  StringPool,
} from './growing-column.ts';
import type { Row, RowPatch, RowSink } from './row.ts';
import {
  type NumberedColumn,
  newRowColumns,
  PooledColumn,
  patchRow,
  pushRow,
  type RowColumns,
  readRow,
} from './row-columns.ts';
import { type FieldReaders, RowCursor } from './row-cursor.ts';
import {
  packOf,
  type SavedTexts,
  type TextColumn,
  type TextPack,
  TextPacker,
  textsOf,
  Utf8Texts,
} from './utf8-texts.ts';

export type SavedTable = { readonly columns: readonly SavedColumn[]; readonly texts: readonly SavedTexts[] };

/** The fields of a row that something counts, before a change. */
export type RowBefore = Pick<Row, 'tier' | 'method' | 'target'>;
type ChangeListener = (index: number, before: RowBefore) => void;

type NumberedField = Exclude<keyof Row, 'id' | 'text'>;
type NumberedColumns = { readonly [Field in NumberedField]: NumberedColumn<Row[Field]> };

const NO_TEXTS = { id: new Utf8Texts(), text: new Utf8Texts() };
/** The numeric fields, widest first, as in a block. */
const NUMBERED = numberedFields(newRowColumns(new StringPool(), NO_TEXTS));

/** The rows of one log in columns, ordered by `seq`; a few fields of a row may change later. */
export class RowTable implements RowSink {
  readonly #columns: RowColumns;
  readonly #numbered: readonly NumberedColumn<Row[NumberedField]>[];
  readonly #texts: readonly TextColumn[];
  readonly #pool: StringPool;
  readonly #listeners = new Set<ChangeListener>();

  /** `newTexts` creates the text columns, in memory by default; tables of one file share a `pool`. */
  constructor(
    newTexts: (of: 'ids' | 'texts') => TextColumn = () => new Utf8Texts(),
    pool = new StringPool(),
  ) {
    const texts = { id: newTexts('ids'), text: newTexts('texts') };
    this.#texts = [texts.id, texts.text];
    this.#columns = newRowColumns(pool, texts);
    this.#numbered = NUMBERED.map((field) => this.#columns[field]);
    this.#pool = pool;
  }

  get columns(): FieldReaders {
    return this.#columns;
  }

  get length(): number {
    return this.#columns.seq.numbers.length;
  }

  add(row: Row): void {
    pushRow(this.#columns, row);
  }

  /** Appends the rows of a block, from row `from` on. Throws if the block is invalid. */
  append(block: RowBlock, from = 0): void {
    const { numbers, packs } = openedBlock(
      block,
      this.#numbered.map((column) => column.numbers.Numbers),
    );
    const [strings, ...texts] = packs;
    const pooled =
      strings === undefined ? [] : Array.from(textsOf(strings), (text) => this.#pool.number(text));
    for (const [at, values] of numbers.entries()) {
      const column = this.#numbered[at];
      const added = values.subarray(from);
      column?.numbers.append(
        column instanceof PooledColumn ? added.map((local) => pooled[local] ?? 0) : added,
      );
    }
    for (const [at, pack] of texts.entries()) this.#texts[at]?.append(pack, from);
  }

  block(from: number, to: number): RowBlock {
    const end = Math.max(from, to);
    const indexes = new Uint32Array(end - from).map((_, at) => from + at);
    return this.#block(indexes, (column) => column.slice(from, end));
  }

  blockAt(indexes: Uint32Array): RowBlock {
    return this.#block(indexes, (column) => column.pick(indexes));
  }

  #block(indexes: Uint32Array, valuesOf: (column: GrowingColumn<NumberArray>) => NumberArray): RowBlock {
    const strings = new TextPacker();
    const locals = new Map<number, number>();
    const localOf = (number: number): number => {
      const known = locals.get(number);
      if (known !== undefined) return known;
      strings.push(this.#pool.text(number));
      locals.set(number, locals.size);
      return locals.size - 1;
    };
    const numbers = this.#numbered.map((column) => {
      const values = valuesOf(column.numbers);
      return column instanceof PooledColumn ? values.map(localOf) : values;
    });
    const texts = this.#texts.map((column) => {
      const packer = new TextPacker();
      for (const index of indexes) column.write(index, packer);
      return packer.packed;
    });
    return joinedBlock(indexes.length, { numbers, packs: [strings.packed, ...texts] });
  }

  /** Saves all rows but not the pool's strings. Throws if the texts are not held in memory. */
  save(sections: SectionWriter): SavedTable {
    return {
      columns: this.#numbered.map(({ numbers }) => numbers.save(sections)),
      texts: this.#texts.map((texts) => inMemory(texts).save(sections)),
    };
  }

  /** Restores a saved table; this one must be empty and have a pool with the same strings. */
  restore({ columns, texts }: SavedTable, sections: SectionReader): void {
    for (const [at, { numbers }] of this.#numbered.entries()) {
      const saved = columns[at];
      if (saved === undefined || saved.length !== columns[0]?.length) throw new Error('not a saved table');
      numbers.restore(saved, sections);
    }
    for (const [at, saved] of texts.entries()) {
      const column = this.#texts[at];
      if (column !== undefined) inMemory(column).restore(saved, sections);
    }
  }

  patch(seq: number, patch: RowPatch): void {
    const index = this.indexOf(seq);
    if (index >= 0) this.patchAt(index, patch);
  }

  patchAt(index: number, patch: RowPatch): void {
    const { tier, method, target } = this.#columns;
    const isHeard = this.#listeners.size > 0;
    const before = isHeard && { tier: tier.at(index), method: method.at(index), target: target.at(index) };
    patchRow(this.#columns, index, patch);
    if (before) for (const listener of this.#listeners) listener(index, before);
  }

  /** Calls `listener` for every changed row; the returned function unsubscribes. */
  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  row(index: number): Row | undefined {
    return index < 0 || index >= this.length ? undefined : readRow(this.#columns, index);
  }

  /** Reads rows in place: always the same object, for loops that do not change the table; `index` must be in range. */
  reader(): (index: number) => Row {
    const { id, text } = this.#columns;
    const columns = { ...this.#columns, id: { at: id.reader() }, text: { at: text.reader() } };
    const cursor = new RowCursor(columns);
    return (index) => {
      cursor.index = index;
      return cursor;
    };
  }

  indexOf(seq: number): number {
    const column = this.#columns.seq;
    // The sequence numbers of a whole log have no gaps, so the index is known.
    const place = seq - column.at(0);
    if (place >= 0 && place < this.length && column.at(place) === seq) return place;
    const found = partitionPoint(this.length, (index) => column.at(index) < seq);
    return found < this.length && column.at(found) === seq ? found : -1;
  }
}

function numberedFields(columns: NumberedColumns): readonly NumberedField[] {
  const fields = Object.keys(columns) as NumberedField[];
  const widthOf = (field: NumberedField) => columns[field].numbers.width;
  return fields.filter((field) => 'numbers' in columns[field]).sort((a, b) => widthOf(b) - widthOf(a));
}

export function blockOfRows(rows: readonly Row[]): RowBlock {
  const pool = new StringPool();
  const columns = newRowColumns(pool, NO_TEXTS);
  const numbers = NUMBERED.map((field) => numbersOf(columns, field, rows));
  const packs = [pool.since(0), rows.map(({ id }) => id), rows.map(({ text }) => text)].map(packOf);
  return joinedBlock(rows.length, { numbers, packs });
}

function numbersOf<Field extends NumberedField>(
  columns: NumberedColumns,
  field: Field,
  rows: readonly Row[],
): NumberArray {
  const column = columns[field];
  const numbers = new column.numbers.Numbers(rows.length);
  let at = 0;
  for (const row of rows) {
    numbers[at] = column.numberOf(row[field]);
    at += 1;
  }
  return numbers;
}

function inMemory(texts: TextColumn): Utf8Texts {
  if (texts instanceof Utf8Texts) return texts;
  throw new Error('texts held elsewhere');
}

/** Rows in transit: columns in one byte array, without objects. Both ends are the same build. */
export type RowBlock = Uint8Array<ArrayBuffer>;

type BlockContent = { readonly numbers: readonly NumberArray[]; readonly packs: readonly TextPack[] };

const MAGIC = 0x74_73_72_32;
/** The pool's strings, then ids and texts. */
const PACK_PLACES = [0, 1, 2];
/** The magic number, the row count, and the text and byte counts of each pack. */
const HEADER_WORDS = 2 + 2 * PACK_PLACES.length;

/** The number of rows in a block. Throws if it is invalid. */
export function blockLength(block: RowBlock): number {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  if (block.byteLength < HEADER_WORDS * 4 || view.getUint32(0, true) !== MAGIC)
    throw new Error('not a block of rows');
  return view.getUint32(4, true);
}

/** Joins columns into a block; `numbers` start with the widest, so that each column is aligned to its width. */
function joinedBlock(rows: number, { numbers, packs }: BlockContent): RowBlock {
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

/** Splits a block into columns of these types, widest first. Throws if it is invalid. */
function openedBlock(block: RowBlock, types: readonly ArrayType[]): BlockContent {
  const rows = blockLength(block);
  // Data from a carrier may have any alignment.
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
