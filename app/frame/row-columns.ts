import { GrowingColumn, type NumberArray, type StringPool } from './growing-column.ts';
import { OUTCOMES, ROW_FLAGS, ROW_KINDS, type Row, type RowPatch, SHAPES } from './row.ts';
import { TIERS, WHERES } from './tier.ts';
import type { TextColumn } from './utf8-texts.ts';

/** A column that stores each value of a field as a number; an index must be below its length. */
export abstract class NumberedColumn<Value> {
  abstract readonly numbers: GrowingColumn<NumberArray>;
  abstract numberOf(value: Value): number;
  abstract at(index: number): Value;

  push(value: Value): void {
    this.numbers.push(this.numberOf(value));
  }

  set(index: number, value: Value): void {
    this.numbers.set(index, this.numberOf(value));
  }
}

export class NumberColumn extends NumberedColumn<number> {
  readonly numbers = new GrowingColumn(Float64Array);

  numberOf(value: number): number {
    return value;
  }

  at(index: number): number {
    return this.numbers.at(index);
  }
}

/** A column for a small set of values, stored as indexes. */
export class ChoiceColumn<Value> extends NumberedColumn<Value> {
  readonly numbers = new GrowingColumn(Uint8Array);
  readonly #choices: readonly [Value, ...Value[]];

  constructor(choices: readonly [Value, ...Value[]]) {
    super();
    this.#choices = choices;
  }

  numberOf(value: Value): number {
    return this.#choices.indexOf(value);
  }

  at(index: number): Value {
    return this.#choices[this.numbers.at(index)] ?? this.#choices[0];
  }
}

/** HTTP statuses in one byte: 0 for none, else counted from 100 in steps that keep every known status. */
export class StatusColumn extends NumberedColumn<number> {
  readonly numbers = new GrowingColumn(Uint8Array);

  numberOf(status: number): number {
    const [hundred, rest] = [Math.floor(status / 100), status % 100];
    return hundred >= 1 && hundred <= 5 ? 1 + (hundred - 1) * OF_CLASS + Math.min(rest, OF_CLASS - 1) : 0;
  }

  at(index: number): number {
    const number = this.numbers.at(index) - 1;
    return number < 0 ? 0 : (Math.floor(number / OF_CLASS) + 1) * 100 + (number % OF_CLASS);
  }
}

/** The highest assigned status of a class is 451; proxies use up to 530. Higher ones become the last of their class. */
const OF_CLASS = 50;

/** A column for repeated strings, stored as numbers in a pool. */
export class PooledColumn extends NumberedColumn<string> {
  readonly numbers = new GrowingColumn(Uint32Array);
  readonly #pool: StringPool;

  constructor(pool: StringPool) {
    super();
    this.#pool = pool;
  }

  numberOf(value: string): number {
    return this.#pool.number(value);
  }

  at(index: number): string {
    return this.#pool.text(this.numbers.at(index));
  }
}

type TextColumns = { readonly id: TextColumn; readonly text: TextColumn };

/** The columns of a row, for tables, blocks and kept indexes; ids and texts rarely repeat, so they are not pooled. */
export function newRowColumns(pool: StringPool, { id, text }: TextColumns) {
  return {
    seq: new NumberColumn(),
    at: new NumberColumn(),
    session: new PooledColumn(pool),
    kind: new ChoiceColumn(ROW_KINDS),
    direction: new ChoiceColumn<Row['direction']>(['', 'client-to-server', 'server-to-client']),
    shape: new ChoiceColumn<Row['shape']>(['', ...SHAPES]),
    method: new PooledColumn(pool),
    target: new PooledColumn(pool),
    id,
    pair: new NumberColumn(),
    durationMs: new NumberColumn(),
    sizeBytes: new NumberColumn(),
    tier: new ChoiceColumn(TIERS),
    outcome: new ChoiceColumn<Row['outcome']>(['', ...OUTCOMES]),
    code: new PooledColumn(pool),
    text,
    flag: new ChoiceColumn(ROW_FLAGS),
    fromRawMessage: new ChoiceColumn([false, true]),
    repeats: new ChoiceColumn([false, true]),
    createdTask: new ChoiceColumn([false, true]),
    change: new ChoiceColumn<Row['change']>(['', 'held', 'changed']),
    status: new StatusColumn(),
    where: new ChoiceColumn<Row['where']>(['', ...WHERES]),
  };
}

export type RowColumns = ReturnType<typeof newRowColumns>;

/** Field by field, like the two functions below: a loop takes twice as long, and this runs for every frame. */
export function pushRow(columns: RowColumns, row: Row): void {
  columns.seq.push(row.seq);
  columns.at.push(row.at);
  columns.session.push(row.session);
  columns.kind.push(row.kind);
  columns.direction.push(row.direction);
  columns.shape.push(row.shape);
  columns.method.push(row.method);
  columns.target.push(row.target);
  columns.id.push(row.id);
  columns.pair.push(row.pair);
  columns.durationMs.push(row.durationMs);
  columns.sizeBytes.push(row.sizeBytes);
  columns.tier.push(row.tier);
  columns.outcome.push(row.outcome);
  columns.code.push(row.code);
  columns.text.push(row.text);
  columns.flag.push(row.flag);
  columns.fromRawMessage.push(row.fromRawMessage);
  columns.repeats.push(row.repeats);
  columns.createdTask.push(row.createdTask);
  columns.change.push(row.change);
  columns.status.push(row.status);
  columns.where.push(row.where);
}

export function patchRow(columns: RowColumns, index: number, patch: RowPatch): void {
  if (patch.method !== undefined) columns.method.set(index, patch.method);
  if (patch.target !== undefined) columns.target.set(index, patch.target);
  if (patch.pair !== undefined) columns.pair.set(index, patch.pair);
  if (patch.durationMs !== undefined) columns.durationMs.set(index, patch.durationMs);
  if (patch.tier !== undefined) columns.tier.set(index, patch.tier);
  if (patch.outcome !== undefined) columns.outcome.set(index, patch.outcome);
  if (patch.code !== undefined) columns.code.set(index, patch.code);
  if (patch.text !== undefined) columns.text.set(index, patch.text);
  if (patch.flag !== undefined) columns.flag.set(index, patch.flag);
  if (patch.status !== undefined) columns.status.set(index, patch.status);
  if (patch.where !== undefined) columns.where.set(index, patch.where);
}

export function readRow(columns: RowColumns, index: number): Row {
  return {
    seq: columns.seq.at(index),
    at: columns.at.at(index),
    session: columns.session.at(index),
    kind: columns.kind.at(index),
    direction: columns.direction.at(index),
    shape: columns.shape.at(index),
    method: columns.method.at(index),
    target: columns.target.at(index),
    id: columns.id.at(index),
    pair: columns.pair.at(index),
    durationMs: columns.durationMs.at(index),
    sizeBytes: columns.sizeBytes.at(index),
    tier: columns.tier.at(index),
    outcome: columns.outcome.at(index),
    code: columns.code.at(index),
    text: columns.text.at(index),
    flag: columns.flag.at(index),
    fromRawMessage: columns.fromRawMessage.at(index),
    repeats: columns.repeats.at(index),
    createdTask: columns.createdTask.at(index),
    change: columns.change.at(index),
    status: columns.status.at(index),
    where: columns.where.at(index),
  };
}
