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
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import { clearFilter } from '../../state/log/filter-store.ts';
import {
  drawnPosition,
  type FrontView,
  itemAt,
  keyAt,
  useFrontCounts,
  useFrontView,
  viewPager,
} from '../../state/log/front-view.ts';
import { follow, useLogView } from '../../state/log/log-view.ts';
import { useFocusTarget } from '../../state/screen/focus-targets.ts';
import {
  scrollToRow,
  selectedKey,
  setViewport,
  showInOwnTab,
  useScreen,
  useSessionView,
} from '../../state/screen/screen-store.ts';
import {
  clearSelection,
  clickRow,
  keepFocusOnLog,
  keepFromSelectingText,
  selectByKeys,
  useSelection,
} from '../../state/selection/selection.ts';
import { TIER_MARKS } from '../../ui/charts/tier-columns.ts';
import { canvasContext, useElementSize, useThemeColors } from '../../ui/controls/canvas.ts';
import { contextMenuByKey } from '../../ui/controls/menus.tsx';
import { Button } from '../../ui/kit.tsx';
import { usePlayhead, useReplay } from '../replay/replay-control.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import styles from './frame-log.module.css';
import { columnTemplate, HEADER_ID, LogHeader, shownColumns } from './log-header.tsx';
import { rowElementId } from './log-row.tsx';
import { isOnChevron, LogRows, rowUnder } from './log-rows.tsx';
import { RowMenu } from './row-menu.tsx';
import { gridKey, selectNothing, toggleFold } from './row-navigation.ts';
import { type LogScroll, ROW_HEIGHT, useLogScroll, useScrollRequests } from './use-log-scroll.ts';

type Props = {
  /** The session whose rows are shown; undefined for all in the merged log. */
  readonly info?: SessionInfo | undefined;
};

/** The virtualized log: every frame, stderr line and process event in one list, by time. */
export function FrameLog({ info }: Props) {
  const shown = useFrontView();
  const { dropped } = useFrontCounts();
  const view = shown.view ?? '';
  const { following } = useSessionView(view);
  const selected = useSelected(shown);
  const [hovered, setHovered] = useState<RowKey | null>(null);
  const playhead = usePlayhead(view);
  const hides = useReplay((state) => state.later === 'hidden');
  const sort = useLogView((state) => state.sort);
  const isCut = hides && sort === null && playhead !== null && info !== undefined;
  const total = isCut ? shown.happened : shown.length;
  const follows = following && sort === null;
  const scroll = useLogScroll(view, total, follows, sort === null);
  const frame = useRef<HTMLDivElement>(null);
  const { columns, template } = useColumns(frame, shown.merged);
  useViewWindow(scroll, shown.left, follows && !isCut, isCut ? playhead.index : null);
  useScrollRequests(shown, selected, scroll, sort);
  useVisibleSelection(shown, selected, scroll);
  useFocusTarget('log', scroll.scroller);
  const { first, last } = scroll.seen;
  useEffect(() => setViewport({ first, last }), [first, last]);
  return (
    <div ref={frame} className={styles.frame} style={{ '--log-columns': template } as CSSProperties}>
      <LogHeader columns={columns} template={template} merged={shown.merged} />
      <RowMenu
        shown={shown}
        grid={
          // biome-ignore lint/a11y/useSemanticElements: a table lays out all of its rows, this draws the visible ones
          <div
            ref={scroll.scroller}
            role="grid"
            tabIndex={0}
            aria-label="Frame log"
            aria-owns={HEADER_ID}
            aria-multiselectable={true}
            aria-busy={!shown.upToDate}
            aria-rowcount={total === shown.length ? shown.passing : total}
            aria-activedescendant={drawnId(shown, selected, scroll)}
            data-frame-total={shown.total}
            data-hidden={shown.total - shown.passing}
            data-dropped={dropped}
            data-following={follows}
            className={styles.scroller}
            {...gridEvents(shown, setHovered, Math.floor(scroll.viewport / ROW_HEIGHT) - 1)}
          >
            <div role="presentation" style={{ height: scroll.spacer }}>
              <LogRows
                shown={shown}
                scroll={scroll}
                selected={selected}
                hovered={hovered}
                playhead={info === undefined ? null : playhead}
                columns={columns}
              />
            </div>
          </div>
        }
      />
      <TierRuler marks={shown.marks} length={shown.length} />
      <SelectionBar />
      {shown.isHere && total === 0 ? <EmptyLog shown={shown} /> : null}
      {follows || total === 0 ? null : (
        <FollowPill
          rows={shown.length}
          grows={info === undefined || mayGrow(info)}
          follow={sort === null ? scroll.scrollToEnd : () => follow(view, true)}
        />
      )}
    </div>
  );
}

/** How many rows to load beyond the rendered ones, so that small scrolls need no request. */
const AHEAD = 40;

/** Tells the host which rows are visible; `playhead` is the index of the last row that has happened. */
function useViewWindow(
  { first, end, slots }: LogScroll,
  left: FrontView['left'],
  atEnd: boolean,
  playhead: number | null,
): void {
  const { first: from, count } = viewPager.window;
  const isLeft = left !== undefined && first >= left.first && end <= left.first + left.items.length;
  const isInside = isLeft || (first >= from && end <= from + count);
  const wanted = isInside ? from : Math.max(0, first - AHEAD);
  const size = isInside ? count : slots + 2 * AHEAD;
  useEffect(
    () => void viewPager.look({ first: wanted, count: size, atEnd, playhead }),
    [wanted, size, atEnd, playhead],
  );
}

