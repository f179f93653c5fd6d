/** A line of each side that stand next to each other, by index; -1 where a side has none. */
export type LinePair = { readonly before: number; readonly after: number };

/** Cells of the table of common lines: above this, lines are paired by their place. */
const MOST_CELLS = 4_000_000;

/** Puts two lists of lines side by side so that as many equal ones as possible face each other. */
export function pairLines(before: readonly string[], after: readonly string[]): readonly LinePair[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const middle = pairMiddle(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  ).map(({ before: left, after: right }) => ({ before: shifted(left, head), after: shifted(right, head) }));
  return [
    ...Array.from({ length: head }, (_, index) => ({ before: index, after: index })),
    ...middle,
    ...Array.from({ length: tail }, (_, index) => ({
      before: before.length - tail + index,
      after: after.length - tail + index,
    })),
  ];
}

function shifted(index: number, by: number): number {
  return index < 0 ? -1 : index + by;
}

function pairMiddle(before: readonly string[], after: readonly string[]): LinePair[] {
  const equal = before.length * after.length > MOST_CELLS ? [] : commonLines(before, after);
  const pairs: LinePair[] = [];
  let left = 0;
  let right = 0;
  for (const anchor of [...equal, { before: before.length, after: after.length }]) {
    // What differs between two equal lines faces each other, line by line.
    while (left < anchor.before || right < anchor.after) {
      pairs.push({ before: left < anchor.before ? left : -1, after: right < anchor.after ? right : -1 });
      left = Math.min(left + 1, anchor.before);
      right = Math.min(right + 1, anchor.after);
    }
    if (left < before.length && right < after.length) pairs.push({ before: left, after: right });
    left += 1;
    right += 1;
  }
  return pairs;
}

/** The longest common subsequence, as pairs of equal lines. */
function commonLines(before: readonly string[], after: readonly string[]): LinePair[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (left: number, right: number): number => lengths[left * width + right] ?? 0;
  for (let left = before.length - 1; left >= 0; left -= 1) {
    for (let right = after.length - 1; right >= 0; right -= 1) {
      lengths[left * width + right] =
        before[left] === after[right]
          ? at(left + 1, right + 1) + 1
          : Math.max(at(left + 1, right), at(left, right + 1));
    }
  }
  const pairs: LinePair[] = [];
  let left = 0;
  let right = 0;
  while (left < before.length && right < after.length) {
    if (before[left] === after[right]) {
      pairs.push({ before: left, after: right });
      left += 1;
      right += 1;
    } else if (at(left + 1, right) >= at(left, right + 1)) left += 1;
    else right += 1;
  }
  return pairs;
}
