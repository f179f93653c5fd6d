import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reachableBounds } from './window-bounds.ts';

const large = { x: 0, y: 0, width: 1920, height: 1040 };
const left = { x: -1280, y: 0, width: 1280, height: 800 };

test('a window comes back where it was, on any screen that is still there', () => {
  const there = { x: -1200, y: 10, width: 1000, height: 700 };
  expect(reachableBounds(there, [large, left])).toEqual(there);
  expect(reachableBounds(there, [large])).toEqual({ width: 1440, height: 900 });
});

test('the usual size is cut to a small screen', () => {
  expect(reachableBounds(undefined, [{ x: 0, y: 0, width: 1024, height: 700 }])).toEqual({
    width: 1024,
    height: 700,
  });
});

test('whatever was saved, the window is large enough and on a screen', () => {
  const side = fc.oneof(fc.integer({ min: -3000, max: 3000 }), fc.anything());
  const saved = fc.oneof(fc.anything(), fc.record({ x: side, y: side, width: side, height: side }));
  fc.assert(
    fc.property(saved, (value) => {
      const { x, y, width, height } = reachableBounds(value, [large, left]);
      expect(width).toBeGreaterThanOrEqual(800);
      expect(height).toBeGreaterThanOrEqual(560);
      if (x === undefined || y === undefined) return;
      const inside = [large, left].some(
        (area) =>
          x >= area.x &&
          y >= area.y &&
          x + width <= area.x + area.width &&
          y + height <= area.y + area.height,
      );
      expect(inside).toBe(true);
    }),
  );
});
