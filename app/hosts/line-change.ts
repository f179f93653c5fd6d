/** One line of a change: unchanged, removed or added. `line` is 1-based, in the file that has it. */
export type LineChange = {
  readonly kind: 'same' | 'removed' | 'added';
  readonly line: number;
  readonly text: string;
};

const CONTEXT = 2;

/** The changed range between two texts, with two lines of context; empty for equal texts. */
export function lineChanges(before: string, after: string): readonly LineChange[] {
  if (before === after) return [];
  const old = linesOf(before);
  const now = linesOf(after);
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const from = Math.max(0, head - CONTEXT);
  const end = Math.min(now.length, now.length - tail + CONTEXT);
  return [
    ...changesOf('same', now, from, head),
    ...changesOf('removed', old, head, old.length - tail),
    ...changesOf('added', now, head, now.length - tail),
    ...changesOf('same', now, now.length - tail, end),
  ];
}

function changesOf(
  kind: LineChange['kind'],
  lines: readonly string[],
  from: number,
  to: number,
): readonly LineChange[] {
  return lines.slice(from, to).map((text, index) => ({ kind, line: from + index + 1, text }));
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
