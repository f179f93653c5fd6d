import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls an item of a list into sight when it becomes the chosen one; the ref belongs to its element. */
export function useInSight<Item extends HTMLElement>(chosen: boolean): RefObject<Item | null> {
  const item = useRef<Item>(null);
  useEffect(() => {
    if (chosen) item.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return item;
}

/**
 * Keeps the pressed item of a list in sight while the box that scrolls it shrinks, as a form or an answer below it
 * grows. An item that was out of sight before stays there: its user has scrolled away.
 */
export function useKeptInSight(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let height = element.clientHeight;
    const resized = () => {
      const { top } = element.getBoundingClientRect();
      const bottom = top + height;
      height = element.clientHeight;
      const item = element.querySelector('[aria-pressed="true"]');
      const place = item?.getBoundingClientRect();
      if (place !== undefined && place.top >= top && place.bottom <= bottom)
        item?.scrollIntoView({ block: 'nearest' });
    };
    const observer = new ResizeObserver(resized);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
}
