import type { Tier } from '../frame/tier.ts';

/**
 * The tiers from good to bad. Up to `tool` the model can act on what it reads; a `protocol` error still
 * reaches the host as an answer; a `client` error is the host giving up; with `transport` nothing is left.
 */
export const TIERS_FROM_GOOD_TO_BAD = [
  'ok',
  'tool',
  'protocol',
  'client',
  'transport',
] as const satisfies Tier[];

export type TierDirection = 'worse' | 'better';

/** Which way a tier went; undefined where it stayed. */
export function tierDirection(before: Tier, after: Tier): TierDirection | undefined {
  if (before === after) return undefined;
  return TIERS_FROM_GOOD_TO_BAD.indexOf(after) > TIERS_FROM_GOOD_TO_BAD.indexOf(before) ? 'worse' : 'better';
}
