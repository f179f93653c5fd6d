import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome, Row, RowKind, RowPatch, Shape } from './row.ts';
import { blockLength, blockOfRows, RowTable } from './row-table.ts';
import { blockOf } from './testing/table-of.ts';
import { type Tier, WHERES } from './tier.ts';

/** Objects with one key per member, so that the compiler reports a new member of a union here. */
const FLAGS: Record<Row['flag'], 1> = { '': 1, info: 1, advice: 1, violation: 1 };
const KINDS: Record<RowKind, 1> = {
  frame: 1,
  stderr: 1,
  process: 1,
  client: 1,
  mark: 1,
  dropped: 1,
  http: 1,
};
const DIRECTIONS: Record<Row['direction'], 1> = { '': 1, 'client-to-server': 1, 'server-to-client': 1 };
const SHAPES: Record<Shape, 1> = {
  '': 1,
  request: 1,
  notification: 1,
  result: 1,
  error: 1,
  batch: 1,
  invalid: 1,
};
const TIERS: Record<Tier, 1> = { ok: 1, tool: 1, protocol: 1, client: 1, transport: 1 };
const OUTCOMES: Record<Outcome | '', 1> = {
  '': 1,
  pending: 1,
  listening: 1,
  ok: 1,
  'tool error': 1,
  'protocol error': 1,
  'timed out': 1,
  cancelled: 1,
  late: 1,
  'rejected by the client': 1,
  lost: 1,
  orphan: 1,
  duplicate: 1,
  malformed: 1,
};

function keyOf<Key extends string>(keys: Record<Key, 1>): fc.Arbitrary<Key> {
  return fc.constantFrom(...(Object.keys(keys) as Key[]));
}

const seq = fc.integer({ min: 1, max: 2 ** 40 });
const time = fc.double({ noNaN: true, noDefaultInfinity: true });
const word = fc.oneof(
  fc.constantFrom('', 'tools/call', '__proto__', 'constructor', '\ufeffmarked', 'größer', '𝄞'),
  fc.string(),
);

const row: fc.Arbitrary<Row> = fc.record({
  seq,
  at: time,
  session: word,
  kind: keyOf(KINDS),
  direction: keyOf(DIRECTIONS),
  shape: keyOf(SHAPES),
  method: word,
  target: word,
  id: word,
  pair: seq,
  durationMs: time,
  sizeBytes: fc.integer({ min: -1, max: 2 ** 33 }),
  tier: keyOf(TIERS),
  outcome: keyOf(OUTCOMES),
  code: word,
  text: word,
  flag: keyOf(FLAGS),
  fromRawMessage: fc.boolean(),
  repeats: fc.boolean(),
  createdTask: fc.boolean(),
  change: fc.constantFrom('' as const, 'held' as const, 'changed' as const),
  status: fc.constantFrom(0, 100, 200, 202, 404, 431, 503, 524),
  where: fc.constantFrom('' as const, ...WHERES),
});

const patch: fc.Arbitrary<RowPatch> = fc.record(
  {
    pair: seq,
    durationMs: time,
    tier: keyOf(TIERS),
    outcome: keyOf(OUTCOMES),
    code: word,
    text: word,
    flag: keyOf(FLAGS),
  },
  { requiredKeys: [] },
);

type Step = { readonly row: Row; readonly patches: readonly (readonly [number, RowPatch])[] };
const step: fc.Arbitrary<Step> = fc.record({ row, patches: fc.array(fc.tuple(fc.nat({ max: 60 }), patch)) });

