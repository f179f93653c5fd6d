import { memo, type ReactNode } from 'react';
import { DURATION_STEPS, type Percentiles } from '../../../app/analysis/stats/session-statistics.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import { formatDuration } from '../format/quantity-text.ts';
import styles from './charts.module.css';
import { round, STACKED_TIERS, stackedColumns, TIER_MARKS } from './tier-columns.ts';

type Props = {
  readonly width: number;
  readonly height: number;
  /** The accessible description. */
  readonly label: string;
  readonly grounded?: boolean;
  readonly children: ReactNode;
};

function Chart({ width, height, label, grounded = false, children }: Props) {
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

type TierBarProps = {
  readonly tiers: Readonly<Record<Tier, number>>;
  readonly open?: number;
  readonly label: string;
  readonly width: number;
  readonly height?: number;
};

/** The minimum width of a tier that occurred, in pixels. */
const MIN_WIDTH = 3;

/** How calls ended, as one bar: a block per tier in its pattern, errors on the right. */
export function TierBar({ tiers, open = 0, label, width, height = 10 }: TierBarProps) {
  const total = STACKED_TIERS.reduce((sum, tier) => sum + tiers[tier], open);
  const blocks = widths(tiers, total, width);
  return (
    <Chart width={width} height={height} label={label}>
      {blocks.length === 0 ? (
        <rect className={styles.open} x="0.5" y="0.5" width={width - 1} height={height - 1} rx="2" />
      ) : (
        blocks.map(({ tier, from, size }) => (
          <path key={tier} className={styles.tier} data-tier={tier} d={blockPath(tier, from, size, height)} />
        ))
      )}
    </Chart>
  );
}

function blockPath(tier: Tier, from: number, size: number, height: number): string {
  const wide = round(Math.max(0, size - 1));
  return TIER_MARKS[tier]
    .map(([low, high]) => {
      const tall = round((high - low) * height);
      return `M${round(from)} ${round(height * (1 - high))}h${wide}v${tall}h${-wide}z`;
    })
    .join('');
}

type Block = { readonly tier: Tier; readonly from: number; readonly size: number };

function widths(tiers: TierBarProps['tiers'], total: number, width: number): Block[] {
  const present = STACKED_TIERS.filter((tier) => tiers[tier] > 0);
  const errors = present.filter((tier) => tier !== 'ok');
  const least = MIN_WIDTH * errors.length;
  let from = 0;
  return present.map((tier) => {
    const share = (tiers[tier] / total) * (width - least);
    const size = tier === 'ok' ? share : share + MIN_WIDTH;
    const block = { tier, from, size };
    from += size;
    return block;
  });
}

type TimeSparkProps = {
  /** A count per time bin and tier, in the order of `TIERS`. */
  readonly counts: readonly number[];
  readonly label: string;
  readonly width: number;
};

const HEIGHT = 22;

/** Calls over time, stacked by the tier of their end. */
export const TimeSpark = memo(function TimeSpark({ counts, label, width }: TimeSparkProps) {
  return (
    <Chart width={width} height={HEIGHT} label={label} grounded>
      {stackedColumns(counts, { width, height: HEIGHT }).map(({ tier, d }) => (
        <path key={tier} className={styles.tier} data-tier={tier} d={d} />
      ))}
    </Chart>
  );
});

type TrendLineProps = {
  /** From oldest to newest; null for no value. */
  readonly values: readonly (number | null)[];
  readonly label: string;
};

const WIDTH = 90;
const HEIGHT_TRENDLINE = 20;

/** A measure over runs, newest on the right: a line from zero, with a dot at the last value. */
export function TrendLine({ values, label }: TrendLineProps) {
  const most = Math.max(1e-9, ...values.map((value) => value ?? 0));
  const step = values.length > 1 ? (WIDTH - 6) / (values.length - 1) : 0;
  const points = values.flatMap((value, at) =>
    value === null
      ? []
      : [
          {
            x: round(3 + at * step),
            y: round(HEIGHT_TRENDLINE - 3 - (value / most) * (HEIGHT_TRENDLINE - 6)),
          },
        ],
  );
  const last = points.at(-1);
  return (
    <Chart width={WIDTH} height={HEIGHT_TRENDLINE} label={label} grounded>
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

type DurationStripProps = {
  /** The number of calls per duration, by `DURATION_STEPS`. */
  readonly steps: readonly number[];
  readonly percentiles: Percentiles;
  readonly width?: number;
  readonly height: number;
};

/** The position of a duration on the axis, from 0 to 1; the steps are logarithmic. */
export function placeOfDuration(milliseconds: number): number {
  const exponent = Math.log10(Math.max(milliseconds, 10 ** DURATION_STEPS.from));
  return Math.min(1, Math.max(0, (exponent - DURATION_STEPS.from) / DURATION_STEPS.decades));
}

/** The durations of calls, on one axis for all tools: columns, and lines at p50, p95 and p99. */
export const DurationStrip = memo(function DurationStrip(props: DurationStripProps) {
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
