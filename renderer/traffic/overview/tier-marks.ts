import type { Tier } from '../../../app/frame/tier.ts';

type Part = readonly [from: number, to: number];

/**
 * Which shares of a mark's width a tier fills, in the strip and beside the scrollbar: colours that look alike cannot
 * hide it.
 */
export const TIER_MARKS: Readonly<Record<Tier, readonly Part[]>> = {
  protocol: [[0, 1]],
  tool: [[0, 0.5]],
  client: [[0.5, 1]],
  transport: [
    [0, 0.25],
    [0.75, 1],
  ],
  ok: [[0, 0.75]],
};
