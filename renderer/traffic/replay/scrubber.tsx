import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import type { TimeSpan } from '../../../app/frame/view/overview.ts';
import { STRIP_TIERS } from '../../../app/frame/view/overview.ts';
import { type HeldTimes, useLogTimes } from '../../state/log/use-log-times.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { TIER_MARKS } from '../../ui/charts/tier-columns.ts';
import { canvasContext, type Size, useElementSize, useThemeColors } from '../../ui/controls/canvas.ts';
import { formatClock } from '../../ui/format/quantity-text.ts';
import { xOf } from '../overview/draw-overview.ts';
import styles from './replay-bar.module.css';

type ScrubberProps = {
  readonly info: SessionInfo;
  readonly span: TimeSpan;
  readonly at: number;
  readonly seek: (at: number) => void;
};

const SHARE_OF_STEP = 100;

/** The recording's whole time with its errors and bookmarks; the playhead follows the pointer and the arrow keys. */
export function Scrubber({ info, span, at, seek }: ScrubberProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(canvas);
  const color = useThemeColors();
  const [pointed, setPointed] = useState<number | null>(null);
  const { from, to } = span;
  const times = useRecordedTimes(info.session, Math.max(1, Math.floor(size.width / COLUMN)));
  useEffect(() => {
    const context = canvasContext(canvas.current, size);
    if (context === undefined || times === undefined) return;
    drawScrubber(context, { size, counts: times.counts, span, at, marks: times.bookmarks, color });
  });
  const timeAt = (event: PointerEvent) =>
    from +
    (Math.min(Math.max(event.nativeEvent.offsetX, 0), size.width) / Math.max(size.width, 1)) * (to - from);
  const press = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    seek(timeAt(event));
  };
  const move = (event: PointerEvent) => {
    setPointed(timeAt(event));
    if ((event.buttons & 1) === 1) seek(timeAt(event));
  };
  return (
    <div className={styles.scrubber}>
      <canvas
        ref={canvas}
        role="slider"
        tabIndex={0}
        aria-label="Position in the recording"
        aria-valuemin={Math.round(from)}
        aria-valuemax={Math.round(to)}
        aria-valuenow={Math.round(at)}
        aria-valuetext={replayTime(at)}
        onPointerDown={press}
        onPointerMove={move}
        onPointerLeave={() => setPointed(null)}
        onKeyDown={(event) => scrubberKey(event, at, span, seek)}
      />
      {pointed === null ? null : (
        <span className={styles.pointed} style={{ left: `${((pointed - from) / (to - from)) * 100}%` }}>
          {formatClock(info.startedAt, pointed)}
        </span>
      )}
    </div>
  );
}

/** The rows of a recording over its whole time, including idle gaps. */
export function useRecordedTimes(session: string, columns: number): HeldTimes | undefined {
  const revision = useScreen((state) => state.panelRevisions[session] ?? 0);
  return useLogTimes({ sessions: [session], merged: false, span: null, columns, folded: false }, revision);
}

function scrubberKey(event: KeyboardEvent, at: number, span: TimeSpan, seek: (at: number) => void): void {
  const step = (span.to - span.from) / SHARE_OF_STEP;
  if (event.key === 'ArrowLeft') seek(at - step);
  else if (event.key === 'ArrowRight') seek(at + step);
  else if (event.key === 'PageDown') seek(at - step * 10);
  else if (event.key === 'PageUp') seek(at + step * 10);
  else if (event.key === 'Home') seek(span.from);
  else if (event.key === 'End') seek(span.to);
  else return;
  event.preventDefault();
}

type ScrubberDrawing = {
  readonly size: Size;
  /** A count per pixel column and tier, in the order of `STRIP_TIERS`. */
  readonly counts: Uint32Array;
  readonly span: TimeSpan;
  /** The position of the playhead, in milliseconds. */
  readonly at: number;
  /** The time of each bookmark, in milliseconds. */
  readonly marks: readonly number[];
  readonly color: (token: string) => string;
};

/** The worst tier is last, because it is drawn over the others. */
const DRAWN: readonly Tier[] = ['ok', 'transport', 'client', 'tool', 'protocol'];
const TRACK = 4;
const COLUMN = 2;
const TICK = 16;
const KNOB = 5;

