import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { StripClock, type TimeSpan } from '../../../app/frame/view/overview.ts';
import { type FilterSpan, setFilterSpan, useFilter } from '../../state/log/filter-store.ts';
import { keyAtTime, startOf, useFrontView, useRevision } from '../../state/log/front-view.ts';
import { useLogTimes } from '../../state/log/use-log-times.ts';
import { scrollToRow, setFollowing, useScreen } from '../../state/screen/screen-store.ts';
import { canvasContext, useElementSize, useThemeColors } from '../../ui/controls/canvas.ts';
import { clockText } from '../../ui/format/quantity-text.ts';
import { Button } from '../../ui/kit.tsx';
import { columnsIn, drawOverview } from './draw-overview.ts';
import styles from './overview-strip.module.css';

/** A shorter drag, in pixels, is a click. */
const CLICK = 4;

/**
 * Frames over time, stacked by tier, for a session, or without one for the merged log. A click scrolls to that time; a
 * drag zooms in and restricts the log to the range, until Escape.
 */
export function OverviewStrip({ info }: { readonly info?: SessionInfo | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(canvas);
  const columns = columnsIn(size.width);
  const { clock, seen, span, zoom, counts, goTo, confine, timeText } = useStripTime(info, columns);
  const color = useThemeColors();
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const timeAt = (x: number) => span.from + (x / Math.max(size.width, 1)) * (span.to - span.from);
  const brush = drag === null ? null : spanOf(timeAt(drag.from), timeAt(drag.to));

  useEffect(() => {
    const context = canvasContext(canvas.current, size);
    if (context === undefined) return;
    drawOverview(context, { size, counts, span, folds: clock.folds, seen, brush, color });
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

function useStripTime(info: SessionInfo | undefined, columns: number) {
  const { sessions, merged, items, first: from, length } = useFrontView();
  const revision = useRevision(info);
  const base = info === undefined ? 0 : startOf(info);
  const ofAll = { sessions: [...sessions], merged, span: null, columns, folded: true };
  const all = useLogTimes(ofAll, revision);
  const clock = useMemo(() => new StripClock(all?.whole ?? NO_TIME, all?.idle ?? []), [all]);
  const zoom = zoomOf(
    useFilter((state) => state.span),
    base,
    clock,
  );
  const part = useLogTimes(zoom === null ? null : { ...ofAll, span: zoom }, revision);
  // A following log scrolls with its rows, which renders the strip anyway.
  const { first, last } = useScreen(({ viewport }) => viewport);
  const [one, other] = [items[Math.max(0, first - from)], items[Math.min(last - from, items.length - 1)]];
  return {
    clock,
    // A call is placed at its start, but its end and its related rows are visible too.
    seen: spanOf(
      clock.toStrip(one?.at ?? 0),
      last + 1 < length ? clock.toStrip(other?.at ?? 0) : clock.whole.to,
    ),
    span: zoom ?? clock.whole,
    zoom,
    counts: (zoom === null ? all : part)?.counts ?? NO_COUNTS,
    goTo: (place: number) => void goToTime(clock.toTime(place)),
    confine: ({ from, to }: TimeSpan) =>
      setFilterSpan({ from: base + clock.toTime(from), to: base + clock.toTime(to) }),
    timeText: (place: number) => clockText(base + clock.toTime(place)),
  };
}

const NO_TIME: TimeSpan = { from: 0, to: 1 };
const NO_COUNTS = new Uint32Array(0);

/** The part of the strip that the log is restricted to; null for none. */
function zoomOf(span: FilterSpan | null, base: number, clock: StripClock): TimeSpan | null {
  if (span === null) return null;
  const zoom = { from: clock.toStrip(span.from - base), to: clock.toStrip(span.to - base) };
  const { whole } = clock;
  return zoom.to <= whole.from || zoom.from >= whole.to || zoom.to <= zoom.from ? null : zoom;
}

async function goToTime(at: number): Promise<void> {
  const key = await keyAtTime(at);
  const { view } = useFrontView.getState();
  if (key === undefined || view === null) return;
  setFollowing(view, false);
  scrollToRow(key, 'top');
}

type StripKeys = {
  readonly seen: TimeSpan;
  readonly span: TimeSpan;
  readonly whole: TimeSpan;
  readonly zoom: TimeSpan | null;
  readonly goTo: (at: number) => void;
  readonly confine: (span: TimeSpan) => void;
};

/** Arrow keys move through time; with Shift they select the range to show, and Escape clears it. */
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
