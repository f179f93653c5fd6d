import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isOpen } from '../../../app/frame/row.ts';
import type { RowSort } from '../../../app/frame/view/sorted-rows.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import { type FrontView, placeOf } from '../../state/log/front-view.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { NEW_VIEW, type RememberedLog, setFollowing, useScreen } from '../../state/screen/screen-store.ts';

export type LogScroll = ReturnType<typeof drawnRows> & {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly spacer: number;
  readonly viewport: number;
  reveal(position: number, align: 'nearest' | 'center' | 'top'): void;
  scrollToEnd(): void;
};

/** Scroll positions of logs that did not follow, with their selections. */
const left = new Map<string, { readonly offset: number; readonly selected: number | null }>();

function viewOf(view: string | null): RememberedLog {
  return useScreen.getState().views[view ?? ''] ?? NEW_VIEW;
}

/** The last scroll position of a log, if its selection is unchanged. */
function leftAt(view: string): number | undefined {
  const place = left.get(view);
  return place?.selected === viewOf(view).selected ? place.offset : undefined;
}

/** Scrolls `total` rows of equal height, and sticks to the end while `following`, if the newest row is there. */
export function useLogScroll(view: string, total: number, following: boolean, isByTime: boolean): LogScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const viewport = useViewportHeight(scroller);
  const space = scrollSpace(total, viewport);
  const [offset, setOffset] = useState(() => leftAt(view) ?? 0);
  const shown = following ? space.maxOffset : Math.min(offset, space.maxOffset);
  const place = useRef({ space, viewport, shown, isByTime, lastTop: 0, exact: -1 });
  Object.assign(place.current, { space, viewport, shown, isByTime });

  const moveTo = useCallback(
    (wanted: number) => {
      const element = scroller.current;
      if (element === null) return;
      const { space, isByTime } = place.current;
      setFollowing(view, isByTime && wanted >= space.maxOffset - 1);
      setOffset(wanted);
      element.scrollTop = scrollTopFor(space, wanted);
      Object.assign(place.current, { lastTop: element.scrollTop, exact: element.scrollTop, shown: wanted });
    },
    [view],
  );

  useScrollEvents(scroller, place, view, setOffset, moveTo);
  useLeftPlace(place, view, moveTo);

  // Not on a change of position: only growth, a new size or the start of following scrolls the log.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !following) return;
    element.scrollTop = space.maxScroll;
    place.current.lastTop = element.scrollTop;
  }, [following, space.maxScroll]);

  const reveal = useCallback(
    (position: number, align: 'nearest' | 'center' | 'top') => {
      const { space, viewport, shown } = place.current;
      const wanted = offsetToReveal(space, shown, viewport, position, align);
      if (wanted !== undefined) moveTo(wanted);
    },
    [moveTo],
  );
  const scrollToEnd = useCallback(() => moveTo(place.current.space.maxOffset), [moveTo]);
  return {
    scroller,
    spacer: space.spacer,
    viewport,
    reveal,
    scrollToEnd,
    ...drawnRows(space, shown, viewport, total),
  };
}

type Place = {
  space: ScrollSpace;
  viewport: number;
  shown: number;
  isByTime: boolean;
  lastTop: number;
  exact: number;
};

/** Restores a log's scroll position once its height is known, and saves it again later. */
function useLeftPlace(place: RefObject<Place>, view: string, moveTo: (offset: number) => void): void {
  const isMeasured = place.current.viewport > 0;
  useLayoutEffect(() => {
    if (!isMeasured) return undefined;
    const offset = leftAt(view);
    if (offset !== undefined) moveTo(offset);
    return () => {
      const { following, selected } = viewOf(view);
      if (following) left.delete(view);
      else left.set(view, { offset: place.current.shown, selected });
    };
  }, [isMeasured, place, view, moveTo]);
}

function useScrollEvents(
  scroller: RefObject<HTMLDivElement | null>,
  place: RefObject<Place>,
  view: string,
  setOffset: (offset: number) => void,
  moveTo: (offset: number) => void,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const scrolled = () => {
      const { space, isByTime, lastTop, exact } = place.current;
      const { scrollTop } = element;
      // A position set here stands for an exact offset, which a scaled position cannot express.
      if (scrollTop === exact) return;
      // The element's own height: a log that just became taller has moved up by itself.
      const end = element.scrollHeight - element.clientHeight;
      const following = followingAfter(scrollTop, lastTop, end);
      if (following !== undefined) setFollowing(view, isByTime && following);
      Object.assign(place.current, { lastTop: scrollTop, exact: -1 });
      setOffset(offsetAt(space, scrollTop));
    };
    // The wheel scrolls a scaled log as far as any other.
    const wheeled = (event: WheelEvent) => {
      const { space, shown } = place.current;
      if (!space.scaled || event.ctrlKey || event.deltaMode !== 0) return;
      event.preventDefault();
      moveTo(Math.min(Math.max(shown + event.deltaY, 0), space.maxOffset));
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    element.addEventListener('wheel', wheeled, { passive: false });
    return () => {
      element.removeEventListener('scroll', scrolled);
      element.removeEventListener('wheel', wheeled);
    };
  }, [scroller, place, view, setOffset, moveTo]);
}

function useViewportHeight(scroller: RefObject<HTMLDivElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => setHeight(element.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [scroller]);
  return height;
}

