import { Chart } from './chart.tsx';
import styles from './charts.module.css';
import { round } from './tier-columns.ts';

type Props = {
  /** From the oldest to the newest; null where there is none. */
  readonly values: readonly (number | null)[];
  readonly label: string;
};

const WIDTH = 90;
const HEIGHT = 20;

/** A measure over runs, the newest at the right: a line from zero, with a dot at the last value. */
export function TrendLine({ values, label }: Props) {
  const most = Math.max(1e-9, ...values.map((value) => value ?? 0));
  const step = values.length > 1 ? (WIDTH - 6) / (values.length - 1) : 0;
  const points = values.flatMap((value, at) =>
    value === null ? [] : [{ x: round(3 + at * step), y: round(HEIGHT - 3 - (value / most) * (HEIGHT - 6)) }],
  );
  const last = points.at(-1);
  return (
    <Chart width={WIDTH} height={HEIGHT} label={label} grounded>
      {points.length > 1 && (
        <path
          className={styles.line}
          d={points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')}
        />
      )}
      {last !== undefined && <circle className={styles.dot} cx={last.x} cy={last.y} r="2.5" />}
    </Chart>
  );
}
