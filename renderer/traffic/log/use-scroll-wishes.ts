import { useEffect, useRef } from 'react';
import type { SessionLog } from '../../state/log/session-log.ts';
import { useScreen, useSessionView } from '../../state/screen/screen-store.ts';
import type { LogScroll } from './use-log-scroll.ts';

/** Shows the row that something asked for, a row that becomes selected, and the selection after a new filter. */
export function useScrollWishes(
  session: string,
  log: SessionLog,
  selected: number | null,
  scroll: LogScroll,
): void {
  const wish = useScreen((state) => state.scrollWish);
  const done = useRef(wish?.serial ?? 0);
  const { reveal, viewport } = scroll;

  useEffect(() => {
    if (wish === null || wish.session !== session || wish.serial <= done.current || viewport === 0) return;
    done.current = wish.serial;
    reveal(log.visible.positionFrom(wish.index), wish.align);
  }, [wish, session, log, reveal, viewport]);

  const filter = log.visible.generation;
  const level = log.visible.level;
  // A log that comes to the front again away from its end shows what is selected in it.
  const following = useRef(useSessionView(session).following);
  const shown = useRef(following.current ? { selected, filter } : { selected: null, filter: -1 });
  useEffect(() => {
    if (selected === null || viewport === 0 || !level) return;
    if (shown.current.selected === selected && shown.current.filter === filter) return;
    const align = shown.current.filter === filter ? 'nearest' : 'centre';
    shown.current = { selected, filter };
    const position = log.visible.positionOf(log.mirror.table.indexOf(selected));
    if (position >= 0) reveal(position, align);
  }, [selected, filter, level, log, reveal, viewport]);
}
