import { useEffect, useRef } from 'react';
import type { MergedRows } from '../../state/log/merged-rows.ts';
import { MERGED } from '../../state/screen/screen-state.ts';
import { useScreen, useSessionView } from '../../state/screen/screen-store.ts';
import type { RowKey } from '../../state/selection/row-key.ts';
import type { LogScroll } from '../log/use-log-scroll.ts';

/** Shows the row that something asked for, a row that becomes selected, and the selection after a new filter. */
export function useMergedWishes(rows: MergedRows, selected: RowKey | null, scroll: LogScroll): void {
  const wish = useScreen((state) => state.scrollWish);
  const done = useRef(wish?.serial ?? 0);
  const { reveal, viewport } = scroll;

  useEffect(() => {
    if (wish === null || wish.serial <= done.current || viewport === 0) return;
    done.current = wish.serial;
    reveal(rows.positionFrom(wish.session, wish.index), wish.align);
  }, [wish, rows, reveal, viewport]);

  const { generation, level } = rows;
  const following = useRef(useSessionView(MERGED).following);
  const key = selected === null ? '' : `${selected.session} ${selected.seq}`;
  const shown = useRef(following.current ? { key, generation } : { key: '', generation: -1 });
  useEffect(() => {
    if (selected === null || viewport === 0 || !level) return;
    if (shown.current.key === key && shown.current.generation === generation) return;
    const align = shown.current.generation === generation ? 'nearest' : 'centre';
    shown.current = { key, generation };
    const log = rows.session(selected.session)?.log;
    const position =
      log === undefined ? -1 : rows.positionOf(selected.session, log.mirror.table.indexOf(selected.seq));
    if (position >= 0) reveal(position, align);
  }, [key, selected, generation, level, rows, reveal, viewport]);
}