/** The mouse and key handlers of the grid; `page` is the number of visible rows. */
function gridEvents(rows: FrontView, setHovered: (key: RowKey | null) => void, page: number) {
  return {
    onMouseDown: keepFromSelectingText,
    onClick: (event: MouseEvent) => {
      const key = rowUnder(event, rows);
      if (key !== null && isOnChevron(event)) return toggleFold(key);
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
      else toggleFold(key);
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

/** True for the current row, and for one of several selected rows, whose selection its menu keeps. */
function isSelected(key: RowKey): boolean {
  const current = selectedKey();
  return current?.session === key.session && current.seq === key.seq;
}

/** The selected row of the log; the same object until another row is selected. */
function useSelected({ view, merged, sessions }: FrontView): RowKey | null {
  const session = useScreen(({ active }) => (merged ? active : view));
  const { selected: seq } = useSessionView(session ?? '');
  const takesPart = session !== null && sessions.includes(session);
  return useMemo(
    () => (session === null || seq === null || !takesPart ? null : { session, seq }),
    [session, seq, takesPart],
  );
}

/** Keeps the selected row visible when the bar below takes room from the rows. */
function useVisibleSelection(
  shown: FrontView,
  selected: RowKey | null,
  { reveal, viewport, first, end }: LogScroll,
) {
  const several = useSelection((state) => state.rows.size > 0);
  useEffect(() => {
    if (!several || viewport === 0 || selected === null) return;
    const position = drawnPosition(shown, selected);
    // If newer rows have moved it far away, a following log keeps following.
    if (position >= first && position < end) reveal(position, 'nearest');
    // Not on every selection: scroll requests handle those.
  }, [several, viewport, reveal]);
}

/** The DOM id of the selected row while it is rendered; the id of a missing element would be invalid. */
function drawnId(shown: FrontView, selected: RowKey | null, { first, end }: LogScroll): string | undefined {
  const position = selected === null ? -1 : drawnPosition(shown, selected);
  const item = position < first || position >= end ? undefined : itemAt(shown, position);
  return item && rowElementId(item.row.seq, shown.merged ? item.session : undefined);
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

function EmptyLog({ shown }: { readonly shown: FrontView }) {
  const infos = useScreen((state) => state.sessions);
  const { total, upToDate, merged, sessions } = shown;
  if (total > 0) {
    if (!upToDate) return <div className={styles.empty}>Filtering…</div>;
    return (
      <div className={styles.empty}>
        <p>The filter hides all {total.toLocaleString('en')} rows.</p>
        <Button onClick={clearFilter}>Clear the filter</Button>
      </div>
    );
  }
  const waits = merged || infos.some((info) => sessions.includes(info.session) && mayGrow(info));
  return <div className={styles.empty}>{waits ? 'No frame yet.' : 'This log is empty.'}</div>;
}

function mayGrow(info: SessionInfo): boolean {
  return info.state === 'starting' || info.state === 'ready' || fileInfo(info)?.opening !== undefined;
}

type FollowPillProps = { readonly rows: number; readonly grows: boolean; readonly follow: () => void };

/** Scrolls the log to its newest row, and shows how many arrived since it stopped following. */
function FollowPill({ rows, grows, follow }: FollowPillProps) {
  const [since] = useState(rows);
  const fresh = grows ? Math.max(0, rows - since) : 0;
  return (
    <Button look="bare" className={styles.follow} onClick={follow}>
      <svg aria-hidden="true" width="10" height="10" viewBox="0 0 10 10" fill="none" stroke="currentColor">
        <path d="M5 1v7M2 5.2 5 8.2l3-3" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {grows ? 'Follow' : 'To the end'}
      {fresh === 0 ? '' : ` · ${fresh.toLocaleString('en')} new`}
    </Button>
  );
}

const MARK_HEIGHT = 3;

type TierRulerProps = {
  /** The positions of errors, see `RememberedLog.marks`. */
  readonly marks: Uint8Array;
  /** The number of positions in the log. */
  readonly length: number;
};

/** The errors of the whole log, next to its scrollbar. A click scrolls there. */
const TierRuler = memo(function TierRuler({ marks, length }: TierRulerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(canvas);
  const colors = useThemeColors();
  useEffect(() => {
    const context = canvasContext(canvas.current, size);
    if (context === undefined) return;
    const space = Math.max(size.height - MARK_HEIGHT, 1);
    // Drawn in reverse, because the first tier takes precedence and may cover others.
    for (let rank = ERROR_TIERS.length; rank > 0; rank -= 1) {
      const tier = ERROR_TIERS[rank - 1] ?? 'transport';
      context.fillStyle = colors(`--${tier}-mark`);
      for (const [part, mark] of marks.entries()) {
        if (mark !== rank) continue;
        const y = Math.round((part / (marks.length - 1)) * space);
        for (const [from, to] of TIER_MARKS[tier])
          context.fillRect(2 + from * (size.width - 4), y, (to - from) * (size.width - 4), MARK_HEIGHT);
      }
    }
  });
  const press = async (event: PointerEvent) => {
    const share = event.nativeEvent.offsetY / Math.max(size.height, 1);
    const key = await keyAt(Math.floor(share * (length - 1)));
    if (key !== undefined) scrollToRow(key, 'center');
  };
  return (
    <div className={styles.ruler} aria-hidden="true" onPointerDown={(event) => void press(event)}>
      <canvas ref={canvas} />
    </div>
  );
});
