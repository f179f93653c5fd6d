import { useEffect } from 'react';
import { usePickedStore } from '../../state/selection/picked-rows.ts';
import type { LogScroll } from '../log/use-log-scroll.ts';

/** Keeps the row that was picked last in sight when the bar below the rows takes room from them. */
export function usePickedInSight(selectedPosition: () => number, { reveal, viewport }: LogScroll): void {
  const picking = usePickedStore(({ rows }) => rows.size > 0);
  useEffect(() => {
    if (!picking || viewport === 0) return;
    const position = selectedPosition();
    if (position >= 0) reveal(position, 'nearest');
  }, [picking, viewport, reveal]);
}
