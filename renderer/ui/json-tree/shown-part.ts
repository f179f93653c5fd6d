import type { TextRange } from '../../../app/query/text-matcher.ts';

/** Which part of a text is shown, in UTF-16 code units; `to` is exclusive and may lie beyond the end. */
export type ShownPart = { readonly from: number; readonly to: number };

/** More than this never reaches the layout at once. */
export const MAX_SHOWN = 300_000;
/** A text grows by so much, and to a match only up to so much: to lay out more is felt. */
const STEP = 20_000;
/** So much is shown around a match. */
const AROUND = 2_000;

/** The part that shows a range too: a longer one from the same start if it is near, else one around the range. */
export function partWith(text: string, part: ShownPart, [start, end]: TextRange): ShownPart {
  if (start >= part.from && end <= part.to) return part;
  const to = end + AROUND;
  if (start >= part.from && to - part.from <= STEP) return { from: part.from, to };
  if (to <= STEP) return { from: 0, to };
  return { from: memberStart(text, start - AROUND), to };
}

/** The next part when more is asked for: from the same start, as long as one may be; then it moves on. */
export function partWithMore({ from, to }: ShownPart): ShownPart {
  const next = to + STEP;
  return { from: Math.max(from, next - MAX_SHOWN), to: next };
}

/** The start of a member shortly before a place, so that the part does not begin within a string. */
function memberStart(text: string, at: number): number {
  const found = text.lastIndexOf(',"', Math.max(0, at));
  return found < at - AROUND ? Math.max(0, at) : found + 1;
}
