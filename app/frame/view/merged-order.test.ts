import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MergedOrder } from './merged-rows.ts';

type Entry = { readonly time: number; readonly source: number; readonly index: number };

function entries(order: MergedOrder): Entry[] {
  return Array.from({ length: order.length }, (_, position) => ({
    time: order.timeAt(position),
    source: order.sourceAt(position),
    index: order.indexAt(position),
  }));
}

function sorted(all: readonly Entry[]): Entry[] {
  return [...all].sort((a, b) => a.time - b.time || a.source - b.source || a.index - b.index);
}

/** The times of some logs, each ascending, and the order in which their batches arrive: log number and row count. */
const logs = fc.array(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 }), {
  minLength: 1,
  maxLength: 5,
});
const arrivals = fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 9 })), { maxLength: 60 });

function rising(steps: readonly number[]): number[] {
  let time = 0;
  return steps.map((step) => {
    time += step;
    return time;
  });
}

describe('the merged order', () => {
  it('is the same whatever batches the rows arrive in', () => {
    fc.assert(
      fc.property(logs, arrivals, (steps, batches) => {
        const times = steps.map(rising);
        const order = new MergedOrder();
        const taken = times.map(() => 0);
        const take = (source: number, count: number) => {
          const from = taken[source] ?? 0;
          const part = (times[source] ?? []).slice(from, from + count);
          taken[source] = from + part.length;
          order.insert(source, { times: part, indexes: part.map((_, at) => from + at) });
        };
        for (const [source, count] of batches) if (source < times.length) take(source, count);
        for (const source of times.keys()) take(source, Number.POSITIVE_INFINITY);
        const expected = sorted(
          times.flatMap((own, source) => own.map((time, index) => ({ time, source, index }))),
        );
        expect(entries(order)).toEqual(expected);
      }),
    );
  });

  it('finds the place of every row, also of one that is not there', () => {
    fc.assert(
      fc.property(logs, (steps) => {
        const order = new MergedOrder();
        steps.map(rising).forEach((times, source) => {
          // Only every second row is shown.
          const shown = times.map((_, index) => index).filter((index) => index % 2 === 0);
          order.insert(source, { times: shown.map((index) => times[index] ?? 0), indexes: shown });
        });
        steps.map(rising).forEach((times, source) => {
          times.forEach((time, index) => {
            const position = order.positionFrom(time, source, index);
            const before = entries(order).filter(
              (one) =>
                one.time - time < 0 ||
                (one.time === time && (one.source < source || (one.source === source && one.index < index))),
            );
            expect(position).toBe(before.length);
          });
        });
      }),
    );
  });

  it('forgets a log and keeps the order of the others', () => {
    const order = new MergedOrder();
    order.insert(0, { times: [1, 3, 5], indexes: [0, 1, 2] });
    order.insert(1, { times: [2, 3, 9], indexes: [0, 1, 2] });
    order.remove(0);
    expect(entries(order).map(({ time }) => time)).toEqual([2, 3, 9]);
    order.insert(0, { times: [1, 3], indexes: [0, 1] });
    expect(entries(order).map(({ source, index }) => `${source}:${index}`)).toEqual([
      '0:0',
      '1:0',
      '0:1',
      '1:1',
      '1:2',
    ]);
  });

  it('takes a million rows of ten logs, batch by batch: sorting all at each batch takes minutes', () => {
    const order = new MergedOrder();
    for (let batch = 0; batch < 400; batch += 1) {
      for (let source = 0; source < 10; source += 1) {
        const from = batch * 250;
        const indexes = Array.from({ length: 250 }, (_, at) => from + at);
        order.insert(source, { times: indexes.map((index) => index * 10 + source), indexes });
      }
    }
    expect(order.length).toBe(1_000_000);
    expect(order.timeAt(999_999)).toBe(999_999);
  });
});
