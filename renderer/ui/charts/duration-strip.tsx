import { memo } from 'react';
import { DURATION_STEPS, type Percentiles } from '../../../app/stats/session-statistics.ts';
import { formatDuration } from '../format/time-text.ts';
import { Chart } from './chart.tsx';
import styles from './charts.module.css';
import { round } from './tier-columns.ts';

type Props = {
  /** How many calls took how long, by `DURATION_STEPS`. */
  readonly steps: readonly number[];
  readonly percentiles: Percentiles;
  readonly width?: number;
  readonly height: number;
};

/** Where a duration lies on the axis, from 0 to 1; its steps grow by their logarithm. */
export function placeOfDuration(milliseconds: number): number {
  const exponent = Math.log10(Math.max(milliseconds, 10 ** DURATION_STEPS.from));
  return Math.min(1, Math.max(0, (exponent - DURATION_STEPS.from) / DURATION_STEPS.decades));
}

/** How long calls took, on one axis for all tools: columns, and lines at p50, p95 and p99. */
export const DurationStrip = memo(function DurationStrip(props: Props) {
  const { steps, percentiles, width = 168, height } = props;
  const { p50, p95, p99, count } = percentiles;
  const most = Math.sqrt(Math.max(1, ...steps));
  const step = width / steps.length;
  const columns = steps.map((value, at) => {
    if (value === 0) return '';
    const tall = Math.max(1.5, (Math.sqrt(value) / most) * (height - 4));
    return `M${round(at * step)} ${round(height - tall)}h${round(step - 0.6)}v${round(tall)}h${round(0.6 - step)}z`;
  });
  const x = (milliseconds: number): number => round(placeOfDuration(milliseconds) * width);
  const lines = [
    ['p50', p50],
    ['p95', p95],
    ['p99', p99],
  ] as const;
  return (
    <Chart
      width={width}
      height={height}
      label={
        count === 0
          ? 'no answers'
          : lines.map(([name, value]) => `${name} ${formatDuration(value)}`).join(', ')
      }
      grounded
    >
      {Array.from({ length: DURATION_STEPS.decades - 1 }, (_, decade) => (
        <path
          key={decade}
          className={styles.decade}
          d={`M${round(((decade + 1) / DURATION_STEPS.decades) * width)} ${height - 4}v4`}
        />
      ))}
      <path className={styles.steps} d={columns.join('')} />
      {count > 0 &&
        lines.map(([name, value]) => (
          <path
            key={name}
            className={styles[name]}
            d={`M${x(value)} ${name === 'p50' ? 5 : 1}V${height - 1}`}
          />
        ))}
    </Chart>
  );
});
