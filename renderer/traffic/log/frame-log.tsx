import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import { clearFilter } from '../../state/log/filter-store.ts';
import { rowPlace, useRows, useRowsOfLog } from '../../state/log/front-rows.ts';
import { type RowSort, sortBy, useLogView } from '../../state/log/log-view.ts';
import type { RowSource } from '../../state/log/row-source.ts';
import { useFocusTarget } from '../../state/screen/focus-targets.ts';
import { scrollToRow, selectedKey, setViewport, showInOwnTab } from '../../state/screen/screen-actions.ts';
import { type RowKey, useScreen, useSessionView } from '../../state/screen/screen-store.ts';
import {
  clearSelection,
  clickRow,
  keepFocusOnLog,
  keepFromSelectingText,
  selectByKeys,
  useSelection,
} from '../../state/selection/selection.ts';
import { TIER_MARKS } from '../../ui/charts/tier-columns.ts';
import { Button } from '../../ui/controls/button.tsx';
import { canvasContext, useElementSize, useThemeColours } from '../../ui/controls/canvas.ts';
import { contextMenuByKey } from '../../ui/controls/context-menu.tsx';
import { isAtEnd, type Playhead, timedRows, usePlayhead, useReplay } from '../replay/replay-control.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import styles from './frame-log.module.css';
import { columnTemplate, HEADER_ID, LogHeader, shownColumns } from './log-header.tsx';
import { rowElementId } from './log-row.tsx';
import { isOnChevron, LogRows, rowUnder } from './log-rows.tsx';
import { RowMenu } from './row-menu.tsx';
import { gridKey, selectedPosition, selectNothing, toggleFold } from './row-navigation.ts';
import { type LogScroll, ROW_HEIGHT, useLogScroll, useScrollRequests } from './use-log-scroll.ts';

type Props = {
  /** The session whose rows are shown; without one, those of all sessions that take part in the merged log. */
  readonly info?: SessionInfo | undefined;
};

/** The virtualised log: every frame, stderr line and process event in one list, by time. */
export function FrameLog({ info }: Props) {
  const rows = useRowsOfLog(info);
  const { following } = useSessionView(rows.view);
  const selected = useSelected(rows);
  const [hovered, setHovered] = useState<RowKey | null>(null);
  const playhead = usePlayhead(rows.view);
  const hides = useReplay((state) => state.later === 'hidden');
  const sort = useLogView((state) => state.sort);
  const total = hides && sort === null ? happened(rows, playhead) : rows.length;
  const scroll = useLogScroll(rows.view, total, following && sort === null);
  const frame = useRef<HTMLDivElement>(null);
  const { columns, template } = useColumns(frame, rows.merged);
  useScrollRequests(rows, selected, scroll);
  useVisibleSelection(rows, scroll);
  useFocusTarget('log', scroll.scroller);
  const { first, last } = scroll.seen;
  useEffect(() => setViewport({ first, last }), [first, last]);
  return (
    <div ref={frame} className={styles.frame} style={{ '--log-columns': template } as CSSProperties}>
      <LogHeader columns={columns} template={template} merged={rows.merged} />
      <RowMenu
        rows={rows}
        grid={
          // biome-ignore lint/a11y/useSemanticElements: a table lays out all of its rows, this draws the visible ones
          <div
            ref={scroll.scroller}
            role="grid"
            tabIndex={0}
            aria-label="Frame log"
            aria-owns={HEADER_ID}
            aria-multiselectable={true}
            aria-rowcount={total === rows.length ? rows.passing : total}
            aria-activedescendant={drawnId(rows, selected, scroll)}
            data-frame-total={rows.total}
            data-hidden={rows.hidden}
            data-dropped={rows.dropped}
            data-following={following}
            className={styles.scroller}
            {...gridEvents(rows, setHovered, Math.floor(scroll.viewport / ROW_HEIGHT) - 1)}
          >
            <div role="presentation" style={{ height: scroll.spacer }}>
              <LogRows
                rows={rows}
                scroll={scroll}
                selected={selected}
                hovered={hovered}
                playhead={playhead}
                columns={columns}
              />
            </div>
          </div>
        }
      />
      <TierRuler info={info} />
      <SelectionBar />
      {total === 0 ? <EmptyLog rows={rows} /> : null}
      {sort === null ? null : <SortedPill sort={sort} />}
      {following || total === 0 || sort !== null ? null : (
        <FollowPill rows={rows.length} follow={scroll.scrollToEnd} />
      )}
    </div>
  );
}