describe('the row table', () => {
  test('equals a plain array of rows under any adds and patches', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const table = new RowTable();
        const plain: Row[] = [];
        for (const { row: added, patches } of steps) {
          const placed = { ...added, seq: (plain.at(-1)?.seq ?? 0) + 1 + (added.seq % 3) };
          table.add(placed);
          plain.push(placed);
          for (const [at, change] of patches) {
            table.patch(at, change);
            const index = plain.findIndex((candidate) => candidate.seq === at);
            const found = plain[index];
            if (found !== undefined) plain[index] = { ...found, ...change };
          }
        }
        expect(table.length).toBe(plain.length);
        plain.forEach((expected, index) => {
          expect(table.row(index)).toEqual(expected);
          expect(table.indexOf(expected.seq)).toBe(index);
          expect(table.columns.seq.at(index)).toBe(expected.seq);
          expect(table.columns.at.at(index)).toBe(expected.at);
          expect(table.columns.tier.at(index)).toBe(expected.tier);
          expect(table.columns.kind.at(index)).toBe(expected.kind);
        });
      }),
    );
  });

  test('holds more rows than its first columns have room for', () => {
    const table = new RowTable();
    for (let index = 0; index < 5000; index += 1) table.add({ ...sample, seq: index * 2 });
    expect(table.row(4999)).toEqual({ ...sample, seq: 9998 });
    expect(table.indexOf(4000)).toBe(2000);
    expect(table.indexOf(4001)).toBe(-1);
  });

  test('reads each row in place as it gives it', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), fc.array(patch, { maxLength: 20 }), (rows, patches) => {
        const table = new RowTable();
        for (const [index, one] of rows.entries()) table.add({ ...one, seq: index });
        for (const [index, change] of patches.entries()) table.patch(index, change);
        const read = table.reader();
        for (let index = rows.length - 1; index >= 0; index -= 1) {
          const shown = read(index);
          for (const [field, value] of Object.entries(table.row(index) ?? {}))
            expect(Reflect.get(shown, field)).toEqual(value);
        }
      }),
    );
  });

  test('has nothing beyond its ends', () => {
    const table = new RowTable();
    expect(table.row(0)).toBeUndefined();
    expect(table.row(-1)).toBeUndefined();
    expect(table.indexOf(1)).toBe(-1);
    table.patch(1, { text: 'nobody' });
    expect(table.length).toBe(0);
  });
});

describe('a block of rows', () => {
  const blocks = fc.array(fc.array(row, { maxLength: 12 }), { maxLength: 6 });

  test('gives another table the same rows, whatever it held before and however many of them it skips', () => {
    fc.assert(
      fc.property(blocks, fc.nat(12), (parts, skipped) => {
        const table = new RowTable();
        const plain: Row[] = [];
        for (const part of parts) {
          const from = Math.min(skipped, part.length);
          table.append(blockOf(part), from);
          plain.push(...part.slice(from));
        }
        expect(Array.from({ length: table.length }, (_, at) => table.row(at))).toEqual(plain);
      }),
    );
  });

  test('holds rows as they are after their changes, in the order in which they are named', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        patch,
        fc.infiniteStream(fc.nat()),
        (rows, change, order) => {
          const table = new RowTable();
          table.append(blockOf(rows));
          table.patchAt(0, change);
          const indexes = Uint32Array.from([...order.take(5)].map((at) => at % rows.length));
          const held = new RowTable();
          held.append(table.blockAt(indexes));
          expect(Array.from({ length: held.length }, (_, at) => held.row(at))).toEqual(
            [...indexes].map((index) => table.row(index)),
          );
        },
      ),
    );
  });

  test('can be read where a carrier has put it', () => {
    const block = blockOf([sample, { ...sample, seq: 2, text: 'größer' }]);
    const shifted = new Uint8Array(block.length + 3);
    shifted.set(block, 3);
    const table = new RowTable();
    table.append(shifted.subarray(3));
    expect(blockLength(block)).toBe(2);
    expect(table.row(1)?.text).toBe('größer');
  });

  test('can be made of rows that are in no table', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const table = new RowTable();
        table.append(blockOfRows(rows));
        expect(Array.from({ length: table.length }, (_, at) => table.row(at))).toEqual(rows);
      }),
    );
  });

  test('of nothing adds nothing', () => {
    const table = new RowTable();
    table.append(blockOf([]));
    expect(table.length).toBe(0);
  });

  test.each([new Uint8Array(), new Uint8Array(80), blockOf([sample]).subarray(0, 90)])(
    'is refused if it is none',
    (bytes) => {
      expect(() => new RowTable().append(bytes)).toThrow('not a block of rows');
    },
  );
});

const sample: Row = {
  status: 404,
  where: 'session',
  seq: 1,
  at: 2.5,
  session: 's1',
  kind: 'frame',
  direction: 'server-to-client',
  shape: 'result',
  method: 'tools/call',
  target: 'echo',
  id: '7',
  pair: 3,
  durationMs: 12.25,
  sizeBytes: 400,
  tier: 'tool',
  outcome: 'tool error',
  code: '',
  text: 'no such file',
  flag: 'advice',
  fromRawMessage: true,
  repeats: false,
  createdTask: false,
  change: 'changed',
};
