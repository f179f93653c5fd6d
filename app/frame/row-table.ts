import { partitionPoint } from '../base/partition-point.ts';
import { GrowingColumn, type NumberArray, type SavedColumn, StringPool } from './growing-column.ts';
import type { Direction } from './record.ts';
import {
  FROM_RAW_MESSAGE,
  fromRowBits,
  type Outcome,
  ROW_FLAGS,
  ROW_KINDS,
  type Row,
  type RowChange,
  type RowKind,
  type RowPatch,
  type RowSink,
  rowBits,
  type Shape,
} from './row.ts';
import { newBlock, openBlock, type RowBlock } from './row-block.ts';
import { DIRECTIONS, ROW_OUTCOMES, ROW_SHAPES, type RowColumns } from './row-columns.ts';
import { rowReader } from './row-cursor.ts';
import type { SectionReader, SectionWriter } from './sections.ts';
import { type TextColumn, type TextPack, TextPacker, textsOf } from './text-column.ts';
import { TIERS, type Tier } from './tier.ts';
import { type SavedTexts, Utf8Texts } from './utf8-texts.ts';

const bytes = () => new GrowingColumn((room) => new Uint8Array(room));
const words = () => new GrowingColumn((room) => new Uint32Array(room));
const floats = () => new GrowingColumn((room) => new Float64Array(room));

/** The rows of a table as they are saved, without the strings of its pool. */
export type SavedTable = {
  readonly columns: readonly SavedColumn[];
  readonly ids: SavedTexts;
  readonly texts: SavedTexts;
};

/**
 * The rows of one log in columns: a frame costs some numbers and a preview, not an object.
 * Rows are appended in the order of their `seq`; a few fields of a row may change later.
 */