/** What the grid does with the mouse and the keys; `page` is how many rows are in sight. */
function gridEvents(rows: RowSource, setHovered: (key: RowKey | null) => void, page: number) {
  return {
    onMouseDown: keepFromSelectingText,
    onClick: (event: MouseEvent) => {
      const key = rowUnder(event, rows);
      if (key !== null && isOnChevron(event)) return toggleFold(rows, key);
      if (key !== null) return clickRow(key, event);
      clearSelection();
      selectNothing(rows);
    },
    onContextMenu: (event: MouseEvent) => {
      const key = rowUnder(event, rows);
      if (key !== null && !isSelected(key)) clickRow(key, NO_KEYS);
    },
    onDoubleClick: (event: MouseEvent) => {
      const selects = event.shiftKey || event.ctrlKey || event.metaKey;
      const key = selects || isOnChevron(event) ? null : rowUnder(event, rows);
      if (key === null) return;
      if (rows.merged) showInOwnTab();
      else toggleFold(rows, key);
    },
    onMouseOver: (event: MouseEvent) => setHovered(rowUnder(event, rows)),
    onMouseLeave: () => setHovered(null),
    onFocus: (event: FocusEvent<HTMLElement>) => {
      keepFocusOnLog(event);
      setHovered(null);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const element = event.currentTarget.querySelector('[aria-selected="true"]');
      if (contextMenuByKey(event, element ?? event.currentTarget) || selectByKeys(event)) return;
      gridKey(event, rows, page);
    },
  };
}

const NO_KEYS = { ctrlKey: false, metaKey: false, shiftKey: false };

/** True for the current row, and for one that is selected with others: its menu leaves them selected. */
function isSelected(key: RowKey): boolean {
  const current = selectedKey();
  return current?.session === key.session && current.seq === key.seq;
}

/** The selected row of the log; the same object until another one is selected. */
function useSelected({ view, merged }: RowSource): RowKey | null {
  const session = useScreen(({ active }) => (merged ? active : view));
  const { selected: seq } = useSessionView(session ?? '');
  return useMemo(() => (session === null || seq === null ? null : { session, seq }), [session, seq]);
}

/** The number of visible rows up to the playhead; only the log of a single session has a playhead. */
function happened(rows: RowSource, playhead: Playhead | null): number {
  const session = rows.session(rows.view);
  if (playhead === null || session === undefined) return rows.length;
  if (isAtEnd(timedRows(session.log), playhead)) return rows.length;
  return rows.startedBy(rows.view, playhead.index);
}

/** Keeps the selected row visible when the bar below the rows takes room from them. */
function useVisibleSelection(rows: RowSource, { reveal, viewport, first, end }: LogScroll): void {
  const several = useSelection((state) => state.rows.size > 0);
  useEffect(() => {
    if (!several || viewport === 0) return;
    const position = selectedPosition(rows);
    // Rows that came since have moved it far away: a log that follows goes on to follow.
    if (position >= first && position < end) reveal(position, 'nearest');
    // Not with every selection: that is what scroll requests follow.
  }, [several, viewport, reveal]);
}

/** The DOM id of the selected row while it is drawn; an id of no element would be invalid. */
function drawnId(rows: RowSource, selected: RowKey | null, { first, end }: LogScroll): string | undefined {
  const place = selected === null ? null : rowPlace(rows, selected.session, selected.seq);
  if (place === null) return undefined;
  const position = rows.positionOf(place.session, place.index);
  if (position < first || position >= end) return undefined;
  const shown = rows.at(position);
  if (shown === undefined) return undefined;
  const { info, log } = shown.session;
  return rowElementId(log.mirror.table.columns.seq.at(shown.index), rows.merged ? info.session : undefined);
}

function useColumns(frame: RefObject<HTMLDivElement | null>, merged: boolean) {
  const { width } = useElementSize(frame);
  const hidden = useLogView((state) => state.hidden[state.rows]);
  const widths = useLogView((state) => state.widths);
  return useMemo(() => {
    const columns = shownColumns(hidden, width);
    return { columns, template: columnTemplate(columns, widths, width, merged) };
  }, [hidden, widths, width, merged]);
}

