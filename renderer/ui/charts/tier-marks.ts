import type { Tier } from '../../../app/frame/tier.ts';

type Part = readonly [from: number, to: number];

/**
 * Which shares of a mark a tier fills, in the strip, beside the scrollbar and in every chart: colours that look alike
 * cannot hide it. Of a column they are shares of its width, of a bar shares of its height from the ground up.
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
