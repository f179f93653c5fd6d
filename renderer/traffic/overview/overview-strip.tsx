import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { type FilterSpan, setFilterSpan, useFilter } from '../../state/log/filter-store.ts';
import { useRevision, useRows } from '../../state/log/front-rows.ts';
import { type RowSource, startOf } from '../../state/log/row-source.ts';
import { scrollToRow, setFollowing } from '../../state/screen/screen-actions.ts';
import { useScreen, useSessionView } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { canvasContext, useElementSize, useThemeColours } from '../../ui/controls/canvas.ts';
import { clockText } from '../../ui/format/time-text.ts';
import {
  columnsIn,
  drawOverview,
  idleInAll,
  overviewColumns,
  StripClock,
  type TimeSpan,
  wholeSpan,
} from './draw-overview.ts';
import styles from './overview-strip.module.css';

/** A drag shorter than this many pixels is a click. */
const CLICK = 4;

/**
 * Frames over time, stacked by tier: of a session, or without one of all that take part in the merged log.
 * A click goes to that time; a drag zooms into it and confines the log to it, until Escape.
 */
export function OverviewStrip({ info }: { readonly info?: SessionInfo | undefined }) {
  const { rows, clock, seen, span, zoom, goTo, confine, timeText } = useStripTime(info);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(canvas);
  const colour = useThemeColours();
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const { from, to } = span;
  const timeAt = (x: number) => span.from + (x / Math.max(size.width, 1)) * (span.to - span.from);
  const brush = drag === null ? null : spanOf(timeAt(drag.from), timeAt(drag.to));

  const counts = useMemo(
    () => overviewColumns(rows.sessions, { from, to }, columnsIn(size.width), clock),
    [clock, from, to, size.width],
  );
  useEffect(() => {
    const context = canvasContext(canvas.current, size);
    if (context === undefined) return;
    drawOverview(context, { size, counts, span, folds: clock.folds, seen, brush, colour });
  });

  const release = (x: number) => {
    if (drag === null) return;
    setDrag(null);
    const chosen = spanOf(timeAt(drag.from), timeAt(x));
    if (Math.abs(x - drag.from) >= CLICK) confine(chosen);
    goTo(chosen.from);
  };
  const press = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: event.nativeEvent.offsetX, to: event.nativeEvent.offsetX });
  };
  const move = (event: PointerEvent) => {
    const x = event.nativeEvent.offsetX;
    setPointed(timeAt(x));
    if (drag !== null) setDrag({ from: drag.from, to: x });
  };
  return (
    <div className={styles.strip}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        role="slider"
        tabIndex={0}
        aria-label="Frames over time"
        aria-valuemin={Math.round(span.from)}
        aria-valuemax={Math.round(span.to)}
        aria-valuenow={Math.round(seen.from)}
        aria-valuetext={timeText(seen.from)}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={(event) => release(event.nativeEvent.offsetX)}
        onPointerLeave={() => setPointed(null)}
        onDoubleClick={() => setFilterSpan(null)}
        onKeyDown={(event) => stripKey(event, { seen, span, whole: clock.whole, zoom, goTo, confine })}
      />
      {pointed === null ? null : (
        <span className={styles.pointed}>
          {timeText(pointed)}
          {zoom === null && drag === null ? ' · drag: only this time' : ''}
        </span>
      )}
      {zoom === null ? null : (
        <Button look="bare" className={styles.whole} onClick={() => setFilterSpan(null)}>
          Show all
        </Button>
      )}
    </div>
  );
}

