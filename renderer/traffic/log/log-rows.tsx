import { type MouseEvent, type ReactNode, useRef } from 'react';
import type { Row } from '../../../app/frame/row.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import { useCodeNamers } from '../../state/log/code-namer.ts';
import {
  baseOf,
  type DrawnItem,
  drawnPosition,
  type FrontView,
  itemAt,
  useSessionNames,
} from '../../state/log/front-view.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { type LogColumn, type LogViewChoice, useLogView } from '../../state/log/log-view.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { useSelection } from '../../state/selection/selection.ts';
import { formatOffset } from '../../ui/format/quantity-text.ts';
import { isLater, type Playhead } from '../replay/replay-control.ts';
import styles from './frame-log.module.css';
import { LogRow } from './log-row.tsx';
import { type LogScroll, ROW_HEIGHT } from './use-log-scroll.ts';

type Props = {
  readonly shown: FrontView;
  readonly scroll: LogScroll;
  readonly selected: RowKey | null;
  readonly hovered: RowKey | null;
  /** The playhead; null shows every row normally. */
  readonly playhead: Playhead | null;
  readonly columns: readonly LogColumn[];
};

/** The visible rows of a log, which reuse the same elements. */
export function LogRows({ shown, scroll, selected, hovered, playhead, columns }: Props) {
  const names = useSessionNames();
  const nameOf = useCodeNamers();
  const infos = useScreen((state) => state.sessions);
  const selection = useSelection((state) => state.rows);
  const time = useLogView((state) => state.time);
  const focus = [hovered, selected].flatMap(focusOf);
  const current = selected === null ? -1 : drawnPosition(shown, selected);
  const timeText = timeTexts(shown, time, selected);
  const slotOf = useSlots(scroll);
  const timed = shown.timed[0] ?? 0;
  const drawn: ReactNode[] = [];
  for (let position = scroll.first; position < scroll.end; position += 1) {
    const item = itemAt(shown, position);
    const info = infos.find(({ session }) => session === item?.session);
    if (item === undefined || info === undefined) continue;
    const { session, request, folded } = item;
    // Before its answer, a call at the playhead is only a request.
    const isAsked = playhead !== null && request !== undefined && isLater(item, timed, playhead);
    const row = isAsked ? request : item.row;
    const index = isAsked ? item.key : item.index;
    const marked = row.flag === '' && request !== undefined ? request : row;
    const findings = sessionLog(session).findings.at(marked.seq);
    drawn.push(
      <LogRow
        key={slotOf(position)}
        session={session}
        row={row}
        request={request}
        folded={folded}
        opened={item.open}
        repeats={item.repeats}
        inside={item.inside}
        dim={item.dim}
        number={item.number}
        top={(position - scroll.first) * ROW_HEIGHT}
        selected={position === current || selection.get(session)?.has(row.seq) === true}
        later={playhead !== null && isLater({ index, row }, timed, playhead)}
        paired={focus.some((other) => other.session === session && areHalves(row, other.row))}
        startedAt={info.startedAt}
        time={timeText?.(position, item)}
        columns={columns}
        nameOf={nameOf(info)}
        flag={marked.flag}
        findings={findings}
        found={findings.length}
        match={item.match}
        note={item.note}
        owner={shown.merged ? names.get(session) : undefined}
      />,
    );
  }
  return (
    <div role="presentation" className={styles.block} style={{ transform: `translateY(${scroll.top}px)` }}>
      {drawn}
    </div>
  );
}

/** The times shown instead of clock times: offsets from another row. */
function timeTexts(
  shown: FrontView,
  time: LogViewChoice['time'],
  selected: RowKey | null,
): ((position: number, item: DrawnItem) => string) | undefined {
  switch (time) {
    case 'clock':
      return undefined;
    case 'start':
      return (_position, { row, request = row }) => formatOffset(request.at);
    case 'before':
      return (position, { at }) => formatOffset(at - (itemAt(shown, position - 1)?.at ?? shown.before));
    case 'selected': {
      const row = selected === null ? undefined : sessionLog(selected.session).mirror.rowOf(selected.seq);
      const place = selected === null ? -1 : drawnPosition(shown, selected);
      const from =
        itemAt(shown, place)?.at ?? (row && selected ? row.at + baseOf(shown, selected.session) : undefined);
      return from === undefined ? undefined : (_position, { at }) => formatOffset(at - from);
    }
  }
}

/**
 * The element for the row at a position. Scrolling by a few rows keeps the others in place; if all rows change, they
 * fill the same elements in the same order, so that none of them moves.
 */
function useSlots({ first, end, slots }: LogScroll): (position: number) => number {
  const turn = useRef({ base: 0, first });
  if (Math.abs(first - turn.current.first) >= end - first) turn.current.base = first;
  turn.current.first = first;
  const { base } = turn.current;
  return (position) => (((position - base) % slots) + slots) % slots;
}

function focusOf(key: RowKey | null): { readonly session: string; readonly row: Row }[] {
  const row = key === null ? undefined : sessionLog(key.session).mirror.rowOf(key.seq);
  return key === null || row === undefined ? [] : [{ session: key.session, row }];
}

/** True if two rows of one session form an exchange; the request names its answer, and the settling row the request. */
function areHalves(row: Row, other: Row): boolean {
  return (
    row.seq !== other.seq &&
    ((other.pair > 0 && other.pair === row.seq) || (row.pair > 0 && row.pair === other.seq))
  );
}

/** The row under a mouse event; in the log of one session, rows do not name it. */
export function rowUnder(
  event: MouseEvent,
  { view, merged }: Pick<FrontView, 'view' | 'merged'>,
): RowKey | null {
  const element = event.target instanceof Element ? event.target.closest('[data-seq]') : null;
  const session = merged ? (element?.getAttribute('data-row-session') ?? null) : view;
  if (element === null || session === null) return null;
  return { session, seq: Number(element.getAttribute('data-seq')) };
}

/** True if a mouse event hits the mark that opens and closes a row. */
export function isOnChevron(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('[data-fold]') !== null;
}
