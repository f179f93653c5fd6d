import type { Row, RowKind } from './row.ts';

/** A row that is still being filled in: each frame costs one object, however many steps fill it. */
export type DraftRow = { -readonly [Field in keyof Row]: Row[Field] };

/** A row with nothing but its place. */
export function emptyRow(record: { seq: number; at: number; session: string }, kind: RowKind): DraftRow {
  return {
    seq: record.seq,
    at: record.at,
    session: record.session,
    kind,
    direction: '',
    shape: '',
    method: '',
    target: '',
    id: '',
    pair: 0,
    durationMs: -1,
    sizeBytes: -1,
    tier: 'ok',
    outcome: '',
    code: '',
    text: '',
    flag: '',
    fromRawMessage: false,
    createdTask: false,
    change: '',
  };
}