function drawScrubber(context: CanvasRenderingContext2D, drawing: ScrubberDrawing): void {
  const { size, span, at, color } = drawing;
  const middle = Math.round(size.height / 2);
  const head = Math.min(Math.max(xOf(span, size.width, at), 0), size.width);
  context.fillStyle = color('--line-strong');
  context.fillRect(0, middle - TRACK / 2, size.width, TRACK);
  context.fillStyle = color('--accent-strong');
  context.fillRect(0, middle - TRACK / 2, head, TRACK);
  drawTicks(context, drawing, middle);
  drawFlags(context, drawing);
  context.fillStyle = color('--panel');
  context.beginPath();
  context.arc(clampHead(head, size.width), middle, KNOB + 1.5, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = color('--accent-strong');
  context.beginPath();
  context.arc(clampHead(head, size.width), middle, KNOB, 0, Math.PI * 2);
  context.fill();
}

function clampHead(x: number, width: number): number {
  return Math.min(Math.max(x, KNOB + 1.5), width - KNOB - 1.5);
}

function drawTicks(context: CanvasRenderingContext2D, drawing: ScrubberDrawing, middle: number): void {
  const { counts, color } = drawing;
  const columns = counts.length / STRIP_TIERS.length;
  for (const tier of DRAWN) {
    const place = STRIP_TIERS.indexOf(tier);
    context.fillStyle = color(`--${tier}-mark`);
    for (let column = 0; column < columns; column += 1) {
      if ((counts[column * STRIP_TIERS.length + place] ?? 0) === 0) continue;
      if (tier === 'ok') context.fillRect(column * COLUMN, middle - TRACK / 2 - 4, COLUMN - 1, 3);
      else drawTick(context, tier, column * COLUMN, middle);
    }
  }
}

/** A tick across the track, filled in the tier's pattern. */
function drawTick(context: CanvasRenderingContext2D, tier: Tier, x: number, middle: number): void {
  for (const [from, to] of TIER_MARKS[tier])
    context.fillRect(x - 0.5, middle + TICK * (0.5 - to), COLUMN + 1, TICK * (to - from));
}

function drawFlags(context: CanvasRenderingContext2D, drawing: ScrubberDrawing): void {
  const { marks, span, size, color } = drawing;
  context.fillStyle = color('--accent');
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

const DAY_MS = 86_400_000;
const PARTS = /^(?:(\d+):)?(?:(\d{1,2}):)?(\d+(?:[.,]\d+)?)$/;

/** A time in a recording, `1:02.500` or `1:00:02.500`. */
export function replayTime(milliseconds: number): string {
  const whole = Math.max(0, Math.round(milliseconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = `${two(Math.floor(whole / 1000) % 60)}.${String(whole % 1000).padStart(3, '0')}`;
  const minutes = Math.floor(whole / 60_000);
  return minutes < 60
    ? `${minutes}:${seconds}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}`;
}

/** Distinguishes a time of day from a time since the start. */
export type DayClock = {
  /** The recording's start, in milliseconds since midnight. */
  readonly startOfDay: number;
  /** The time of the recording's last row, in milliseconds. */
  readonly end: number;
};

/** Parses `12.5`, `1:02`, `500ms`, or a time of day within the recording, as milliseconds. */
export function readReplayTime(text: string, clock: DayClock): number | undefined {
  const trimmed = text.trim();
  const inMilliseconds = /^(\d+)\s*ms$/.exec(trimmed);
  if (inMilliseconds !== null) return Number(inMilliseconds[1]);
  const parts = PARTS.exec(trimmed.replace(/\s*s$/, ''));
  if (parts === null) return undefined;
  const [, first, second, last = ''] = parts;
  const seconds = Number(last.replace(',', '.'));
  if (first === undefined) return seconds * 1000;
  if (second === undefined) return (Number(first) * 60 + seconds) * 1000;
  const elapsed = (Number(first) * 3600 + Number(second) * 60 + seconds) * 1000;
  const ofDay = (((elapsed - clock.startOfDay) % DAY_MS) + DAY_MS) % DAY_MS;
  return ofDay <= clock.end ? ofDay : elapsed;
}

/** The local time of day of an ISO 8601 time, in milliseconds since midnight; 0 if it cannot be parsed. */
export function startOfDay(startedAt: string): number {
  const moment = new Date(startedAt);
  if (Number.isNaN(moment.getTime())) return 0;
  const minutes = moment.getHours() * 60 + moment.getMinutes();
  return (minutes * 60 + moment.getSeconds()) * 1000 + moment.getMilliseconds();
}