export class RowTable implements RowSink {
  readonly #seq = floats();
  readonly #at = floats();
  readonly #session = words();
  readonly #kind = bytes();
  readonly #direction = bytes();
  readonly #shape = bytes();
  readonly #method = words();
  readonly #target = words();
  // Nearly every id and text is another one, so a pool would only cost.
  readonly #id: TextColumn;
  readonly #pair = floats();
  readonly #duration = floats();
  readonly #size = floats();
  readonly #tier = bytes();
  readonly #outcome = bytes();
  readonly #code = words();
  readonly #text: TextColumn;
  readonly #flag = bytes();
  readonly #bits = bytes();
  readonly #pool: StringPool;
  /** The columns of numbers as a block has them. */
  readonly #columns = {
    floats: [this.#seq, this.#at, this.#pair, this.#duration, this.#size],
    words: [this.#session, this.#method, this.#target, this.#code],
    bytes: [this.#kind, this.#direction, this.#shape, this.#tier, this.#outcome, this.#flag, this.#bits],
  };

  /**
   * `newTexts` makes the columns that are strings; left out, both are held in memory. `pool` numbers the other
   * strings: tables of one file share it.
   */
  constructor(
    newTexts: (of: 'ids' | 'texts') => TextColumn = () => new Utf8Texts(),
    pool = new StringPool(),
  ) {
    this.#id = newTexts('ids');
    this.#text = newTexts('texts');
    this.#pool = pool;
  }

  get length(): number {
    return this.#seq.length;
  }

  add(row: Row): void {
    this.#seq.push(row.seq);
    this.#at.push(row.at);
    this.#session.push(this.#pool.number(row.session));
    this.#kind.push(ROW_KINDS.indexOf(row.kind));
    this.#direction.push(DIRECTIONS.indexOf(row.direction));
    this.#shape.push(ROW_SHAPES.indexOf(row.shape));
    this.#method.push(this.#pool.number(row.method));
    this.#target.push(this.#pool.number(row.target));
    this.#id.push(row.id);
    this.#pair.push(row.pair);
    this.#duration.push(row.durationMs);
    this.#size.push(row.sizeBytes);
    this.#tier.push(TIERS.indexOf(row.tier));
    this.#outcome.push(ROW_OUTCOMES.indexOf(row.outcome));
    this.#code.push(this.#pool.number(row.code));
    this.#text.push(row.text);
    this.#flag.push(ROW_FLAGS.indexOf(row.flag));
    this.#bits.push(rowBits(row));
  }

  /** Adds the rows of a block from the one numbered `from` on. Throws if it is none. */
  append(block: RowBlock, from = 0): void {
    const { floats, words, bytes, strings, ids, texts } = openBlock(block, this.#columns);
    const pooled = Array.from(textsOf(strings), (text) => this.#pool.number(text));
    for (const [at, column] of this.#columns.floats.entries()) appendTo(column, floats[at], from);
    const numberOf = (local: number): number => pooled[local] ?? 0;
    for (const [at, column] of this.#columns.words.entries())
      appendTo(column, words[at]?.map(numberOf), from);
    for (const [at, column] of this.#columns.bytes.entries()) appendTo(column, bytes[at], from);
    this.#id.append(ids, from);
    this.#text.append(texts, from);
  }

  /** Adds the rows at the places `from` to `to`, which is exclusive; their strings have the numbers of this pool. */
  appendColumns(rows: RowColumns, from: number, to: number): void {
    this.#seq.append(rows.seq.subarray(from, to));
    this.#at.append(rows.at.subarray(from, to));
    this.#pair.append(rows.pair.subarray(from, to));
    this.#duration.append(rows.duration.subarray(from, to));
    this.#size.append(rows.size.subarray(from, to));
    this.#session.append(rows.session.subarray(from, to));
    this.#method.append(rows.method.subarray(from, to));
    this.#target.append(rows.target.subarray(from, to));
    this.#code.append(rows.code.subarray(from, to));
    this.#kind.append(rows.kind.subarray(from, to));
    this.#direction.append(rows.direction.subarray(from, to));
    this.#shape.append(rows.shape.subarray(from, to));
    this.#tier.append(rows.tier.subarray(from, to));
    this.#outcome.append(rows.outcome.subarray(from, to));
    this.#flag.append(rows.flag.subarray(from, to));
    this.#bits.append(rows.bits.subarray(from, to));
    this.#id.append(firstOf(rows.ids, to), from);
    this.#text.append(firstOf(rows.texts, to), from);
  }

  /** The rows from an index up to but not including another, for another table to append. */
  block(from: number, end: number): RowBlock {
    return this.blockAt(Uint32Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at));
  }

  /** The rows at these indexes, which must be below `length`, for another table to append. */
  blockAt(indexes: Uint32Array): RowBlock {
    const locals = new Map<number, number>();
    const [strings, ids, texts] = [new TextPacker(), new TextPacker(), new TextPacker()];
    for (const index of indexes) {
      this.#id.write(index, ids);
      this.#text.write(index, texts);
    }
    const localOf = (number: number): number => {
      const known = locals.get(number);
      if (known !== undefined) return known;
      strings.push(this.#pool.text(number));
      locals.set(number, locals.size);
      return locals.size - 1;
    };
    const words = this.#columns.words.map((column) => indexes.map((index) => localOf(column.at(index))));
    const packs = { strings: strings.packed, ids: ids.packed, texts: texts.packed };
    const { block, columns } = newBlock(indexes.length, this.#columns, packs);
    for (const [at, column] of this.#columns.floats.entries()) copyTo(columns.floats[at], column, indexes);
    for (const [at, values] of words.entries()) columns.words[at]?.set(values);
    for (const [at, column] of this.#columns.bytes.entries()) copyTo(columns.bytes[at], column, indexes);
    return block;
  }

  /** All rows but the strings of the pool. Throws if the texts are held by another column than those of memory. */
  save(sections: SectionWriter): SavedTable {
    if (!(this.#id instanceof Utf8Texts && this.#text instanceof Utf8Texts))
      throw new Error('texts held elsewhere');
    const { floats, words, bytes } = this.#columns;
    return {
      columns: [...floats, ...words, ...bytes].map((column) => column.save(sections)),
      ids: this.#id.save(sections),
      texts: this.#text.save(sections),
    };
  }

  /** Takes what another table saved; this one must be empty and have a pool with the same strings. */
  restore(saved: SavedTable, sections: SectionReader): void {
    if (!(this.#id instanceof Utf8Texts && this.#text instanceof Utf8Texts))
      throw new Error('texts held elsewhere');
    const { floats, words, bytes } = this.#columns;
    for (const [at, column] of [...floats, ...words, ...bytes].entries()) {
      const one = saved.columns[at];
      if (one?.length !== saved.columns[0]?.length || one === undefined) throw new Error('not a saved table');
      column.restore(one, sections);
    }
    this.#id.restore(saved.ids, sections);
    this.#text.restore(saved.texts, sections);
  }

  /** Changes the row of `seq`; a seq that is not held changes nothing. */
  patch(seq: number, patch: RowPatch): void {
    const index = this.indexOf(seq);
    if (index >= 0) this.patchAt(index, patch);
  }

  patchAt(index: number, patch: RowPatch): void {
    if (patch.method !== undefined) this.#method.set(index, this.#pool.number(patch.method));
    if (patch.target !== undefined) this.#target.set(index, this.#pool.number(patch.target));
    if (patch.pair !== undefined) this.#pair.set(index, patch.pair);
    if (patch.durationMs !== undefined) this.#duration.set(index, patch.durationMs);
    if (patch.tier !== undefined) this.#tier.set(index, TIERS.indexOf(patch.tier));
    if (patch.outcome !== undefined) this.#outcome.set(index, ROW_OUTCOMES.indexOf(patch.outcome));
    if (patch.code !== undefined) this.#code.set(index, this.#pool.number(patch.code));
    if (patch.text !== undefined) this.#text.set(index, patch.text);
    if (patch.flag !== undefined) this.#flag.set(index, ROW_FLAGS.indexOf(patch.flag));
  }

  /** The row at `index` as an object, or undefined beyond the end. */
  row(index: number): Row | undefined {
    if (index < 0 || index >= this.length) return undefined;
    return {
      seq: this.#seq.at(index),
      at: this.#at.at(index),
      session: this.#pool.text(this.#session.at(index)),
      kind: ROW_KINDS[this.#kind.at(index)] ?? 'frame',
      direction: DIRECTIONS[this.#direction.at(index)] ?? '',
      shape: ROW_SHAPES[this.#shape.at(index)] ?? '',
      method: this.#pool.text(this.#method.at(index)),
      target: this.#pool.text(this.#target.at(index)),
      id: this.#id.at(index),
      pair: this.#pair.at(index),
      durationMs: this.#duration.at(index),
      sizeBytes: this.#size.at(index),
      tier: TIERS[this.#tier.at(index)] ?? 'ok',
      outcome: ROW_OUTCOMES[this.#outcome.at(index)] ?? '',
      code: this.#pool.text(this.#code.at(index)),
      text: this.#text.at(index),
      flag: ROW_FLAGS[this.#flag.at(index)] ?? '',
      ...fromRowBits(this.#bits.at(index)),
    };
  }

  /** Reads rows where they lie, see `rowReader`; until the table changes. */
  reader(): (index: number) => Row {
    return rowReader(this, { id: this.#id.reader(), text: this.#text.reader() });
  }

  seqAt(index: number): number {
    return this.#seq.at(index);
  }

  timeAt(index: number): number {
    return this.#at.at(index);
  }

  tierAt(index: number): Tier {
    return TIERS[this.#tier.at(index)] ?? 'ok';
  }

  kindAt(index: number): RowKind {
    return ROW_KINDS[this.#kind.at(index)] ?? 'frame';
  }

  shapeAt(index: number): Shape {
    return ROW_SHAPES[this.#shape.at(index)] ?? '';
  }

  directionAt(index: number): Direction | '' {
    return DIRECTIONS[this.#direction.at(index)] ?? '';
  }

  methodAt(index: number): string {
    return this.#pool.text(this.#method.at(index));
  }

  targetAt(index: number): string {
    return this.#pool.text(this.#target.at(index));
  }

  pairAt(index: number): number {
    return this.#pair.at(index);
  }

  outcomeAt(index: number): Outcome | '' {
    return ROW_OUTCOMES[this.#outcome.at(index)] ?? '';
  }

  codeAt(index: number): string {
    return this.#pool.text(this.#code.at(index));
  }

  sessionAt(index: number): string {
    return this.#pool.text(this.#session.at(index));
  }

  flagAt(index: number): Row['flag'] {
    return ROW_FLAGS[this.#flag.at(index)] ?? '';
  }

  changeAt(index: number): RowChange {
    return fromRowBits(this.#bits.at(index)).change;
  }

  createdTaskAt(index: number): boolean {
    return fromRowBits(this.#bits.at(index)).createdTask;
  }

  durationAt(index: number): number {
    return this.#duration.at(index);
  }

  sizeAt(index: number): number {
    return this.#size.at(index);
  }

  fromRawMessageAt(index: number): boolean {
    return (this.#bits.at(index) & FROM_RAW_MESSAGE) !== 0;
  }

  /** The index of the row with this `seq`, or -1 (binary search: rows come in seq order). */
  indexOf(seq: number): number {
    // The numbers of a whole log have no gaps: its place is known.
    const place = seq - this.#seq.at(0);
    if (place >= 0 && place < this.length && this.#seq.at(place) === seq) return place;
    const found = partitionPoint(this.length, (index) => this.#seq.at(index) < seq);
    return found < this.length && this.#seq.at(found) === seq ? found : -1;
  }
}

function firstOf({ bytes, ends }: TextPack, count: number): TextPack {
  return { bytes, ends: ends.subarray(0, count) };
}

function appendTo(column: GrowingColumn<NumberArray>, values: NumberArray | undefined, from: number): void {
  if (values !== undefined) column.append(values.subarray(from));
}

function copyTo(
  into: NumberArray | undefined,
  column: GrowingColumn<NumberArray>,
  indexes: Uint32Array,
): void {
  if (into === undefined) return;
  for (let place = 0; place < indexes.length; place += 1) into[place] = column.at(indexes[place] ?? 0);
}
