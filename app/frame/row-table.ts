import { GrowingColumn, StringPool } from './growing-column.ts';
import type { Direction } from './record.ts';
import {
  FROM_RAW_MESSAGE,
  fromRowBits,
  OUTCOMES,
  type Outcome,
  ROW_FLAGS,
  ROW_KINDS,
  type Row,
  type RowKind,
  type RowPatch,
  type RowSink,
  rowBits,
  SHAPES,
  type Shape,
} from './row.ts';
import { HeldTexts, type TextColumn } from './text-column.ts';
import { TIERS, type Tier } from './tier.ts';

const DIRECTIONS: readonly (Direction | '')[] = ['', 'client-to-server', 'server-to-client'];
const ROW_SHAPES: readonly Shape[] = ['', ...SHAPES];
const ROW_OUTCOMES: readonly (Outcome | '')[] = ['', ...OUTCOMES];

const bytes = () => new GrowingColumn((room) => new Uint8Array(room));
const words = () => new GrowingColumn((room) => new Uint32Array(room));
const floats = () => new GrowingColumn((room) => new Float64Array(room));

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
  readonly #pool = new StringPool();

  /** `newTexts` makes the columns that are strings; left out, both are held as they come. */
  constructor(newTexts: (of: 'ids' | 'texts') => TextColumn = () => new HeldTexts()) {
    this.#id = newTexts('ids');
    this.#text = newTexts('texts');
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
    const bits = this.#bits.at(index);
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
      ...fromRowBits(bits),
    };
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

  fromRawMessageAt(index: number): boolean {
    return (this.#bits.at(index) & FROM_RAW_MESSAGE) !== 0;
  }

  /** The index of the row with this `seq`, or -1 (binary search: rows come in seq order). */
  indexOf(seq: number): number {
    // The numbers of a whole log have no gaps: its place is known.
    const place = seq - this.#seq.at(0);
    if (place >= 0 && place < this.length && this.#seq.at(place) === seq) return place;
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#seq.at(middle);
      if (found === seq) return middle;
      if (found < seq) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