function EmptyLog({ rows }: { readonly rows: RowSource }) {
  if (rows.total > 0) {
    if (!rows.upToDate) return <div className={styles.empty}>Filtering…</div>;
    return (
      <div className={styles.empty}>
        <p>The filter hides all {rows.total.toLocaleString('en')} rows.</p>
        <Button onClick={clearFilter}>Clear the filter</Button>
      </div>
    );
  }
  const waits = rows.merged || rows.sessions.some(({ info }) => mayGrow(info));
  return <div className={styles.empty}>{waits ? 'No frame yet.' : 'This log is empty.'}</div>;
}

function mayGrow(info: SessionInfo): boolean {
  return info.state === 'starting' || info.state === 'ready' || fileInfo(info)?.opening !== undefined;
}

function SortedPill({ sort: { by, falls } }: { readonly sort: RowSort }) {
  return (
    <Button look="bare" className={styles.follow} onClick={() => sortBy(null)}>
      {`Sorted by ${by}, the ${falls ? 'largest' : 'smallest'} first · in the order of time`}
    </Button>
  );
}

type FollowPillProps = {
  readonly rows: number;
  readonly follow: () => void;
};

/** Brings the log back to its newest row, and says how many came since it stopped to follow. */
function FollowPill({ rows, follow }: FollowPillProps) {
  const [since] = useState(rows);
  const fresh = Math.max(0, rows - since);
  return (
    <Button look="bare" className={styles.follow} onClick={follow}>
      <svg aria-hidden="true" width="10" height="10" viewBox="0 0 10 10" fill="none" stroke="currentColor">
        <path d="M5 1v7M2 5.2 5 8.2l3-3" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      Follow{fresh === 0 ? '' : ` · ${fresh.toLocaleString('en')} new`}
    </Button>
  );
}

const MARK_HEIGHT = 3;

type TierRulerProps = { readonly info?: SessionInfo | undefined };

/** Where in the whole log the errors are, beside its scrollbar. A click goes there. */
const TierRuler = memo(function TierRuler({ info }: TierRulerProps) {
  const rows = useRows(info);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(canvas);
  const colours = useThemeColours();
  // With every revision and not with every scroll: that is when this renders.
  useEffect(() => {
    const context = canvasContext(canvas.current, size);
    if (context === undefined) return;
    for (const [y, tier] of rulerMarks(visibleErrors(rows), rows.length, size.height)) {
      context.fillStyle = colours(`--${tier}-mark`);
      for (const [from, to] of TIER_MARKS[tier])
        context.fillRect(2 + from * (size.width - 4), y, (to - from) * (size.width - 4), MARK_HEIGHT);
    }
  });
  const press = (event: PointerEvent) => {
    const share = event.nativeEvent.offsetY / Math.max(size.height, 1);
    const row = rows.at(Math.floor(share * (rows.length - 1)));
    if (row !== undefined) scrollToRow(row.session.info.session, row.index, 'centre');
  };
  return (
    <div className={styles.ruler} aria-hidden="true" onPointerDown={press}>
      <canvas ref={canvas} />
    </div>
  );
});

type VisibleError = readonly [position: number, tier: Tier];

/** One mark for each pixel row that has errors: the one that the tiers list first. */
function rulerMarks(errors: Iterable<VisibleError>, length: number, height: number): Map<number, Tier> {
  const marks = new Map<number, Tier>();
  const space = Math.max(height - MARK_HEIGHT, 1);
  const last = Math.max(length - 1, 1);
  for (const [position, tier] of errors) {
    const y = Math.round((position / last) * space);
    const held = marks.get(y);
    if (held === undefined || RANK[tier] < RANK[held]) marks.set(y, tier);
  }
  return marks;
}

function* visibleErrors(rows: RowSource): Iterable<VisibleError> {
  for (const { info, log } of rows.sessions) {
    for (const index of log.errors.indexes) {
      const position = rows.positionOf(info.session, index);
      if (position >= 0) yield [position, log.mirror.table.columns.tier.at(index)];
    }
  }
}

const RANK: Record<Tier, number> = { protocol: 0, tool: 1, client: 2, transport: 3, ok: 4 };
