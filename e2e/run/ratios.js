// What the benchmarks in turns make of their rounds.

/** @param {readonly number[]} values @param {number} share */
function quantile(values, share) {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.floor(share * (ordered.length - 1))] ?? Number.NaN;
}

/**
 * The ratio within each round: the middle one and the quarters around it, and the middle time of each side.
 * @param {readonly { base: number, ours: number }[]} rounds in milliseconds
 */
export function ratioOf(rounds) {
  const ratios = rounds.map(({ base, ours }) => ours / base);
  const all = rounds.map(({ base }) => base);
  return {
    baseMs: Math.round(quantile(all, 0.5)),
    ms: Math.round(
      quantile(
        rounds.map(({ ours }) => ours),
        0.5,
      ),
    ),
    ratio: Number(quantile(ratios, 0.5).toFixed(2)),
    middleHalf: `${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}`,
  };
}
