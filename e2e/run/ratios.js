// Evaluates the rounds of alternating benchmarks.

/** The quantile of the values; NaN for none. @param {readonly number[]} values @param {number} share */
export function quantile(values, share) {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.floor(share * (ordered.length - 1))] ?? Number.NaN;
}

/** The median, rounded. @param {readonly number[]} values */
export const middle = (values) => Math.round(quantile(values, 0.5));

/**
 * The ratio within each round: its median and quartiles, and the median time of each side.
 * @param {readonly { base: number, ours: number }[]} rounds in milliseconds
 */
export function ratioOf(rounds) {
  const ratios = rounds.map(({ base, ours }) => ours / base);
  return {
    baseMs: middle(rounds.map(({ base }) => base)),
    ms: middle(rounds.map(({ ours }) => ours)),
    ratio: Number(quantile(ratios, 0.5).toFixed(2)),
    middleHalf: `${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}`,
  };
}
