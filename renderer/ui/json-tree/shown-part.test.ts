import { describe, expect, it } from 'vitest';
import { MAX_SHOWN, partWith, partWithMore } from './wire-text.tsx';

const TEXT = `{${Array.from({ length: 200_000 }, (_, at) => `"key ${at}":${at}`).join(',')}}`;

describe('the shown part of a long text', () => {
  it('stays as it is for a range that it holds', () => {
    const part = { from: 0, to: 8000 };
    expect(partWith(TEXT, part, [10, 20])).toBe(part);
  });

  it('grows to a range that is not far away', () => {
    const part = partWith(TEXT, { from: 0, to: 8000 }, [9_000, 9_010]);
    expect(part.from).toBe(0);
    expect(part.to).toBeGreaterThan(9_010);
  });

  it('moves to a range far away, beginning with a member, and back', () => {
    const at = TEXT.indexOf('"key 150000"');
    const far = partWith(TEXT, { from: 0, to: 8000 }, [at, at + 5]);
    expect(far.to - far.from).toBeLessThan(MAX_SHOWN);
    expect([far.from < at, far.to > at + 5]).toEqual([true, true]);
    expect(TEXT.slice(far.from, far.from + 5)).toBe('"key ');
    expect(partWith(TEXT, far, [10, 20]).from).toBe(0);
  });

  it('never shows more than may be laid out at once', () => {
    let part = { from: 0, to: 8000 };
    for (let step = 0; step < 100; step += 1) part = partWithMore(part);
    expect(part.to - part.from).toBeLessThanOrEqual(MAX_SHOWN);
    expect(part.to).toBe(8000 + 100 * 20_000);
  });
});
