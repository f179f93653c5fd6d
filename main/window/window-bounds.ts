import type { Rectangle } from 'electron';

export const SMALLEST = { width: 800, height: 560 };
const USUAL = { width: 1440, height: 900 };

/** The size, and the position if known; without one the system chooses. */
type WindowBounds = { width: number; height: number; x?: number; y?: number };

/** `saved` as read from disk if it fits in a screen's work area, else the default size within the first work area. */
export function reachableBounds(saved: unknown, workAreas: readonly Rectangle[]): WindowBounds {
  const area = workAreas[0] ?? { x: 0, y: 0, ...USUAL };
  const usual = { width: Math.min(USUAL.width, area.width), height: Math.min(USUAL.height, area.height) };
  if (!isRectangle(saved)) return usual;
  const { x, y, width, height } = saved;
  const home = workAreas.find((one) => isInside(one, x, y) && isInside(one, x + width - 1, y + height - 1));
  const isLarge = width >= SMALLEST.width && height >= SMALLEST.height;
  return home !== undefined && isLarge ? { x, y, width, height } : usual;
}

function isInside({ x, y, width, height }: Rectangle, left: number, top: number): boolean {
  return left >= x && left < x + width && top >= y && top < y + height;
}

function isRectangle(value: unknown): value is Rectangle {
  if (typeof value !== 'object' || value === null) return false;
  const { x, y, width, height } = value as Partial<Rectangle>;
  return [x, y, width, height].every((side) => Number.isSafeInteger(side));
}
