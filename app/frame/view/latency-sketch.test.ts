import { describe, expect, it } from 'vitest';
import { emptyRow, type Row } from '../row.ts';
import { tableOf } from '../testing/table-of.ts';
import { LatencySketch } from './log-index.ts';

function sketchOf(durations: readonly number[], shape: Row['shape'] = 'result'): LatencySketch {
  const sketch = new LatencySketch();
  const row = emptyRow({ seq: 1, at: 0, session: 's1' }, 'frame');
  sketch.added(tableOf(durations.map((durationMs) => ({ ...row, shape, durationMs }))), 0, durations.length);
  return sketch;
}

describe('a latency sketch', () => {
  it('gives quantiles within 4 %', () => {
    const sketch = sketchOf(Array.from({ length: 1000 }, (_, at) => at + 1));
    expect(Math.abs(sketch.quantile(0.5) - 500)).toBeLessThan(20);
    expect(Math.abs(sketch.quantile(0.95) - 950)).toBeLessThan(40);
  });

  it.each([[[241]], [[5, 119]], [[0]], [[0.004, 0.004]], [[1, 2, 623]]])(
    'of %j never leaves the measured values',
    (durations) => {
      const sketch = sketchOf(durations);
      for (const share of [0, 0.05, 0.5, 0.95, 1]) {
        expect(sketch.quantile(share)).toBeGreaterThanOrEqual(Math.min(...durations));
        expect(sketch.quantile(share)).toBeLessThanOrEqual(Math.max(...durations));
      }
    },
  );

  it('counts answers only', () => {
    for (const sketch of [sketchOf([-1]), sketchOf([5], 'notification')]) {
      expect(sketch.count).toBe(0);
      expect(sketch.quantile(0.5)).toBeNaN();
    }
  });
});
