import type { DiffLine } from '../../../app/compare/text-diff.ts';

/** A stretch of lines that is shown, or one of equal lines that is folded away. */
export type LineFold = { readonly kind: 'lines' | 'fold'; readonly lines: readonly DiffLine[] };

/** Equal lines that stay around a difference, and how many make a fold worth its line. */
const CONTEXT = 3;
const LEAST_FOLDED = 4;
/** A text of so few lines is shown whole. */
const SHORT = 12;

/** Folds long stretches of equal lines away. A short text is shown whole. */
export function foldLines(lines: readonly DiffLine[]): readonly LineFold[] {
  if (lines.length === 0) return [];
  if (lines.length <= SHORT) return [{ kind: 'lines', lines }];
  const near = new Set<number>();
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let place = index - CONTEXT; place <= index + CONTEXT; place += 1) near.add(place);
  }
  const parts: { kind: 'lines' | 'fold'; lines: DiffLine[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const kind = near.has(index) ? 'lines' : 'fold';
    const last = parts.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else parts.push({ kind, lines: [line] });
  }
  return parts.map((part) => (part.lines.length < LEAST_FOLDED ? { ...part, kind: 'lines' } : part));
}
