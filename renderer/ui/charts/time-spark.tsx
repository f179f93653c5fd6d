import { memo } from 'react';
import { Chart } from './chart.tsx';
import styles from './charts.module.css';
import { stackedColumns } from './tier-columns.ts';

type Props = {
  /** For each part of the time a count per tier, in the order of `TIERS`. */
  readonly counts: readonly number[];
  readonly label: string;
  readonly width: number;
};

const HEIGHT = 22;

/** Calls over time, stacked by the tier of their end. */
export const TimeSpark = memo(function TimeSpark({ counts, label, width }: Props) {
  return (
    <Chart width={width} height={HEIGHT} label={label} grounded>
      {stackedColumns(counts, { width, height: HEIGHT }).map(({ tier, d }) => (
        <path key={tier} className={styles.tier} data-tier={tier} d={d} />
      ))}
    </Chart>
  );
});
