import { isJsonObject } from '../base/json-value.ts';
import type { Row } from './row.ts';

/** A row as it travels to the screen: its values in the order of {@link FIELDS}. */
export type RowTuple = readonly (string | number)[];

const FIELDS = [
  'seq',
  'at',
  'session',
  'kind',
  'direction',
  'shape',
  'method',
  'target',
  'id',
  'pair',
  'durationMs',
  'sizeBytes',
  'tier',
  'outcome',
  'code',
  'text',
] as const satisfies readonly (keyof Row)[];

export function encodeRow(row: Row): RowTuple {
  return FIELDS.map((field) => row[field]);
}

/** Reads a tuple of {@link encodeRow}; both ends are one build, so only its shape is trusted. */
export function decodeRow(tuple: RowTuple): Row {
  const row: unknown = Object.fromEntries(FIELDS.map((field, index) => [field, tuple[index]]));
  if (!isJsonObject(row) || typeof row.seq !== 'number') throw new Error('a row tuple without a seq');
  return row as Row;
}
