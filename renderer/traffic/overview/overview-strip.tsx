import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import type { SessionLog } from '../../state/log/session-log.ts';
import { scrollToRow, setFollowing } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { canvasContext, useElementSize, useThemeColours } from '../../ui/controls/canvas.ts';
import { clockWords } from '../../ui/format/clock-words.ts';
import { columnsIn, drawOverview } from './draw-overview.ts';
import { overviewColumns, type TimeSpan, wholeSpan } from './overview-columns.ts';
import styles from './overview-strip.module.css';
import { rowFromTime } from './time-search.ts';

/** A drag shorter than this many pixels is a click. */
const CLICK = 4;

/** What the strip shows, and what it does. */
export type OverviewModel = {
  /** The whole time that it can show. */
  readonly whole: TimeSpan;
  /** A count per tier (in the order of `BIN_TIERS`) for each of so many columns; another function when it would count otherwise. */
  readonly count: (span: TimeSpan, columns: number) => Uint32Array;
  /** The time between the first and the last row in sight of the log. */
  readonly seen: TimeSpan;
  readonly goTo: (at: number) => void;
  readonly clock: (at: number) => string;
};

/** Frames of a session over time, stacked by tier. A click goes to that time, a drag zooms into it. */
export function OverviewStrip({ info }: { readonly info: SessionInfo }) {
  const { session, startedAt } = info;
  const log = useSessionLog(session);
  const revision = useScreen((state) => state.revisions[session] ?? 0);
  const seen = useSeenTime(log);
  // The table grows in place: its revision says when there is more to count.
  const count = useCallback(
    (span: TimeSpan, columns: number) => overviewColumns(log.mirror.table, log.bins, span, columns),
    [log, revision],
  );
  return (
    <Strip
      whole={wholeSpan(log.bins)}
      count={count}
      seen={seen}
      goTo={(at) => goToTime(session, log, at)}
      clock={(at) => clockWords(startedAt, at)}
    />
  );
}

/** Frames over time, of whatever log. */
export function Strip({ whole, count, seen, goTo, clock }: OverviewModel) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(canvas);
  const colour = useThemeColours();
  const [zoom, setZoom] = useState<TimeSpan | null>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const span = zoom ?? whole;
  const { from, to } = span;
  const timeAt = (x: number) => span.from + (x / Math.max(size.width, 1)) * (span.to - span.from);
  const brush = drag === null ? null : spanOf(timeAt(drag.from), timeAt(drag.to));

  const columns = columnsIn(size.width);
  const counts = useMemo(() => count({ from, to }, columns), [count, from, to, columns]);
  useEffect(() => {
    const context = canvasContext(canvas.current, size);
    if (context === undefined) return;
    drawOverview(context, { size, counts, span, seen, brush, colour });
  });

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
        aria-valuetext={clock(seen.from)}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={(event) => release(event.nativeEvent.offsetX)}
        onPointerLeave={() => setPointed(null)}
        onDoubleClick={() => setZoom(null)}
        onKeyDown={(event) => stripKey(event, seen, span, goTo, () => setZoom(null))}
      />
      {pointed === null ? null : <span className={styles.pointed}>{clock(pointed)}</span>}
      {zoom === null ? null : (
        <Button look="bare" className={styles.whole} onClick={() => setZoom(null)}>
          Show all
        </Button>
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
