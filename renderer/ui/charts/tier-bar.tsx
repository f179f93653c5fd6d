import type { Tier } from '../../../app/frame/tier.ts';
import { Chart } from './chart.tsx';
import styles from './charts.module.css';
import { round, STACKED_TIERS } from './tier-columns.ts';

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
const LEAST_WIDTH = 3;

/** How calls ended, as one bar: a block a tier, the largest first as drawn, errors at the right. */
export function TierBar({ tiers, open = 0, label, width, height = 10 }: Props) {
  const total = STACKED_TIERS.reduce((sum, tier) => sum + tiers[tier], open);
  const blocks = widths(tiers, total, width);
  return (
    <Chart width={width} height={height} label={label}>
      {blocks.length === 0 ? (
        <rect className={styles.open} x="0.5" y="0.5" width={width - 1} height={height - 1} rx="2" />
      ) : (
        blocks.map(({ tier, from, size }) => (
          <rect
            key={tier}
            className={styles.tier}
            data-tier={tier}
            x={round(from)}
            y={tier === 'ok' ? height * 0.2 : 0}
            width={round(Math.max(0, size - 1))}
            height={tier === 'ok' ? height * 0.6 : height}
            rx="1.5"
          />
        ))
      )}
    </Chart>
  );
}

type Block = { readonly tier: Tier; readonly from: number; readonly size: number };

function widths(tiers: Props['tiers'], total: number, width: number): Block[] {
  const present = STACKED_TIERS.filter((tier) => tiers[tier] > 0);
  const errors = present.filter((tier) => tier !== 'ok');
  const least = LEAST_WIDTH * errors.length;
  let from = 0;
  return present.map((tier) => {
    const share = (tiers[tier] / total) * (width - least);
    const size = tier === 'ok' ? share : share + LEAST_WIDTH;
    const block = { tier, from, size };
    from += size;
    return block;
  });
}
