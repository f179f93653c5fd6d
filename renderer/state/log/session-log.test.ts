import { describe, expect, it } from 'vitest';
import type { Row } from '../../../app/frame/row.ts';
import { emptyRow } from '../../../app/session/row-reader.ts';
import { LatencySketch } from './session-log.ts';

function answer(durationMs: number, shape: Row['shape'] = 'result'): Row {
  return { ...emptyRow({ seq: 1, at: 0, session: 's1' }, 'frame'), shape, durationMs };
}

describe('a latency sketch', () => {
  it('gives quantiles within 4 %', () => {
    const sketch = new LatencySketch();
    for (let ms = 1; ms <= 1000; ms += 1) sketch.added(answer(ms));
    expect(Math.abs(sketch.quantile(0.5) - 500)).toBeLessThan(20);
    expect(Math.abs(sketch.quantile(0.95) - 950)).toBeLessThan(40);
  });

  it('counts answers only', () => {
    const sketch = new LatencySketch();
    sketch.added(answer(-1));
    sketch.added(answer(5, 'notification'));
    expect(sketch.count).toBe(0);
    expect(sketch.quantile(0.5)).toBeNaN();
  });
});
