import type { Tier } from '../../../app/frame/tier.ts';
import { BIN_TIERS } from '../../state/log/time-bins.ts';
import type { Size } from '../../ui/controls/canvas.ts';
import { xOf } from '../overview/draw-overview.ts';
import type { TimeSpan } from '../overview/overview-columns.ts';

export type ScrubberDrawing = {
  readonly size: Size;
  /** A count per tier for each pixel column, in the order of `BIN_TIERS`. */
  readonly counts: Uint32Array;
  readonly span: TimeSpan;
  /** Milliseconds where the playhead stands. */
  readonly at: number;
  /** Milliseconds of each mark that a user set. */
  readonly marks: readonly number[];
  readonly colour: (token: string) => string;
};

/** The gravest last: it is drawn over the others. */
const DRAWN: readonly Tier[] = ['ok', 'transport', 'client', 'tool', 'protocol'];
const TRACK = 4;
const COLUMN = 2;
const KNOB = 5;

/** How many columns the scrubber counts. */
export function scrubberColumns(width: number): number {
  return Math.max(1, Math.floor(width / COLUMN));
}

/** Draws the track, what has been played, a tick for each error, a flag for each mark, and the playhead. */
export function drawScrubber(context: CanvasRenderingContext2D, drawing: ScrubberDrawing): void {
  const { size, span, at, colour } = drawing;
  const middle = Math.round(size.height / 2);
  const head = Math.min(Math.max(xOf(span, size.width, at), 0), size.width);
  context.fillStyle = colour('--line-strong');
  context.fillRect(0, middle - TRACK / 2, size.width, TRACK);
  context.fillStyle = colour('--accent-strong');
  context.fillRect(0, middle - TRACK / 2, head, TRACK);
  drawTicks(context, drawing, middle);
  drawFlags(context, drawing);
  context.fillStyle = colour('--panel');
  context.beginPath();
  context.arc(clampHead(head, size.width), middle, KNOB + 1.5, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = colour('--accent-strong');
  context.beginPath();
  context.arc(clampHead(head, size.width), middle, KNOB, 0, Math.PI * 2);
  context.fill();
}

function clampHead(x: number, width: number): number {
  return Math.min(Math.max(x, KNOB + 1.5), width - KNOB - 1.5);
}

function drawTicks(context: CanvasRenderingContext2D, drawing: ScrubberDrawing, middle: number): void {
  const { counts, colour } = drawing;
  const columns = counts.length / BIN_TIERS.length;
  for (const tier of DRAWN) {
    const place = BIN_TIERS.indexOf(tier);
    context.fillStyle = colour(tier === 'ok' ? '--frame-bar' : `--${tier}-strong`);
    const reach = tier === 'ok' ? 4 : 8;
    for (let column = 0; column < columns; column += 1) {
      if ((counts[column * BIN_TIERS.length + place] ?? 0) === 0) continue;
      if (tier === 'ok') context.fillRect(column * COLUMN, middle - TRACK / 2 - reach, COLUMN - 1, reach - 1);
      else context.fillRect(column * COLUMN - 0.5, middle - reach, COLUMN + 1, reach * 2);
    }
  }
}

function drawFlags(context: CanvasRenderingContext2D, drawing: ScrubberDrawing): void {
  const { marks, span, size, colour } = drawing;
  context.fillStyle = colour('--accent');
  for (const at of marks) {
    const x = Math.round(xOf(span, size.width, at));
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x + 7, 3.5);
    context.lineTo(x, 7);
    context.fill();
    context.fillRect(x - 1, 0, 1.5, size.height);
  }
}