/** The times of a strip, in its own clock, and what is done by them. */
function useStripTime(info: SessionInfo | undefined) {
  const rows = useRows(info);
  const revision = useRevision(info);
  const base = info === undefined ? 0 : startOf(info);
  // The tables grow in place: revision and generation say when there is more or other to show.
  const clock = useMemo(() => clockOf(rows), [rows, revision, rows.generation]);
  const inSight = useSeenTime(rows);
  const zoom = zoomOf(
    useFilter((state) => state.span),
    base,
    clock,
  );
  return {
    rows,
    clock,
    seen: spanOf(clock.toStrip(inSight.from), clock.toStrip(inSight.to)),
    span: zoom ?? clock.whole,
    zoom,
    goTo: (place: number) => goToTime(rows, clock.toTime(place)),
    confine: ({ from, to }: TimeSpan) =>
      setFilterSpan({ from: base + clock.toTime(from), to: base + clock.toTime(to) }),
    timeText: (place: number) => clockText(base + clock.toTime(place)),
  };
}

/** The part of the strip that the log is confined to; null if that is none of it. */
function zoomOf(span: FilterSpan | null, base: number, clock: StripClock): TimeSpan | null {
  if (span === null) return null;
  const zoom = { from: clock.toStrip(span.from - base), to: clock.toStrip(span.to - base) };
  const { whole } = clock;
  return zoom.to <= whole.from || zoom.from >= whole.to || zoom.to <= zoom.from ? null : zoom;
}

function clockOf(rows: RowSource): StripClock {
  const whole = wholeSpan(rows.sessions);
  return new StripClock(whole, idleOf(rows, whole));
}

function idleOf({ sessions }: RowSource, whole: TimeSpan): readonly TimeSpan[] {
  const moved = ({ from, to }: TimeSpan, base: number) => ({ from: from + base, to: to + base });
  const held = sessions.filter(({ log }) => log.bins.rows > 0);
  if (held.length === 0) return [];
  return idleInAll(
    held.map(({ base, log: { bins } }) => ({
      span: moved({ from: bins.start, to: bins.end }, base),
      idle: bins.idle.map((one) => moved(one, base)),
    })),
    whole,
  );
}

/** The time between the first and the last row in sight of the log. */
function useSeenTime(rows: RowSource): TimeSpan {
  const { following } = useSessionView(rows.view);
  // A log that follows moves with its rows, which is when the strip is drawn anyway.
  useScreen(({ viewport }) => (following ? null : viewport));
  const { first, last } = useScreen.getState().viewport;
  const end = Math.min(last, rows.length - 1);
  return rows.length === 0
    ? { from: 0, to: 0 }
    : spanOf(rows.timeAt(Math.max(0, Math.min(first, end))), rows.timeAt(Math.max(0, end)));
}

function goToTime(rows: RowSource, at: number): void {
  const row = rows.at(Math.min(rows.positionFromTime(at), rows.length - 1));
  if (row === undefined) return;
  setFollowing(rows.view, false);
  scrollToRow(row.session.info.session, row.index, 'top');
}

type StripKeys = {
  readonly seen: TimeSpan;
  /** What the strip shows, and all that it could show. */
  readonly span: TimeSpan;
  readonly whole: TimeSpan;
  readonly zoom: TimeSpan | null;
  readonly goTo: (at: number) => void;
  readonly confine: (span: TimeSpan) => void;
};

/** Arrows move through time; with Shift they choose what the log is confined to, and Escape ends that. */
function stripKey(event: KeyboardEvent, { seen, span, whole, zoom, goTo, confine }: StripKeys): void {
  const shown = event.shiftKey ? whole : span;
  const step = (shown.to - shown.from) / 40;
  const by = event.key === 'ArrowLeft' ? -step : event.key === 'ArrowRight' ? step : 0;
  if (by !== 0 && event.shiftKey) {
    const { from, to } = zoom ?? { from: seen.from, to: Math.max(seen.to, seen.from + step) };
    confine({ from, to: Math.max(to + by, from + step) });
  } else if (by !== 0) goTo(Math.min(span.to, Math.max(span.from, seen.from + by)));
  else if (event.key === 'Home') goTo(span.from);
  else if (event.key === 'End') goTo(span.to);
  else if (event.key === 'Escape') setFilterSpan(null);
  else return;
  event.preventDefault();
}

function spanOf(one: number, other: number): TimeSpan {
  return { from: Math.min(one, other), to: Math.max(one, other) };
}
