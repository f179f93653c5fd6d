import styles from './problems.module.css';

type Props = {
  readonly bins: readonly number[];
  readonly width: number;
  readonly height: number;
};

/** How often something occurred over a session: a bar for each span of time. Decoration beside numbers. */
export function SparkLine({ bins, width, height }: Props) {
  const most = Math.max(...bins, 1);
  const step = width / Math.max(bins.length, 1);
  const bars = bins.flatMap((count, at) => {
    if (count === 0) return [];
    // One of many must be seen too.
    const high = Math.max(2, Math.sqrt(count / most) * (height - 1));
    return [
      `M${(at * step).toFixed(1)} ${height}h${Math.max(step - 0.6, 1).toFixed(1)}v-${high.toFixed(1)}h-${Math.max(step - 0.6, 1).toFixed(1)}z`,
    ];
  });
  return (
    <svg
      className={styles.spark}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path d={`M0 ${height - 0.5}h${width}`} className={styles.axis} />
      <path d={bars.join('')} fill="currentColor" />
    </svg>
  );
}
