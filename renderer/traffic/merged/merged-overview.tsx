import { useCallback } from 'react';
import { useMergedRows } from '../../state/log/front-rows.ts';
import type { MergedRows, MergedSession } from '../../state/log/merged-rows.ts';
import { BIN_TIERS } from '../../state/log/time-bins.ts';
import { scrollToRow, setFollowing } from '../../state/screen/screen-actions.ts';
import { MERGED } from '../../state/screen/screen-state.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { clockWords } from '../../ui/format/clock-words.ts';
import { overviewColumns, type TimeSpan, wholeSpan } from '../overview/overview-columns.ts';
import { Strip } from '../overview/overview-strip.tsx';

/** The frames of all sessions that take part over wall-clock time. */
export function MergedOverview() {
  const rows = useMergedRows();
  const revisions = useScreen((state) => state.revisions);
  const leftOut = useScreen((state) => state.leftOut);
  const { first, last } = useScreen((state) => state.viewport);
  // The logs grow in place: their revisions say when there is more to count.
  const count = useCallback(
    (span: TimeSpan, columns: number) => mergedColumns(rows.sessions, span, columns),
    [rows, revisions, leftOut],
  );
  const end = Math.min(last, rows.length - 1);
  const timeOf = (position: number) => rows.timeAt(Math.max(0, position));
  const seen =
    rows.length === 0 ? { from: 0, to: 0 } : { from: timeOf(Math.min(first, end)), to: timeOf(end) };
  return (
    <Strip
      whole={mergedSpan(rows.sessions)}
      count={count}
      seen={seen}
      goTo={(at) => goToTime(rows, at)}
      clock={(at) => clockWords(new Date(at).toISOString(), 0)}
    />
  );
}

type Timed = readonly Pick<MergedSession, 'base' | 'log'>[];

/** From the first row of all sessions to the last one, in wall-clock milliseconds. */
export function mergedSpan(sessions: Timed): TimeSpan {
  const spans = sessions
    .filter(({ log }) => log.bins.rows > 0)
    .map(({ base, log }) => ({ base, span: wholeSpan(log.bins) }));
  if (spans.length === 0) return { from: 0, to: 1 };
  return {
    from: Math.min(...spans.map(({ base, span }) => base + span.from)),
    to: Math.max(...spans.map(({ base, span }) => base + span.to)),
  };
}

/** The counts of all sessions, added up. */
export function mergedColumns(sessions: Timed, span: TimeSpan, columns: number): Uint32Array {
  let sums: Uint32Array | undefined;
  for (const { base, log } of sessions) {
    const own = { from: span.from - base, to: span.to - base };
    const counts = overviewColumns(log.mirror.table, log.bins, own, columns);
    if (sums === undefined) sums = counts;
    else for (const [slot, count] of counts.entries()) sums[slot] = (sums[slot] ?? 0) + count;
  }
  return sums ?? new Uint32Array(columns * BIN_TIERS.length);
}

function goToTime(rows: MergedRows, at: number): void {
  const place = rows.at(Math.min(rows.positionFromTime(at), rows.length - 1));
  if (place === undefined) return;
  setFollowing(MERGED, false);
  scrollToRow(place.session.info.session, place.index, 'top');
}
