import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls an item of a list into sight when it becomes the chosen one; the ref belongs to its element. */
export function useInSight<Item extends HTMLElement>(chosen: boolean): RefObject<Item | null> {
  const item = useRef<Item>(null);
  useEffect(() => {
    if (chosen) item.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return item;
}
