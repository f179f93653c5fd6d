import { type MouseEvent, type ReactNode, useRef } from 'react';
import type { Row } from '../../../app/frame/row.ts';
import { useCodeNamers } from '../../state/log/code-namer.ts';
import { useSessionNames } from '../../state/log/front-rows.ts';
import type { RowSource } from '../../state/log/row-source.ts';
import type { RowKey } from '../../state/screen/screen-store.ts';
import { useSelection } from '../../state/selection/selection.ts';
import type { Playhead } from '../replay/playback.ts';
import { isLater } from '../replay/replay-control.ts';
import { useSearchMatches } from '../search/search-store.ts';
import styles from './frame-log.module.css';
import { LogRow } from './log-row.tsx';
import { ROW_HEIGHT } from './scroll-space.ts';
import type { LogScroll } from './use-log-scroll.ts';

type Props = {
  readonly rows: RowSource;
  readonly scroll: LogScroll;
  readonly selected: RowKey | null;
  readonly hovered: RowKey | null;
  /** The playhead; null shows every row as it is. */
  readonly playhead: Playhead | null;
};

/** The visible rows of a log; they take turns in the same elements. */
export function LogRows({ rows, scroll, selected, hovered, playhead }: Props) {
  const names = useSessionNames();
  const nameOf = useCodeNamers();
  const matches = useSearchMatches();
  const selection = useSelection((state) => state.rows);
  const focus = [hovered, selected].flatMap((key) => focusOf(rows, key));
  const slotOf = useSlots(scroll);
  const drawn: ReactNode[] = [];
  for (let position = scroll.first; position < scroll.end; position += 1) {
    const place = rows.at(position);
    const row = place?.session.log.mirror.row(place.index);
    if (place === undefined || row === undefined) continue;
    const { info, log } = place.session;
    const { session } = info;
    const isSelected = selected?.session === session && selected.seq === row.seq;
    drawn.push(
      <LogRow
        key={slotOf(position)}
        row={row}
        position={position}
        top={(position - scroll.first) * ROW_HEIGHT}
        selected={isSelected || selection.get(session)?.has(row.seq) === true}
        later={playhead !== null && isLater(log, place.index, playhead)}
        paired={focus.some((other) => other.session === session && areHalves(row, other.row))}
        startedAt={info.startedAt}
        nameOf={nameOf(info)}
        findings={log.findings.at(row.seq)}
        match={matches.has(session, row.seq)}
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
