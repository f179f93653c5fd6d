/** The next bin from `at` in a direction that holds something; undefined if none does. */
export function fartherBin(counts: readonly number[], at: number, step: 1 | -1): number | undefined {
  for (let bin = at + step; bin >= 0 && bin < counts.length; bin += step) {
    if ((counts[bin] ?? 0) > 0) return bin;
  }
  return undefined;
}

/** The bin that holds something and lies nearest to a place, counted in bins; undefined beyond `reach` bins. */
export function nearestBin(counts: readonly number[], place: number, reach: number): number | undefined {
  let best: number | undefined;
  let least = Math.max(reach, 0.5) + 1e-9;
  for (const [bin, count] of counts.entries()) {
    const away = Math.abs(place - bin - 0.5);
    if (count === 0 || away > least) continue;
    least = away;
    best = bin;
  }
  return best;
}
