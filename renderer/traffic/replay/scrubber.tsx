import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { SessionLog } from '../../state/log/session-log.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { canvasContext, useElementSize, useThemeColours } from '../../ui/controls/canvas.ts';
import { clockWords } from '../../ui/format/clock-words.ts';
import { overviewColumns, type TimeSpan } from '../overview/overview-columns.ts';
import { drawScrubber, scrubberColumns } from './draw-scrubber.ts';
import styles from './replay-bar.module.css';
import { replayTime } from './replay-time.ts';

export type ScrubberProps = {
  readonly info: SessionInfo;
  readonly log: SessionLog;
  readonly span: TimeSpan;
  /** Milliseconds where the playhead stands. */
  readonly at: number;
  readonly seek: (at: number) => void;
};

const SHARE_OF_STEP = 100;

/** The recording's whole time with its errors and marks; the playhead follows the pointer and the arrow keys. */
export function Scrubber({ info, log, span, at, seek }: ScrubberProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(canvas);
  const colour = useThemeColours();
  const [pointed, setPointed] = useState<number | null>(null);
  const revision = useScreen((state) => state.revisions[info.session] ?? 0);
  const columns = scrubberColumns(size.width);
  const { from, to } = span;
  // The table grows in place: its revision says when there is more to count.
  const counts = useMemo(
    () => overviewColumns([{ base: 0, log }], { from, to }, columns),
    [log, revision, from, to, columns],
  );
  useEffect(() => {
    const context = canvasContext(canvas.current, size);
    if (context === undefined) return;
    const marks = log.marks.indexes.map((index) => log.mirror.table.timeAt(index));
    drawScrubber(context, { size, counts, span, at, marks, colour });
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
          {clockWords(info.startedAt, pointed)}
        </span>
      )}
    </div>
  );
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
