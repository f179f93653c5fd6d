import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drawnRows,
  followingAfter,
  offsetAt,
  offsetToReveal,
  ROW_HEIGHT,
  scrollSpace,
  scrollTopFor,
} from './use-log-scroll.ts';

describe('the scroll space of a log', () => {
  it('is not scaled up to half a million rows', () => {
    const space = scrollSpace(500_000, 600);
    expect(space.scaled).toBe(false);
    expect(offsetAt(space, 1234)).toBe(1234);
    expect(scrollTopFor(space, 1234)).toBe(1234);
  });

  it('stays below what a browser can draw, and still reaches the last of many million rows', () => {
    const space = scrollSpace(20_000_000, 600);
    expect(space.spacer).toBeLessThan(16_000_000);
    expect(offsetAt(space, space.maxScroll)).toBe(20_000_000 * ROW_HEIGHT - 600);
  });

  it('finds the scroll position of any offset again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000_000 }),
        fc.nat(2000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (total, viewport, share) => {
          const space = scrollSpace(total, viewport);
          const offset = share * space.maxOffset;
          const back = offsetAt(space, scrollTopFor(space, offset));
          expect(Math.abs(back - offset)).toBeLessThanOrEqual(space.scaled ? 12 : 1e-6);
        },
      ),
    );
  });

  it('reveals a row and moves no more than it must', () => {
    const space = scrollSpace(100, 240);
    expect(offsetToReveal(space, 0, 240, 5, 'nearest')).toBeUndefined();
    expect(offsetToReveal(space, 0, 240, 10, 'nearest')).toBe(ROW_HEIGHT);
    expect(offsetToReveal(space, 480, 240, 3, 'nearest')).toBe(3 * ROW_HEIGHT);
    expect(offsetToReveal(space, 0, 240, 99, 'center')).toBe(space.maxOffset);
    expect(offsetToReveal(space, 0, 240, 50, 'top')).toBe(50 * ROW_HEIGHT);
  });

  it('draws every visible row at its place, and never two in one element', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (total, viewport, share) => {
          const space = scrollSpace(total, viewport);
          const offset = share * space.maxOffset;
          const { first, end, top, slots, seen } = drawnRows(space, offset, viewport, total);
          expect(first).toBeLessThanOrEqual(seen.first);
          expect(end).toBeGreaterThan(seen.last);
          expect(end).toBeLessThanOrEqual(total);
          expect(end - first).toBeLessThanOrEqual(slots);
          // A row is as far below the edge of the viewport as its offset is below the shown one.
          const edge = scrollTopFor(space, offset);
          expect(top + (seen.first - first) * ROW_HEIGHT - edge).toBeCloseTo(
            seen.first * ROW_HEIGHT - offset,
            3,
          );
        },
      ),
    );
  });

  it('follows from the end on, and stops with a move up', () => {
    expect(followingAfter(1000, 900, 1000)).toBe(true);
    expect(followingAfter(998, 1000, 1000)).toBe(true);
    expect(followingAfter(900, 1000, 1000)).toBe(false);
    expect(followingAfter(950, 900, 1000)).toBeUndefined();
    // A log that became taller was not scrolled by anybody.
    expect(followingAfter(1000, 1000, 1500)).toBeUndefined();
  });
});
