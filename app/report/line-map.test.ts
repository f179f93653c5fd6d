import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineMap } from './line-map.ts';

describe('the lines of records', () => {
  it('are found again for any gaps in seq and line', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })));
    fc.assert(
      fc.property(steps, (gaps) => {
        const map = new LineMap();
        const added: [number, number][] = [];
        let seq = 0;
        let line = 1;
        for (const [bySeq, byLine] of gaps) {
          seq += bySeq;
          line += byLine;
          map.add(seq, line);
          added.push([seq, line]);
        }
        for (const [known, expected] of added) expect(map.lineOf(known)).toBe(expected);
      }),
    );
  });

  it('begin at 1', () => {
    expect(new LineMap().lineOf(5)).toBe(1);
  });
});
