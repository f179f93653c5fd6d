import type { Tier } from '../../../app/frame/tier.ts';
import type { TimeSpan } from '../../../app/frame/view/overview.ts';
import { STRIP_TIERS } from '../../../app/frame/view/overview.ts';
import { TIER_MARKS } from '../../ui/charts/tier-columns.ts';
import type { Size } from '../../ui/controls/canvas.ts';

const BAR = 3;
const GAP = 1;
const SMALLEST = 2;
const TOP = 4;

type OverviewDrawing = {
  readonly size: Size;
  readonly counts: Uint32Array;
  readonly span: TimeSpan;
  readonly folds: readonly TimeSpan[];
  readonly seen: TimeSpan;
  readonly brush: TimeSpan | null;
  readonly color: (token: string) => string;
};

export function columnsIn(width: number): number {
  return Math.max(1, Math.floor(width / (BAR + GAP)));
}

/** The horizontal position of a time, in pixels. */
export function xOf(span: TimeSpan, width: number, at: number): number {
  return ((at - span.from) / (span.to - span.from)) * width;
}

/** Draws the strip: the visible part as a band, then a bar per column, stacked by tier. */
export function drawOverview(context: CanvasRenderingContext2D, drawing: OverviewDrawing): void {
  const { size, span, seen, brush, folds, color } = drawing;
  band(context, size, span, seen, color('--paired'), color('--accent'));
  for (const fold of folds) drawFold(context, size, span, fold, color('--line-strong'));
  drawBars(context, drawing);
  if (brush === null) return;
  context.globalAlpha = 0.25;
  band(context, size, span, brush, color('--accent'), color('--accent'));
  context.globalAlpha = 1;
}

function band(
  context: CanvasRenderingContext2D,
  size: Size,
  span: TimeSpan,
  time: TimeSpan,
  fill: string,
  edge: string,
): void {
  const left = Math.max(0, xOf(span, size.width, time.from));
  const right = Math.min(size.width, Math.max(xOf(span, size.width, time.to), left + 3));
  if (right <= 0 || left >= size.width) return;
  // A band around everything would only dim the bars.
  if (right - left < size.width * 0.98) {
    context.fillStyle = fill;
    context.fillRect(left, 0, right - left, size.height);
  }
  context.fillStyle = edge;
  context.fillRect(left, size.height - 2, right - left, 2);
}

function drawFold(
  context: CanvasRenderingContext2D,
  size: Size,
  span: TimeSpan,
  fold: TimeSpan,
  edge: string,
): void {
  const x = xOf(span, size.width, (fold.from + fold.to) / 2);
  if (x < 0 || x > size.width) return;
  context.strokeStyle = edge;
  context.beginPath();
  for (let y = TOP, step = 0; y <= size.height - 3; y += 4, step += 1)
    context.lineTo(x + (step % 2 === 0 ? -2 : 2), y);
  context.stroke();
}

function drawBars(context: CanvasRenderingContext2D, { size, counts, color }: OverviewDrawing): void {
  const columns = counts.length / STRIP_TIERS.length;
  const sums = Array.from({ length: columns }, (_, column) =>
    STRIP_TIERS.reduce((sum, _tier, tier) => sum + (counts[column * STRIP_TIERS.length + tier] ?? 0), 0),
  );
  const most = Math.max(1, ...sums);
  const room = size.height - TOP - 3;
  sums.forEach((sum, column) => {
    if (sum === 0) return;
    // The square root keeps a single error visible next to a burst.
    const height = Math.max(SMALLEST, Math.sqrt(sum / most) * room);
    let ground = size.height - 3;
    for (const [tier, part] of barParts(counts, column, sum, height)) {
      context.fillStyle = color(`--${tier}-mark`);
      for (const [from, to] of TIER_MARKS[tier]) {
        const left = (column + from) * (BAR + GAP);
        context.fillRect(left, Math.max(TOP - 2, ground - part), (to - from) * (BAR + GAP), part);
      }
      ground -= part;
    }
  });
}

function* barParts(
  counts: Uint32Array,
  column: number,
  sum: number,
  height: number,
): Generator<[Tier, number]> {
  for (const [place, tier] of STRIP_TIERS.entries()) {
    const count = counts[column * STRIP_TIERS.length + place] ?? 0;
    if (count > 0) yield [tier, Math.max(SMALLEST + 0.5, (count / sum) * height)];
  }
}
