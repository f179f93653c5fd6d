import { type MouseEvent, memo, useEffect, useMemo, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { codeNamer } from '../../state/log/code-namer.ts';
import { useMergedRows, useSessionNames } from '../../state/log/front-rows.ts';
import type { MergedPlace, MergedRows } from '../../state/log/merged-rows.ts';
import { setViewport, showInOwnTab } from '../../state/screen/screen-actions.ts';
import { MERGED } from '../../state/screen/screen-state.ts';
import { useScreen, useSessionView } from '../../state/screen/screen-store.ts';
import {
  clickRow,
  keepFocusOnLog,
  keepFromSelectingText,
  pickByKeys,
  usePickedStore,
} from '../../state/selection/picked-rows.ts';
import type { RowKey } from '../../state/selection/row-key.ts';
import { useSessionContext } from '../../state/vocabulary/use-server-vocabulary.ts';
import { EmptyLog } from '../log/empty-log.tsx';
import { FollowPill } from '../log/follow-pill.tsx';
import styles from '../log/frame-log.module.css';
import { areHalves, LogHeader } from '../log/frame-log.tsx';
import { gridAttributes } from '../log/grid-attributes.ts';
import { LogRow, type LogRowProps, rowElementId } from '../log/log-row.tsx';
import { gridKey } from '../log/row-navigation.ts';
import { ROW_HEIGHT } from '../log/scroll-space.ts';
import { type LogScroll, useLogScroll } from '../log/use-log-scroll.ts';
import { useSearchMatches } from '../search/search-matches.ts';
import { PickedBar } from '../selection/picked-bar.tsx';
import { usePickedInSight } from '../selection/use-picked-in-sight.ts';
import { selectedMergedPosition } from './merged-navigation.ts';
import { MergedRuler } from './merged-ruler.tsx';
import { useMergedWishes } from './use-merged-wishes.ts';

/** The virtualised log of all sessions that take part, by wall-clock time. */
export function MergedLog() {
  const rows = useMergedRows();
  const view = useSessionView(MERGED);
  const active = useScreen((state) => state.active);
  const seq = useScreen((state) =>
    state.active === null ? null : (state.views[state.active]?.selected ?? null),
  );
  const selected = active === null || seq === null ? null : { session: active, seq };
  const [hovered, setHovered] = useState<RowKey | null>(null);
  const scroll = useLogScroll(MERGED, rows.length, view.following);
  useMergedWishes(rows, selected, scroll);
  usePickedInSight(() => selectedMergedPosition(rows), scroll);
  const { first, last } = scroll.seen;
  useEffect(() => setViewport({ first, last }), [first, last]);
  return (
    <div className={styles.frame} data-merged="true">
      <LogHeader owner />
      {/* biome-ignore lint/a11y/useSemanticElements: a table lays out all of its rows, this draws those in sight */}
      <div
        ref={scroll.scroller}
        role="grid"
        tabIndex={0}
        {...gridAttributes({
          rows: rows.length,
          total: rows.total,
          hidden: rows.hidden,
          dropped: rows.dropped,
          following: view.following,
          drawn: drawnId(rows, selected, scroll),
        })}
        className={styles.scroller}
        onMouseDown={keepFromSelectingText}
        onClick={(event) => {
          const key = rowUnder(event);
          if (key !== null) clickRow(key, event);
        }}
        onDoubleClick={(event) => {
          const picks = event.shiftKey || event.ctrlKey || event.metaKey;
          if (!picks && rowUnder(event) !== null) showInOwnTab();
        }}
        onMouseOver={(event) => setHovered(rowUnder(event))}
        onMouseLeave={() => setHovered(null)}
        onFocus={(event) => {
          keepFocusOnLog(event);
          setHovered(null);
        }}
        onKeyDown={(event) =>
          pickByKeys(event) || gridKey(event, MERGED, Math.floor(scroll.viewport / ROW_HEIGHT) - 1)
        }
      >
        <div role="presentation" style={{ height: scroll.spacer }}>
          <Rows rows={rows} scroll={scroll} selected={selected} hovered={hovered} />
        </div>
      </div>
      <MergedRuler />
      <PickedBar />
      {rows.length === 0 ? (
        <EmptyLog held={rows.total} filtering={!rows.level} waiting={rows.total === 0} />
      ) : null}
      {view.following || rows.length === 0 ? null : (
        <FollowPill rows={rows.length} follow={scroll.scrollToEnd} />
      )}
    </div>
  );
}

/** The DOM id of the selected row where it is drawn: a name for nothing would be a fault. */
function drawnId(rows: MergedRows, selected: RowKey | null, { first, end }: LogScroll): string | undefined {
  const log = selected === null ? undefined : rows.session(selected.session)?.log;
  if (selected === null || log === undefined) return undefined;
  const position = rows.positionOf(selected.session, log.mirror.table.indexOf(selected.seq));
  return position >= first && position < end ? rowElementId(selected.seq, selected.session) : undefined;
}

type RowsProps = {
  readonly rows: MergedRows;
  readonly scroll: LogScroll;
  readonly selected: RowKey | null;
  readonly hovered: RowKey | null;
};

function Rows({ rows, scroll, selected, hovered }: RowsProps) {
  const names = useSessionNames();
  const matches = useSearchMatches();
  const picked = usePickedStore((state) => state.rows);
  const focus = [hovered, selected].flatMap((key) => {
    const row = key === null ? undefined : rows.session(key.session)?.log.mirror.rowOf(key.seq);
    return key === null || row === undefined ? [] : [{ session: key.session, row }];
  });
  const drawn: { place: MergedPlace; row: Row; position: number }[] = [];
  for (let position = scroll.first; position < scroll.end; position += 1) {
    const place = rows.at(position);
    const row = rows.row(position);
    if (place !== undefined && row !== undefined) drawn.push({ place, row, position });
  }
  return (
    <div role="presentation" className={styles.block} style={{ transform: `translateY(${scroll.top}px)` }}>
      {drawn.map(({ place: { session }, row, position }) => (
        <NamedRow
          key={position % scroll.slots}
          info={session.info}
          row={row}
          position={position}
          top={(position - scroll.first) * ROW_HEIGHT}
          selected={
            (selected?.session === session.info.session && selected.seq === row.seq) ||
            picked.get(session.info.session)?.has(row.seq) === true
          }
          later={false}
          paired={focus.some((other) => other.session === session.info.session && areHalves(row, other.row))}
          startedAt={session.info.startedAt}
          findings={session.log.findings.at(row.seq)}
          match={matches.has(session.info.session, row.seq)}
          owner={names.get(session.info.session)}
        />
      ))}
    </div>
  );
}

type NamedRowProps = Omit<LogRowProps, 'nameOf'> & { readonly info: SessionInfo };

/** A row whose codes are named as its own server means them. */
const NamedRow = memo(function NamedRow({ info, ...row }: NamedRowProps) {
  const context = useSessionContext(info);
  const nameOf = useMemo(() => codeNamer(context), [context]);
  return <LogRow {...row} nameOf={nameOf} />;
});

function rowUnder(event: MouseEvent): RowKey | null {
  const element = event.target instanceof Element ? event.target.closest('[data-seq]') : null;
  const session = element?.getAttribute('data-row-session') ?? null;
  return element === null || session === null
    ? null
    : { session, seq: Number(element.getAttribute('data-seq')) };
}
