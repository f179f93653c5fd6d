import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { canvasContext, useElementSize, useThemeColours } from '../controls/canvas.ts';
import { clockWords } from '../log/clock-words.ts';
import { useSessionLog } from '../store/log-mirrors.ts';
import { scrollToRow, setFollowing } from '../store/screen-actions.ts';
import { useScreen } from '../store/screen-store.ts';
import type { SessionLog } from '../store/session-log.ts';
import { columnsIn, drawOverview } from './draw-overview.ts';
import { overviewColumns, type TimeSpan, wholeSpan } from './overview-columns.ts';
import styles from './overview-strip.module.css';
import { rowFromTime } from './time-search.ts';

/** A drag shorter than this many pixels is a click. */
const CLICK = 4;

/** Frames over time, stacked by tier. A click goes to that time, a drag zooms into it. */
export function OverviewStrip({ info }: { readonly info: SessionInfo }) {
  const { session, startedAt } = info;
  const log = useSessionLog(session);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(canvas);
  const colour = useThemeColours();
  const [zoom, setZoom] = useState<TimeSpan | null>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const seen = useSeenTime(log);
  const span = zoom ?? wholeSpan(log.bins);
  const { from, to } = span;
  const revision = useScreen((state) => state.revisions[session] ?? 0);
  const timeAt = (x: number) => span.from + (x / Math.max(size.width, 1)) * (span.to - span.from);
  const brush = drag === null ? null : spanOf(timeAt(drag.from), timeAt(drag.to));

  const columns = columnsIn(size.width);
  // The table grows in place: its revision says when there is more to count.
  const counts = useMemo(
    () => overviewColumns(log.mirror.table, log.bins, { from, to }, columns),
    [log, revision, from, to, columns],
  );
  useEffect(() => {
    const context = canvasContext(canvas.current, size);
    if (context === undefined) return;
    drawOverview(context, { size, counts, span, seen, brush, colour });
  });

  const goTo = (at: number) => goToTime(session, log, at);
  const release = (x: number) => {
    if (drag === null) return;
    setDrag(null);
    const chosen = spanOf(timeAt(drag.from), timeAt(x));
    if (Math.abs(x - drag.from) >= CLICK) setZoom(chosen);
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
        aria-valuetext={clockWords(startedAt, seen.from)}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={(event) => release(event.nativeEvent.offsetX)}
        onPointerLeave={() => setPointed(null)}
        onDoubleClick={() => setZoom(null)}
        onKeyDown={(event) => stripKey(event, seen, span, goTo, () => setZoom(null))}
      />
      {pointed === null ? null : <span className={styles.pointed}>{clockWords(startedAt, pointed)}</span>}
      {zoom === null ? null : (
        <button type="button" className={styles.whole} onClick={() => setZoom(null)}>
          Show all
        </button>
      )}
    </div>
  );
}

/** The time between the first and the last row in sight of the log. */
function useSeenTime(log: SessionLog): TimeSpan {
  const { first, last } = useScreen((state) => state.viewport);
  const { table } = log.mirror;
  const timeOf = (position: number) => table.timeAt(Math.max(0, log.visible.indexAt(position)));
  const end = Math.min(last, log.visible.length - 1);
  return log.visible.length === 0 ? { from: 0, to: 0 } : spanOf(timeOf(Math.min(first, end)), timeOf(end));
}

function goToTime(session: string, log: SessionLog, at: number): void {
  const { table } = log.mirror;
  if (table.length === 0) return;
  setFollowing(session, false);
  scrollToRow(session, Math.min(rowFromTime(table, at), table.length - 1), 'top');
}

function stripKey(
  event: KeyboardEvent,
  seen: TimeSpan,
  span: TimeSpan,
  goTo: (at: number) => void,
  reset: () => void,
): void {
  const step = (span.to - span.from) / 40;
  if (event.key === 'ArrowLeft') goTo(Math.max(span.from, seen.from - step));
  else if (event.key === 'ArrowRight') goTo(Math.min(span.to, seen.from + step));
  else if (event.key === 'Home') goTo(span.from);
  else if (event.key === 'End') goTo(span.to);
  else if (event.key === 'Escape') reset();
  else return;
  event.preventDefault();
}

function spanOf(one: number, other: number): TimeSpan {
  return { from: Math.min(one, other), to: Math.max(one, other) };
}
