import { memo } from 'react';
import styles from './charts.module.css';
import { stackedColumns } from './tier-columns.ts';

type Props = {
  /** For each part of the time a count per tier, in the order of `TIERS`. */
  readonly counts: readonly number[];
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
};

/** Calls over time, stacked by the tier of their end. */
export const TimeSpark = memo(function TimeSpark({ counts, label, width = 128, height = 22 }: Props) {
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
      {stackedColumns(counts, { width, height }).map(({ tier, d }) => (
        <path key={tier} className={styles.tier} data-tier={tier} d={d} />
      ))}
    </svg>
  );
});
