import { TIERS, type Tier } from '../../../app/frame/tier.ts';

/** The stacking order of tiers, from the bottom; the worst is on top. */
export const STACKED_TIERS: readonly Tier[] = ['ok', 'tool', 'client', 'transport', 'protocol'];

/** The outline of a tier's blocks in a stacked chart, as the `d` of one path. */
type TierPath = { readonly tier: Tier; readonly d: string };

type Chart = { readonly width: number; readonly height: number };

/** The minimum height of a block, in pixels: one error among thousands must be visible. */
const MIN_HEIGHT = 2;

/**
 * Stacked columns, one path per tier. `counts` has a count per column and tier, in the order of `TIERS`; the height is
 * the square root of the sum, so that small columns stay visible next to large ones. Each tier fills its pattern.
 */
export function stackedColumns(counts: readonly number[], { width, height }: Chart): TierPath[] {
  const columns = Math.max(1, counts.length / TIERS.length);
  const at = (column: number, tier: Tier): number => counts[column * TIERS.length + TIERS.indexOf(tier)] ?? 0;
  const sums = Array.from({ length: columns }, (_, column) =>
    STACKED_TIERS.reduce((sum, tier) => sum + at(column, tier), 0),
  );
  const most = Math.sqrt(Math.max(1, ...sums));
  const step = width / columns;
  const paths = new Map<Tier, string[]>();
  for (const [column, sum] of sums.entries()) {
    if (sum === 0) continue;
    const full = Math.max(MIN_HEIGHT, (Math.sqrt(sum) / most) * height);
    let base = height;
    for (const [tier, block] of blocksOf((tier) => at(column, tier), full, height)) {
      base -= block;
      const list = paths.get(tier) ?? [];
      for (const [from, to] of TIER_MARKS[tier]) {
        const wide = round((to - from) * step * 0.9);
        list.push(`M${round((column + from * 0.9) * step)} ${round(base)}h${wide}v${round(block)}h${-wide}z`);
      }
      paths.set(tier, list);
    }
  }
  return [...paths].map(([tier, list]) => ({ tier, d: list.join('') }));
}

/** The height of each tier that occurs, from the bottom; ok calls shrink in favor of failures. */
function blocksOf(countOf: (tier: Tier) => number, full: number, height: number): [Tier, number][] {
  const sum = STACKED_TIERS.reduce((all, tier) => all + countOf(tier), 0);
  const errors = STACKED_TIERS.filter((tier) => tier !== 'ok' && countOf(tier) > 0);
  const blocks = errors.map((tier): [Tier, number] => [
    tier,
    Math.max(MIN_HEIGHT, (countOf(tier) / sum) * full),
  ]);
  const failed = blocks.reduce((all, [, block]) => all + block, 0);
  const fit = Math.min(1, height / Math.max(failed, 1));
  const ok: [Tier, number][] = countOf('ok') > 0 ? [['ok', Math.max(0, full - failed)]] : [];
  return [...ok, ...blocks.map(([tier, block]): [Tier, number] => [tier, block * fit])];
}

/** Pixels with two decimals: enough for drawing, and paths stay short. */
export function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

/**
 * The pattern that a tier fills in the strip, next to the scrollbar and in every chart, so that it can be recognized
 * without its color. In a column it divides the width, in a bar the height from the bottom.
 */
export const TIER_MARKS: Readonly<Record<Tier, readonly (readonly [from: number, to: number])[]>> = {
  protocol: [[0, 1]],
  tool: [[0, 0.5]],
  client: [[0.5, 1]],
  transport: [
    [0, 0.25],
    [0.75, 1],
  ],
  ok: [[0, 0.75]],
};
