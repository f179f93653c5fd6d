import { type MouseEvent, useEffect, useMemo, useState } from 'react';
import { fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { codeNamer } from '../../state/log/code-namer.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import type { SessionLog } from '../../state/log/session-log.ts';
import { selectRow, setViewport } from '../../state/screen/screen-actions.ts';
import { useSessionView } from '../../state/screen/screen-store.ts';
import {
  clearPicked,
  clickRow,
  keepFocusOnLog,
  keepFromSelectingText,
  pickByKeys,
  usePicked,
} from '../../state/selection/picked-rows.ts';
import { useSessionContext } from '../../state/vocabulary/use-server-vocabulary.ts';
import { isAtEnd, type Playhead } from '../replay/playback.ts';
import { isLater, timedRows, usePlayhead, useReplay } from '../replay/replay-store.ts';
import { useSearchMatches } from '../search/search-matches.ts';
import { PickedBar } from '../selection/picked-bar.tsx';
import { usePickedInSight } from '../selection/use-picked-in-sight.ts';
import { EmptyLog } from './empty-log.tsx';
import { FollowPill } from './follow-pill.tsx';
import styles from './frame-log.module.css';
import { gridAttributes } from './grid-attributes.ts';
import { LogRow, rowElementId } from './log-row.tsx';
import { gridKey, selectedPosition } from './row-navigation.ts';
import { ROW_HEIGHT } from './scroll-space.ts';
import { TierRuler } from './tier-ruler.tsx';
import { type LogScroll, useLogScroll } from './use-log-scroll.ts';
import { useScrollWishes } from './use-scroll-wishes.ts';

/** The virtualised log of one session: every frame, stderr line and process event in one list. */
export function FrameLog({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const log = useSessionLog(session);
  const view = useSessionView(session);
  const [hovered, setHovered] = useState<number | null>(null);
  const playhead = usePlayhead(session);
  const hides = useReplay((state) => state.later === 'hidden');
  const total = hides ? happened(log, playhead) : log.visible.length;
  const scroll = useLogScroll(session, total, view.following);
  useScrollWishes(session, log, view.selected, scroll);
  usePickedInSight(() => selectedPosition(log, view.selected), scroll);
  const { first, last } = scroll.seen;
  useEffect(() => setViewport({ first, last }), [first, last]);
  return (
    <div className={styles.frame}>
      <LogHeader />
      {/* biome-ignore lint/a11y/useSemanticElements: a table lays out all of its rows, this draws those in sight */}
      <div
        ref={scroll.scroller}
        role="grid"
        tabIndex={0}
        {...gridAttributes({
          rows: total,
          total: log.mirror.length,
          hidden: log.visible.hidden,
          dropped: log.mirror.state.dropped,
          following: view.following,
          drawn: drawnId(log, view.selected, scroll),
        })}
        className={styles.scroller}
        onMouseDown={keepFromSelectingText}
        onClick={(event) => {
          const seq = seqUnder(event);
          if (seq !== null) return clickRow({ session, seq }, event);
          clearPicked();
          selectRow(session, null);
        }}
        onMouseOver={(event) => setHovered(seqUnder(event))}
        onMouseLeave={() => setHovered(null)}
        onFocus={(event) => {
          keepFocusOnLog(event);
          setHovered(null);
        }}
        onKeyDown={(event) =>
          pickByKeys(event) || gridKey(event, session, Math.floor(scroll.viewport / ROW_HEIGHT) - 1)
        }
      >
        <div role="presentation" style={{ height: scroll.spacer }}>
          <Rows
            info={info}
            log={log}
            scroll={scroll}
            selected={view.selected}
            hovered={hovered}
            playhead={playhead}
          />
        </div>
      </div>
      <TierRuler session={session} />
      <PickedBar />
      {total === 0 ? (
        <EmptyLog
          held={log.mirror.length}
          filtering={!log.visible.level}
          waiting={
            info.state === 'starting' || info.state === 'ready' || fileInfo(info)?.opening !== undefined
          }
        />
      ) : null}
      {view.following || total === 0 ? null : (
        <FollowPill rows={log.visible.length} follow={scroll.scrollToEnd} />
      )}
    </div>
  );
}

/** The names of the columns, for the eye: each row's accessible name says it all in words. */
export function LogHeader({ owner = false }: { readonly owner?: boolean }) {
  return (
    <div className={styles.header} aria-hidden="true">
      <span>time</span>
      {owner ? <span>session</span> : null}
      <span />
      <span>message</span>
      <span className={styles.right}>id</span>
      <span className={`${styles.right} ${styles.duration}`}>duration</span>
      <span className={`${styles.right} ${styles.size}`}>size</span>
      <span>outcome</span>
    </div>
  );
}

/** The DOM id of the selected row where it is drawn: a name for nothing would be a fault. */
function drawnId(log: SessionLog, selected: number | null, { first, end }: LogScroll): string | undefined {
  if (selected === null) return undefined;
  const position = log.visible.positionOf(log.mirror.table.indexOf(selected));
  return position >= first && position < end ? rowElementId(selected) : undefined;
}

type RowsProps = {
  readonly info: SessionInfo;
  readonly log: SessionLog;
  readonly scroll: LogScroll;
  readonly selected: number | null;
  readonly hovered: number | null;
  /** Where playback stands; null shows every row as it is. */
  readonly playhead: Playhead | null;
};

/** How many visible rows there are up to the playhead. */
function happened(log: SessionLog, playhead: Playhead | null): number {
  if (playhead === null || isAtEnd(timedRows(log), playhead)) return log.visible.length;
  return log.visible.positionFrom(playhead.index + 1);
}

function Rows({ info, log, scroll, selected, hovered, playhead }: RowsProps) {
  const context = useSessionContext(info);
  const nameOf = useMemo(() => codeNamer(context), [context]);
  const picked = usePicked(info.session);
  const matches = useSearchMatches();
  const focus = [hovered, selected].flatMap((seq) => {
    const row = seq === null ? undefined : log.mirror.rowOf(seq);
    return row === undefined ? [] : [row];
  });
  const rows: { row: Row; position: number; later: boolean }[] = [];
  for (let position = scroll.first; position < scroll.end; position += 1) {
    const index = log.visible.indexAt(position);
    const row = log.mirror.row(index);
    if (row === undefined) continue;
    rows.push({ row, position, later: playhead !== null && isLater(log, index, playhead) });
  }
  return (
    <div role="presentation" className={styles.block} style={{ transform: `translateY(${scroll.top}px)` }}>
      {rows.map(({ row, position, later }) => (
        <LogRow
          key={position % scroll.slots}
          row={row}
          position={position}
          top={(position - scroll.first) * ROW_HEIGHT}
          selected={row.seq === selected || picked.has(row.seq)}
          later={later}
          paired={focus.some((other) => areHalves(row, other))}
          startedAt={info.startedAt}
          nameOf={nameOf}
          findings={log.findings.at(row.seq)}
          match={matches.has(info.session, row.seq)}
        />
      ))}
    </div>
  );
}

/** Two rows of one session that are one exchange; the request names its answer, and whatever settled it names the request. */
export function areHalves(row: Row, other: Row): boolean {
  return (
    row.seq !== other.seq &&
    ((other.pair > 0 && other.pair === row.seq) || (row.pair > 0 && row.pair === other.seq))
  );
}

function seqUnder(event: MouseEvent): number | null {
  const element = event.target instanceof Element ? event.target.closest('[data-seq]') : null;
  return element === null ? null : Number(element.getAttribute('data-seq'));
}
