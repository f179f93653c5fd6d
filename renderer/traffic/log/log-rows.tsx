import { type MouseEvent, type ReactNode, useRef } from 'react';
import type { Row } from '../../../app/frame/row.ts';
import { useCodeNamers } from '../../state/log/code-namer.ts';
import { rowPlace, useSessionNames } from '../../state/log/front-rows.ts';
import { type LogColumn, type LogViewChoice, useLogView } from '../../state/log/log-view.ts';
import type { RowSource, SourceRow } from '../../state/log/row-source.ts';
import type { SessionLog } from '../../state/log/session-log.ts';
import type { RowKey } from '../../state/screen/screen-store.ts';
import { useSelection } from '../../state/selection/selection.ts';
import { formatOffset } from '../../ui/format/time-text.ts';
import { isLater, type Playhead } from '../replay/replay-control.ts';
import { useSearchMatches } from '../search/search.ts';
import styles from './frame-log.module.css';
import { LogRow } from './log-row.tsx';
import { type LogScroll, ROW_HEIGHT } from './use-log-scroll.ts';

type Props = {
  readonly rows: RowSource;
  readonly scroll: LogScroll;
  readonly selected: RowKey | null;
  readonly hovered: RowKey | null;
  /** The playhead; null shows every row as it is. */
  readonly playhead: Playhead | null;
  readonly columns: readonly LogColumn[];
};

/** The visible rows of a log; they take turns in the same elements. */
export function LogRows({ rows, scroll, selected, hovered, playhead, columns }: Props) {
  const names = useSessionNames();
  const nameOf = useCodeNamers();
  const matches = useSearchMatches();
  const selection = useSelection((state) => state.rows);
  const time = useLogView((state) => state.time);
  const isSorted = useLogView((state) => state.sort !== null);
  const focus = [hovered, selected].flatMap((key) => focusOf(rows, key));
  const current = selected === null ? -1 : positionOfKey(rows, selected);
  const timeText = timeTexts(rows, time, selected);
  const slotOf = useSlots(scroll);
  const drawn: ReactNode[] = [];
  for (let position = scroll.first; position < scroll.end; position += 1) {
    const place = rows.at(position);
    if (place === undefined) continue;
    const { info, log } = place.session;
    const { session } = info;
    // A call whose answer lies after the playhead has only been asked.
    const index = playhead !== null && isLater(log, place.index, playhead) ? place.key : place.index;
    const row = log.mirror.row(index);
    if (row === undefined) continue;
    const { folds } = log.folded;
    const isGroup = log.list === log.folded && !place.inside && folds.keyAt(index) === place.key;
    const folded = isGroup ? folds.sizeOf(place.key) - 1 : 0;
    const request = isGroup && folds.isExchange(place.key) ? log.mirror.row(place.key) : undefined;
    drawn.push(
      <LogRow
        key={slotOf(position)}
        row={row}
        request={request}
        folded={folded}
        opened={folded > 0 && log.folded.isOpen(place.key)}
        inside={place.inside}
        number={isSorted ? rows.numberOf(session, index) : numberAt(rows, position, place)}
        top={(position - scroll.first) * ROW_HEIGHT}
        selected={position === current || selection.get(session)?.has(row.seq) === true}
        later={playhead !== null && isLater(log, index, playhead)}
        paired={focus.some((other) => other.session === session && areHalves(row, other.row))}
        startedAt={info.startedAt}
        time={timeText?.(position, request === undefined ? index : place.key, log)}
        columns={columns}
        nameOf={nameOf(info)}
        findings={log.findings.at(row.seq)}
        found={log.findings.at(row.seq).length}
        match={matches.has(session, row.seq)}
        note={noteOn(log, row, request)}
        owner={rows.merged ? names.get(session) : undefined}
      />,
    );
  }
  return (
    <div role="presentation" className={styles.block} style={{ transform: `translateY(${scroll.top}px)` }}>
      {drawn}
    </div>
  );
}

/**
 * The number of a position among the rows that the filter shows: that of the last row before the next position, so that
 * numbers rise along the log, and the last position has the number of all rows.
 */
function numberAt(rows: RowSource, position: number, place: SourceRow): number {
  const next = rows.at(position + 1);
  if (place.inside || next?.inside === true) return rows.numberOf(place.session.info.session, place.index);
  return next === undefined ? rows.passing : rows.numberOf(next.session.info.session, next.key) - 1;
}

function noteOn({ bookmarks }: SessionLog, row: Row, request: Row | undefined): string {
  const note = bookmarks.noteOf(row.seq);
  return note === '' && request !== undefined ? bookmarks.noteOf(request.seq) : note;
}

function positionOfKey(rows: RowSource, { session, seq }: RowKey): number {
  const place = rowPlace(rows, session, seq);
  return place === null ? -1 : rows.positionOf(session, place.index);
}

type TimeText = (position: number, index: number, log: SessionLog) => string;

/** What times are shown instead of those of the clock: how far each row is from another one. */
function timeTexts(
  rows: RowSource,
  time: LogViewChoice['time'],
  selected: RowKey | null,
): TimeText | undefined {
  switch (time) {
    case 'clock':
      return undefined;
    case 'start':
      return (_position, index, log) => formatOffset(log.mirror.table.columns.at.at(index));
    case 'before':
      return (position) =>
        position === 0 ? formatOffset(0) : formatOffset(rows.timeAt(position) - rows.timeAt(position - 1));
    case 'selected': {
      const place = selected === null ? null : rowPlace(rows, selected.session, selected.seq);
      const at = place === null ? -1 : rows.positionOf(place.session, place.index);
      if (at < 0) return undefined;
      const from = rows.timeAt(at);
      return (position) => formatOffset(rows.timeAt(position) - from);
    }
  }
}

/**
 * The element in which the row at a position is drawn. A log that moves on by some rows keeps the others where they
 * are; one in which all rows are others fills the same elements in the same order, so that none of them moves.
 */
function useSlots({ first, end, slots }: LogScroll): (position: number) => number {
  const turn = useRef({ base: 0, first });
  if (Math.abs(first - turn.current.first) >= end - first) turn.current.base = first;
  turn.current.first = first;
  const { base } = turn.current;
  return (position) => (((position - base) % slots) + slots) % slots;
}

function focusOf(rows: RowSource, key: RowKey | null): { readonly session: string; readonly row: Row }[] {
  const row = key === null ? undefined : rows.session(key.session)?.log.mirror.rowOf(key.seq);
  return key === null || row === undefined ? [] : [{ session: key.session, row }];
}

/** Two rows of one session that are one exchange; the request names its answer, and whatever settled it names the request. */
function areHalves(row: Row, other: Row): boolean {
  return (
    row.seq !== other.seq &&
    ((other.pair > 0 && other.pair === row.seq) || (row.pair > 0 && row.pair === other.seq))
  );
}

/** The row that an event of the mouse is about; a log of one session does not name it on each row. */
export function rowUnder(event: MouseEvent, rows: RowSource): RowKey | null {
  const element = event.target instanceof Element ? event.target.closest('[data-seq]') : null;
  const session = rows.merged ? (element?.getAttribute('data-row-session') ?? null) : rows.view;
  if (element === null || session === null) return null;
  return { session, seq: Number(element.getAttribute('data-seq')) };
}

/** True if an event of the mouse is about the mark that opens and closes a row. */
export function isOnChevron(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('[data-fold]') !== null;
}
