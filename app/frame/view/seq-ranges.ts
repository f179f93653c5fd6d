/** Groups seqs into ordered, inclusive ranges. */
export function seqRanges(seqs: Iterable<number>): [number, number][] {
  const ranges: [number, number][] = [];
  for (const seq of [...seqs].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && seq === last[1] + 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
}