/** Scrolls to a requested row, to the first row of a new order, and to the selection when it or the filter changes. */
export function useScrollRequests(
  shown: FrontView,
  selected: RowKey | null,
  scroll: LogScroll,
  sort: RowSort | null,
): void {
  const request = useScreen((state) => state.scrollRequest);
  const done = useRef(request?.serial ?? 0);
  const { reveal, viewport } = scroll;
  const { view, generation, upToDate, isHere } = shown;

  useEffect(() => {
    if (request === null || request.serial <= done.current || viewport === 0 || !isHere) return;
    if (!shown.sessions.includes(request.row.session)) return;
    done.current = request.serial;
    if (request.position !== undefined) return reveal(request.position, request.align);
    void placeOf(request.row).then((place) => {
      if (place !== undefined && done.current === request.serial) reveal(place.from, request.align);
    });
  }, [request, isHere, view, reveal, viewport]);

  // A reactivated log that neither follows nor was left with this selection shows its selected row.
  const [stays] = useState(() => {
    return viewOf(view).following || leftAt(view ?? '') !== undefined;
  });
  const last = useRef({ selected: stays ? selected : null, generation: -1, sort });
  useEffect(() => {
    if (viewport === 0 || !upToDate) return;
    const before = last.current;
    last.current = { selected, generation, sort };
    const isResorted = sort !== before.sort && (sort !== null || viewOf(view).following);
    if (isResorted && sort !== null) reveal(0, 'top');
    const isKnown = before.generation === generation || (stays && before.generation < 0);
    if (selected === null || isResorted || (before.selected === selected && isKnown)) return;
    // A newly selected row is listed: the group that it is folded into opens. An answer that arrives meanwhile folds
    // the request that was selected while it was pending.
    const row = sessionLog(selected.session).mirror.rowOf(selected.seq);
    const waits = row !== undefined && isOpen(row.outcome);
    void placeOf(selected, !waits).then((place) => {
      if (place === undefined || place.position < 0 || last.current.selected !== selected) return;
      reveal(place.position, before.generation === generation ? 'nearest' : 'center');
    });
  }, [selected, generation, sort, upToDate, stays, reveal, viewport]);
}

/** The height of a row in pixels; `--row-height` in tokens.css. */
export const ROW_HEIGHT = 24;

/** How many rows are rendered beyond each edge of the viewport. */
const OVERSCAN = 6;

/** Chromium clips elements somewhere above 16 million pixels. */
const TALLEST = 12_000_000;

/**
 * The scroll space of a log: `total` rows seen through `viewport` pixels. Up to half a million rows an offset is a
 * scroll position; beyond that, the spacer is shorter than the rows and positions are scaled. Rows have equal heights,
 * so this arithmetic replaces a measuring virtualizer, which cannot scale.
 */
export function scrollSpace(total: number, viewport: number) {
  const content = total * ROW_HEIGHT;
  const spacer = Math.min(content, TALLEST);
  return {
    spacer,
    maxOffset: Math.max(0, content - viewport),
    maxScroll: Math.max(0, spacer - viewport),
    scaled: content > spacer,
  };
}

type ScrollSpace = ReturnType<typeof scrollSpace>;

export function offsetAt(space: ScrollSpace, scrollTop: number): number {
  if (!space.scaled) return Math.min(scrollTop, space.maxOffset);
  if (scrollTop >= space.maxScroll - 1) return space.maxOffset;
  return (scrollTop / space.maxScroll) * space.maxOffset;
}

export function scrollTopFor(space: ScrollSpace, offset: number): number {
  const inside = Math.min(Math.max(offset, 0), space.maxOffset);
  if (!space.scaled) return inside;
  return (inside / space.maxOffset) * space.maxScroll;
}

/** The offset that makes a row visible; undefined if it already is. */
export function offsetToReveal(
  space: ScrollSpace,
  offset: number,
  viewport: number,
  position: number,
  align: 'nearest' | 'center' | 'top',
): number | undefined {
  const top = position * ROW_HEIGHT;
  const clamp = (wanted: number) => Math.min(Math.max(wanted, 0), space.maxOffset);
  if (align === 'top') return clamp(top);
  if (align === 'center') {
    const isVisible = top >= offset && top + ROW_HEIGHT <= offset + viewport;
    return isVisible ? undefined : clamp(top - (viewport - ROW_HEIGHT) / 2);
  }
  if (top < offset) return clamp(top);
  if (top + ROW_HEIGHT > offset + viewport) return clamp(top + ROW_HEIGHT - viewport);
  return undefined;
}

/**
 * The rows to render for an offset into `total` rows: the positions from `first` to `end` (exclusive), starting `top`
 * pixels below the top of the spacer. `slots` exceeds the number ever rendered at once: rows share this many elements.
 * `seen` are the visible positions.
 */
export function drawnRows(space: ScrollSpace, offset: number, viewport: number, total: number) {
  const firstSeen = Math.floor(offset / ROW_HEIGHT);
  const lastSeen = Math.max(firstSeen, Math.min(total, Math.ceil((offset + viewport) / ROW_HEIGHT)) - 1);
  const first = Math.max(0, firstSeen - OVERSCAN);
  const end = Math.min(total, lastSeen + 1 + OVERSCAN);
  const top = scrollTopFor(space, offset) - (offset - first * ROW_HEIGHT);
  const slots = Math.ceil(viewport / ROW_HEIGHT) + 2 * OVERSCAN + 2;
  return { first, end, top, slots, seen: { first: firstSeen, last: lastSeen } };
}

/** Whether a log follows its newest row after scrolling; undefined for no change. */
export function followingAfter(scrollTop: number, lastTop: number, end: number): boolean | undefined {
  if (scrollTop >= end - 2) return true;
  return scrollTop < lastTop - 1 ? false : undefined;
}
