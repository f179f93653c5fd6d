import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rowPlace } from '../../state/log/front-rows.ts';
import { redrawLog } from '../../state/log/log-mirrors.ts';
import type { RowPlace, RowSource } from '../../state/log/row-source.ts';
import { setFollowing } from '../../state/screen/screen-actions.ts';
import { type RowKey, useScreen, useSessionView } from '../../state/screen/screen-store.ts';
import {
  type DrawnRows,
  drawnRows,
  followingAfter,
  offsetAt,
  offsetToReveal,
  type ScrollSpace,
  scrollSpace,
  scrollTopFor,
} from './scroll-space.ts';

export type LogScroll = DrawnRows & {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly spacer: number;
  readonly viewport: number;
  reveal(position: number, align: 'nearest' | 'centre' | 'top'): void;
  scrollToEnd(): void;
};

/** Scrolls `total` rows of one height in a scroller, and sticks to the end while `following`. */
export function useLogScroll(view: string, total: number, following: boolean): LogScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const viewport = useViewportHeight(scroller);
  const space = scrollSpace(total, viewport);
  const [offset, setOffset] = useState(0);
  const shown = following ? space.maxOffset : Math.min(offset, space.maxOffset);
  const place = useRef({ space, viewport, shown, lastTop: 0, exact: -1 });
  Object.assign(place.current, { space, viewport, shown });

  const moveTo = useCallback(
    (wanted: number) => {
      const element = scroller.current;
      if (element === null) return;
      const { space } = place.current;
      setFollowing(view, wanted >= space.maxOffset - 1);
      setOffset(wanted);
      element.scrollTop = scrollTopFor(space, wanted);
      Object.assign(place.current, { lastTop: element.scrollTop, exact: element.scrollTop, shown: wanted });
    },
    [view],
  );

  useScrollEvents(scroller, place, view, setOffset, moveTo);

  // A change of position is no reason: only growth, a new size or the start of following moves the log.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !following) return;
    element.scrollTop = space.maxScroll;
    place.current.lastTop = element.scrollTop;
  }, [following, space.maxScroll]);

  const reveal = useCallback(
    (position: number, align: 'nearest' | 'centre' | 'top') => {
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

type Place = { space: ScrollSpace; viewport: number; shown: number; lastTop: number; exact: number };

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
      const { space, lastTop, exact } = place.current;
      const { scrollTop } = element;
      // A position set here stands for an exact offset, which a scaled position cannot express.
      if (scrollTop === exact) return;
      // The element's own height: a log that just became taller has moved up by itself.
      const end = element.scrollHeight - element.clientHeight;
      const following = followingAfter(scrollTop, lastTop, end);
      if (following !== undefined) setFollowing(view, following);
      Object.assign(place.current, { lastTop: scrollTop, exact: -1 });
      setOffset(offsetAt(space, scrollTop));
    };
    // A scaled log moves by the wheel as far as any other.
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

/** A row that becomes selected is listed: the group that it is folded into opens. */
function openGroupOf(rows: RowSource, { session, index }: RowPlace): void {
  if (rows.isListed(session, index)) return;
  rows.session(session)?.log.folded.setOpen(index, true);
  redrawLog(session);
}

/** Scrolls to a requested row, to a row that becomes selected, and to the selection after a new filter. */
export function useScrollRequests(rows: RowSource, selected: RowKey | null, scroll: LogScroll): void {
  const request = useScreen((state) => state.scrollRequest);
  const done = useRef(request?.serial ?? 0);
  const { reveal, viewport } = scroll;

  useEffect(() => {
    if (request === null || request.serial <= done.current || viewport === 0) return;
    if (rows.session(request.session) === undefined) return;
    done.current = request.serial;
    reveal(rows.positionFrom(request.session, request.index), request.align);
  }, [request, rows, reveal, viewport]);

  const { generation, upToDate } = rows;
  // A log that returns to the front, and does not follow, shows its selected row.
  const following = useRef(useSessionView(rows.view).following);
  const shown = useRef(following.current ? { selected, generation } : { selected: null, generation: -1 });
  useEffect(() => {
    if (selected === null || viewport === 0 || !upToDate) return;
    const before = shown.current;
    if (before.selected === selected && before.generation === generation) return;
    shown.current = { selected, generation };
    const place = rowPlace(rows, selected.session, selected.seq);
    if (place !== null && rows.positionOf(place.session, place.index) >= 0) openGroupOf(rows, place);
    const position = place === null ? -1 : rows.positionOf(place.session, place.index);
    if (position >= 0) reveal(position, before.generation === generation ? 'nearest' : 'centre');
  }, [selected, generation, upToDate, rows, reveal, viewport]);
}
