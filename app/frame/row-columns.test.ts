import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StringPool } from './growing-column.ts';
import { OUTCOMES, ROW_FLAGS, ROW_KINDS, type Row, type RowPatch, SHAPES } from './row.ts';
import { RowBuffer } from './row-columns.ts';
import { RowTable } from './row-table.ts';
import { TIERS } from './tier.ts';

const text = fc.oneof(fc.constantFrom('', 'a', 'zwölf', '…', '🦊'), fc.string({ maxLength: 5 }));
const anyRow = fc.record({
  at: fc.nat(),
  session: fc.constantFrom('s1', 's2', ''),
  kind: fc.constantFrom(...ROW_KINDS),
  direction: fc.constantFrom('client-to-server', 'server-to-client', ''),
  shape: fc.constantFrom(...SHAPES, ''),
  method: text,
  target: text,
  id: text,
  pair: fc.nat(),
  durationMs: fc.integer({ min: -1, max: 5 }),
  sizeBytes: fc.integer({ min: -1, max: 1e9 }),
  tier: fc.constantFrom(...TIERS),
  outcome: fc.constantFrom(...OUTCOMES, ''),
  code: text,
  text,
  flag: fc.constantFrom(...ROW_FLAGS),
  fromRawMessage: fc.boolean(),
  createdTask: fc.boolean(),
  change: fc.constantFrom('', 'held', 'changed'),
});
const anyPatch: fc.Arbitrary<RowPatch> = fc.record(
  {
    method: text,
    target: text,
    pair: fc.nat(),
    durationMs: fc.nat(),
    tier: fc.constantFrom(...TIERS),
    outcome: fc.constantFrom(...OUTCOMES),
    code: text,
    text,
    flag: fc.constantFrom(...ROW_FLAGS),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('add'), fc.integer({ min: 1, max: 3 }), anyRow) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('patch'), fc.nat(60), anyPatch) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('take'), fc.nat(), fc.constant({})) },
);

test('rows that come in columns are those that come one by one', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const pool = new StringPool();
      const follower = new StringPool();
      const table = new RowTable(undefined, follower);
      const expected = new RowTable();
      let buffer = new RowBuffer(pool, 3);
      const take = () => {
        const rows = buffer.take();
        follower.append(pool.since(follower.length));
        const middle = Math.floor(rows.length / 2);
        table.appendColumns(rows, 0, middle);
        table.appendColumns(rows, middle, rows.length);
        buffer = new RowBuffer(pool, 3);
      };
      let seq = 0;
      for (const [kind, number, value] of steps) {
        if (kind === 'add') {
          seq += number;
          const row = { ...(value as Omit<Row, 'seq'>), seq };
          buffer.add(row);
          expected.add(row);
        } else if (kind === 'patch') {
          if (buffer.tryPatch(number, value as RowPatch)) expected.patch(number, value as RowPatch);
        } else take();
      }
      take();
      const rowsOf = (of: RowTable) => Array.from({ length: of.length }, (_, index) => of.row(index));
      expect(rowsOf(table)).toEqual(rowsOf(expected));
    }),
  );
});
