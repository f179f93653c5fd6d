import type { Tier } from '../../../app/frame/tier.ts';
import { Chart } from './chart.tsx';
import styles from './charts.module.css';
import { round, STACKED_TIERS } from './tier-columns.ts';
import { TIER_MARKS } from './tier-marks.ts';

type Props = {
  readonly tiers: Readonly<Record<Tier, number>>;
  /** Calls that have not ended. */
  readonly open?: number;
  /** What it shows, for those who do not see it. */
  readonly label: string;
  readonly width: number;
  readonly height?: number;
};

/** A tier that occurred has so many pixels at least. */
const MIN_WIDTH = 3;

/** How calls ended, as one bar: a block a tier, which fills its shares of the height, errors at the right. */
export function TierBar({ tiers, open = 0, label, width, height = 10 }: Props) {
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

function widths(tiers: Props['tiers'], total: number, width: number): Block[] {
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
