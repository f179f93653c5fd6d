/** The height of a row in pixels; `--row-height` in tokens.css. */
export const ROW_HEIGHT = 24;

/** Rows that are drawn beyond each edge of the viewport. */
const OVERSCAN = 6;

/** Chromium clips elements somewhere above 16 million pixels. */
const TALLEST = 12_000_000;

/**
 * The scroll space of a log: `total` rows seen through `viewport` pixels. Up to half a million rows an
 * offset is a scroll position; beyond, the spacer is shorter than the rows and positions are scaled.
 * Rows have one height, so this arithmetic replaces a measuring virtualiser, which also cannot scale.
 */
export type ScrollSpace = {
  /** Pixels that the spacer is tall. */
  readonly spacer: number;
  /** The greatest offset into the rows, in pixels. */
  readonly maxOffset: number;
  /** The greatest scroll position, in pixels. */
  readonly maxScroll: number;
  readonly scaled: boolean;
};

export function scrollSpace(total: number, viewport: number): ScrollSpace {
  const content = total * ROW_HEIGHT;
  const spacer = Math.min(content, TALLEST);
  return {
    spacer,
    maxOffset: Math.max(0, content - viewport),
    maxScroll: Math.max(0, spacer - viewport),
    scaled: content > spacer,
  };
}

/** The offset into the rows that a scroll position shows. */
export function offsetAt(space: ScrollSpace, scrollTop: number): number {
  if (!space.scaled) return Math.min(scrollTop, space.maxOffset);
  if (scrollTop >= space.maxScroll - 1) return space.maxOffset;
  return (scrollTop / space.maxScroll) * space.maxOffset;
}

/** The scroll position that shows an offset. */
export function scrollTopFor(space: ScrollSpace, offset: number): number {
  const inside = Math.min(Math.max(offset, 0), space.maxOffset);
  if (!space.scaled) return inside;
  return (inside / space.maxOffset) * space.maxScroll;
}

/** The offset that makes a row visible, or undefined if it already is. */
export function offsetToReveal(
  space: ScrollSpace,
  offset: number,
  viewport: number,
  position: number,
  align: 'nearest' | 'centre' | 'top',
): number | undefined {
  const top = position * ROW_HEIGHT;
  const clamp = (wanted: number) => Math.min(Math.max(wanted, 0), space.maxOffset);
  if (align === 'top') return clamp(top);
  if (align === 'centre') {
    const isVisible = top >= offset && top + ROW_HEIGHT <= offset + viewport;
    return isVisible ? undefined : clamp(top - (viewport - ROW_HEIGHT) / 2);
  }
  if (top < offset) return clamp(top);
  if (top + ROW_HEIGHT > offset + viewport) return clamp(top + ROW_HEIGHT - viewport);
  return undefined;
}

/** Which rows are drawn, and where. */
export type DrawnRows = {
  /** Positions to draw: `first` up to but not including `end`. */
  readonly first: number;
  readonly end: number;
  /** More than the positions ever drawn at once: rows take turns in so many elements. */
  readonly slots: number;
  /** Pixels from the top of the spacer to the row `first`. */
  readonly top: number;
  /** The positions that the user sees. */
  readonly seen: { readonly first: number; readonly last: number };
};

/** The rows to draw for an offset into `total` rows. */
export function drawnRows(space: ScrollSpace, offset: number, viewport: number, total: number): DrawnRows {
  const firstSeen = Math.floor(offset / ROW_HEIGHT);
  const lastSeen = Math.max(firstSeen, Math.min(total, Math.ceil((offset + viewport) / ROW_HEIGHT)) - 1);
  const first = Math.max(0, firstSeen - OVERSCAN);
  const end = Math.min(total, lastSeen + 1 + OVERSCAN);
  const top = scrollTopFor(space, offset) - (offset - first * ROW_HEIGHT);
  const slots = Math.ceil(viewport / ROW_HEIGHT) + 2 * OVERSCAN + 2;
  return { first, end, top, slots, seen: { first: firstSeen, last: lastSeen } };
}

/**
 * Whether a log follows its newest row after it was scrolled from `lastTop` to `scrollTop`, with `end` the
 * greatest scroll position; undefined if that changes nothing.
 */
export function followingAfter(scrollTop: number, lastTop: number, end: number): boolean | undefined {
  if (scrollTop >= end - 2) return true;
  return scrollTop < lastTop - 1 ? false : undefined;
}
