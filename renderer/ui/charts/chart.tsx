import type { ReactNode } from 'react';
import styles from './charts.module.css';

type Props = {
  readonly width: number;
  readonly height: number;
  /** What it shows, for those who do not see it. */
  readonly label: string;
  /** True for a line at the bottom. */
  readonly grounded?: boolean;
  readonly children: ReactNode;
};

/** The frame of a small chart: one pixel is one unit. */
export function Chart({ width, height, label, grounded = false, children }: Props) {
  return (
    <svg
      className={styles.chart}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {grounded && <path className={styles.ground} d={`M0 ${height - 0.5}h${width}`} />}
      {children}
    </svg>
  );
}
