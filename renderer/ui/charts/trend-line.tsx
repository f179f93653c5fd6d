import styles from './charts.module.css';
import { round } from './tier-columns.ts';

type Props = {
  /** From the oldest to the newest; null where there is none. */
  readonly values: readonly (number | null)[];
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
};

/** A measure over runs, the newest at the right: a line from zero, with a dot at the last value. */
export function TrendLine({ values, label, width = 90, height = 20 }: Props) {
  const most = Math.max(1e-9, ...values.map((value) => value ?? 0));
  const step = values.length > 1 ? (width - 6) / (values.length - 1) : 0;
  const points = values.flatMap((value, at) =>
    value === null ? [] : [{ x: round(3 + at * step), y: round(height - 3 - (value / most) * (height - 6)) }],
  );
  const last = points.at(-1);
  return (
    <svg
      className={styles.chart}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <path className={styles.ground} d={`M0 ${height - 0.5}h${width}`} />
      {points.length > 1 && (
        <path
          className={styles.line}
          d={points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')}
        />
      )}
      {last !== undefined && <circle className={styles.dot} cx={last.x} cy={last.y} r="2.5" />}
    </svg>
  );
}
