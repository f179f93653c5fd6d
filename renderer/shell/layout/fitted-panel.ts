import { type RefObject, useEffect, useRef } from 'react';
import type { PanelImperativeHandle } from 'react-resizable-panels';

/** The inspector gets no more than this part of the pane by itself. */
const MAX_SHARE = 0.6;

/**
 * Makes a panel as high as what it shows, as long as `fits`: what it does not use is its neighbour's. Gives the ref
 * of the panel's content, in which the open tab panel is what scrolls.
 */
export function useFittedPanel(
  panel: RefObject<PanelImperativeHandle | null>,
  fits: boolean,
): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const content = part.current;
    const group = content?.closest('[data-group]');
    if (!fits || content === null || !(group instanceof HTMLElement)) return;
    const fit = (): void => {
      const most = group.clientHeight * MAX_SHARE;
      const wanted = Math.min(most, heightOf(content));
      if (wanted > 0 && Math.abs(content.clientHeight - wanted) > 1)
        panel.current?.resize(`${Math.ceil(wanted)}px`);
    };
    const sizes = new ResizeObserver(fit);
    const watch = (): void => {
      sizes.disconnect();
      sizes.observe(group);
      for (const child of content.querySelector('[role="tabpanel"]')?.children ?? []) sizes.observe(child);
      fit();
    };
    const changes = new MutationObserver(watch);
    const scrolls = content.querySelector('[role="tabpanel"]');
    if (scrolls !== null) changes.observe(scrolls, { childList: true });
    watch();
    return () => {
      changes.disconnect();
      sizes.disconnect();
    };
  }, [fits, panel]);
  return part;
}

/** Pixels that the content would fill: the bar above the scrolling part, and all of what that holds. */
function heightOf(content: HTMLElement): number {
  const scrolls = content.querySelector('[role="tabpanel"]');
  const [first, last] = [scrolls?.firstElementChild, scrolls?.lastElementChild];
  if (scrolls === null || !(first instanceof HTMLElement) || !(last instanceof HTMLElement)) return 0;
  const bar = scrolls.getBoundingClientRect().top - content.getBoundingClientRect().top;
  const { paddingTop, paddingBottom } = getComputedStyle(scrolls);
  const isCut = scrolls.scrollHeight > scrolls.clientHeight;
  // What sticks to the end of a part that scrolls does not show where that ends.
  if (isCut) return bar + scrolls.scrollHeight;
  const inside = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
  return bar + inside + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
}
