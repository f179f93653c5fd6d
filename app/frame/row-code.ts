import { CREATED_TASK, DELIBERATE, type Row, rowBits } from './row.ts';

/** A row as it travels to the screen: its values without their names. */
export type RowTuple = readonly [
  seq: Row['seq'],
  at: Row['at'],
  session: Row['session'],
  kind: Row['kind'],
  direction: Row['direction'],
  shape: Row['shape'],
  method: Row['method'],
  target: Row['target'],
  id: Row['id'],
  pair: Row['pair'],
  durationMs: Row['durationMs'],
  sizeBytes: Row['sizeBytes'],
  tier: Row['tier'],
  outcome: Row['outcome'],
  code: Row['code'],
  text: Row['text'],
  flag: Row['flag'],
  bits: number,
];

export function encodeRow(row: Row): RowTuple {
  return [
    row.seq,
    row.at,
    row.session,
    row.kind,
    row.direction,
    row.shape,
    row.method,
    row.target,
    row.id,
    row.pair,
    row.durationMs,
    row.sizeBytes,
    row.tier,
    row.outcome,
    row.code,
    row.text,
    row.flag,
    rowBits(row),
  ];
}

/** Reads a tuple of {@link encodeRow}; both ends are one build, so only its shape is checked. */
export function decodeRow(tuple: RowTuple): Row {
  if (tuple.length !== 18 || typeof tuple[0] !== 'number') throw new Error('not a row tuple');
  return {
    seq: tuple[0],
    at: tuple[1],
    session: tuple[2],
    kind: tuple[3],
    direction: tuple[4],
    shape: tuple[5],
    method: tuple[6],
    target: tuple[7],
    id: tuple[8],
    pair: tuple[9],
    durationMs: tuple[10],
    sizeBytes: tuple[11],
    tier: tuple[12],
    outcome: tuple[13],
    code: tuple[14],
    text: tuple[15],
    flag: tuple[16],
    deliberate: (tuple[17] & DELIBERATE) !== 0,
    createdTask: (tuple[17] & CREATED_TASK) !== 0,
  };
}
