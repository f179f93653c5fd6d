import type { TextRange } from '../../../app/query/text-matcher.ts';

/**
 * Marks ranges of the text in an element by a custom highlight, which changes nothing of the page; its look is
 * `::highlight(name)`. Several elements may use one name. Gives what takes the marks off again, and the marks. What is
 * above others has the higher `priority`. Does nothing in a browser without highlights.
 */
export function highlightText(
  box: HTMLElement,
  name: string,
  ranges: readonly TextRange[],
  priority = 0,
): { readonly marks: readonly AbstractRange[]; readonly clear: () => void } {
  const marks = rangesIn(box, ranges);
  if (typeof Highlight === 'undefined') return { marks, clear: () => undefined };
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  highlight.priority = priority;
  CSS.highlights.set(name, highlight);
  for (const mark of marks) highlight.add(mark);
  const clear = () => {
    for (const mark of marks) highlight.delete(mark);
  };
  return { marks, clear };
}

/**
 * Ranges of the page for ranges of the text in an element, which must rise; those beyond the text are left out. Buttons
 * and what is hidden from screen readers are no part of the text.
 */
function rangesIn(box: HTMLElement, ranges: readonly TextRange[]): AbstractRange[] {
  if (ranges.length === 0) return [];
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
    return node.matches('button, [aria-hidden="true"]') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const marks: AbstractRange[] = [];
  let start = 0;
  let next = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const end = start + (node.nodeValue ?? '').length;
    for (let at = next; at < ranges.length; at += 1) {
      const [from = 0, to = 0] = ranges[at] ?? [];
      if (from >= end) break;
      if (to > start) marks.push(rangeOf(node, Math.max(from, start) - start, Math.min(to, end) - start));
      if (to <= end) next = at + 1;
    }
    start = end;
  }
  return marks;
}

/** A static range costs nothing when the page changes. */
function rangeOf(node: Node, from: number, to: number): AbstractRange {
  return new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to });
}

/** Scrolls the box around the text to a mark, and no more of the page. */
export function revealMark(box: HTMLElement, mark: AbstractRange | undefined): void {
  const scroller = box.parentElement;
  if (mark === undefined || scroller === null) return;
  const range = document.createRange();
  range.setStart(mark.startContainer, mark.startOffset);
  range.setEnd(mark.endContainer, mark.endOffset);
  const [place, frame] = [range.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (place.top >= frame.top && place.bottom <= frame.bottom) return;
  scroller.scrollTop += place.top - frame.top - frame.height / 3;
}
