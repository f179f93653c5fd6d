import { partitionPoint } from '../base/partition-point.ts';
import { utf8Length } from '../wire/line-text.ts';
import type { StringPool } from './growing-column.ts';
import type { Direction } from './record.ts';
import {
  OUTCOMES,
  type Outcome,
  ROW_FLAGS,
  ROW_KINDS,
  type Row,
  type RowPatch,
  type RowSink,
  rowBits,
  SHAPES,
  type Shape,
} from './row.ts';
import { encoder, type TextPack } from './text-column.ts';
import { TIERS } from './tier.ts';

export const DIRECTIONS: readonly (Direction | '')[] = ['', 'client-to-server', 'server-to-client'];
export const ROW_SHAPES: readonly Shape[] = ['', ...SHAPES];
export const ROW_OUTCOMES: readonly (Outcome | '')[] = ['', ...OUTCOMES];

/** Rows in columns, as they travel between threads: what is a word is its number, what is a string that of its pool. */
export type RowColumns = {
  readonly length: number;
  readonly seq: Float64Array;
  readonly at: Float64Array;
  readonly pair: Float64Array;
  readonly duration: Float64Array;
  readonly size: Float64Array;
  readonly session: Uint32Array;
  readonly method: Uint32Array;
  readonly target: Uint32Array;
  readonly code: Uint32Array;
  readonly kind: Uint8Array;
  readonly direction: Uint8Array;
  readonly shape: Uint8Array;
  readonly tier: Uint8Array;
  readonly outcome: Uint8Array;
  readonly flag: Uint8Array;
  readonly bits: Uint8Array;
  readonly ids: TextPack;
  readonly texts: TextPack;
};

/** Gathers rows in columns; those that it holds can still change. */
export class RowBuffer implements RowSink {
  readonly #pool: StringPool;
  #columns: Numbers;
  #ids: string[] = [];
  #texts: string[] = [];

  /** `pool` numbers the strings; `room` is how many rows are expected. */
  constructor(pool: StringPool, room: number) {
    this.#pool = pool;
    this.#columns = newNumbers(room);
  }

  get length(): number {
    return this.#ids.length;
  }

  add(row: Row): void {
    const at = this.length;
    if (at === this.#columns.seq.length) this.#columns = grown(this.#columns);
    const columns = this.#columns;
    columns.seq[at] = row.seq;
    columns.at[at] = row.at;
    columns.pair[at] = row.pair;
    columns.duration[at] = row.durationMs;
    columns.size[at] = row.sizeBytes;
    columns.session[at] = this.#pool.number(row.session);
    columns.method[at] = this.#pool.number(row.method);
    columns.target[at] = this.#pool.number(row.target);
    columns.code[at] = this.#pool.number(row.code);
    columns.kind[at] = ROW_KINDS.indexOf(row.kind);
    columns.direction[at] = DIRECTIONS.indexOf(row.direction);
    columns.shape[at] = ROW_SHAPES.indexOf(row.shape);
    columns.tier[at] = TIERS.indexOf(row.tier);
    columns.outcome[at] = ROW_OUTCOMES.indexOf(row.outcome);
    columns.flag[at] = ROW_FLAGS.indexOf(row.flag);
    columns.bits[at] = rowBits(row);
    this.#ids.push(row.id);
    this.#texts.push(row.text);
  }

  patch(seq: number, patch: RowPatch): void {
    this.tryPatch(seq, patch);
  }

  /** Changes the row of `seq`; false if it is not among those held. */
  tryPatch(seq: number, patch: RowPatch): boolean {
    const at = this.#indexOf(seq);
    if (at < 0) return false;
    const columns = this.#columns;
    if (patch.method !== undefined) columns.method[at] = this.#pool.number(patch.method);
    if (patch.target !== undefined) columns.target[at] = this.#pool.number(patch.target);
    if (patch.pair !== undefined) columns.pair[at] = patch.pair;
    if (patch.durationMs !== undefined) columns.duration[at] = patch.durationMs;
    if (patch.tier !== undefined) columns.tier[at] = TIERS.indexOf(patch.tier);
    if (patch.outcome !== undefined) columns.outcome[at] = ROW_OUTCOMES.indexOf(patch.outcome);
    if (patch.code !== undefined) columns.code[at] = this.#pool.number(patch.code);
    if (patch.text !== undefined) this.#texts[at] = patch.text;
    if (patch.flag !== undefined) columns.flag[at] = ROW_FLAGS.indexOf(patch.flag);
    return true;
  }

  /** The rows so far; the buffer is of no use afterwards. */
  take(): RowColumns {
    return { ...this.#columns, length: this.length, ids: packOf(this.#ids), texts: packOf(this.#texts) };
  }

  #indexOf(seq: number): number {
    const { seq: seqs } = this.#columns;
    // The numbers of a whole log have no gaps: the place of a row is known.
    const guess = seq - (seqs[0] ?? 0);
    if (guess >= 0 && guess < this.length && seqs[guess] === seq) return guess;
    const found = partitionPoint(this.length, (index) => (seqs[index] ?? 0) < seq);
    return found < this.length && seqs[found] === seq ? found : -1;
  }
}

/** The buffers under the columns, for who hands them to another thread. */
export function buffersOf({ seq, ids, texts }: RowColumns): ArrayBufferLike[] {
  return [seq.buffer, ids.bytes.buffer, ids.ends.buffer, texts.bytes.buffer, texts.ends.buffer];
}

type Numbers = Omit<RowColumns, 'length' | 'ids' | 'texts'>;

/** All in one piece of memory, so that one piece changes threads. */
function newNumbers(room: number): Numbers {
  // A multiple of eight, so that each column begins where its numbers may.
  const rows = Math.ceil(room / 8) * 8;
  const memory = new ArrayBuffer(rows * (5 * 8 + 4 * 4 + 7));
  const floats = (column: number) => new Float64Array(memory, rows * 8 * column, rows);
  const words = (column: number) => new Uint32Array(memory, rows * (40 + 4 * column), rows);
  const bytes = (column: number) => new Uint8Array(memory, rows * (56 + column), rows);
  return {
    seq: floats(0),
    at: floats(1),
    pair: floats(2),
    duration: floats(3),
    size: floats(4),
    session: words(0),
    method: words(1),
    target: words(2),
    code: words(3),
    kind: bytes(0),
    direction: bytes(1),
    shape: bytes(2),
    tier: bytes(3),
    outcome: bytes(4),
    flag: bytes(5),
    bits: bytes(6),
  };
}

function grown(columns: Numbers): Numbers {
  const wider = newNumbers(2 * columns.seq.length);
  for (const name of Object.keys(columns) as (keyof Numbers)[]) wider[name].set(columns[name]);
  return wider;
}

function packOf(texts: readonly string[]): TextPack {
  const joined = texts.join('');
  const bytes = encoder.encode(joined);
  const ends = new Uint32Array(texts.length);
  // A character of one byte has one unit, and no other has as few bytes as units.
  const isAscii = bytes.length === joined.length;
  let end = 0;
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] ?? '';
    end += isAscii ? text.length : utf8Length(text);
    ends[at] = end;
  }
  return { bytes, ends };
}
