/**
 * The value that `share` (0 to 1) of the sorted values do not exceed, by nearest rank.
 * 0 for no values.
 */
export function percentile(sorted: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[Math.min(rank, sorted.length) - 1] ?? 0;
}
