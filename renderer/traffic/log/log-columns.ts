import { COLUMNS, type Column } from '../../state/log/log-view.ts';

/** What tells the rows apart is always there. */
export const FIXED_COLUMNS: readonly Column[] = ['message', 'outcome'];

/** Pixels; a column without a width shares what the others leave. */
type ColumnWidths = { readonly [Name in Column]?: number | undefined };

const NARROWEST = 40;
const WIDEST = 900;
/** A log below this width, in pixels, has no room for the column. */
const NEEDS: { readonly [Name in Column]?: number } = { size: 700, id: 600, duration: 440, time: 380 };
/** Below this width a time is shown without its hours. */
const SHORT_TIME_BELOW = 520;

/** The columns of a log of so many pixels, without those that the user has hidden. */
export function shownColumns(hidden: readonly Column[], width: number): Column[] {
  return COLUMNS.filter((name) => {
    if (FIXED_COLUMNS.includes(name)) return true;
    return !hidden.includes(name) && width >= (NEEDS[name] ?? 0);
  });
}

/** The columns as CSS writes them; `merged` adds the one that names a row's session. */
export function columnTemplate(
  shown: readonly Column[],
  widths: ColumnWidths,
  width: number,
  merged: boolean,
): string {
  const own = (name: Column) => {
    const chosen = widths[name];
    if (chosen !== undefined) return name === 'message' ? `minmax(60px, ${chosen}px)` : `${chosen}px`;
    return defaultWidth(name, width);
  };
  const parts = shown.map(own);
  const before = shown.includes('time') ? 1 : 0;
  parts.splice(before, 0, ...(merged ? ['minmax(40px, 112px)', '14px'] : ['14px']));
  return parts.join(' ');
}

function defaultWidth(name: Column, width: number): string {
  switch (name) {
    case 'time':
      return width < SHORT_TIME_BELOW ? '66px' : '86px';
    case 'message':
      return width < SHORT_TIME_BELOW ? 'minmax(80px, 1.15fr)' : 'minmax(90px, 1.25fr)';
    case 'id':
      return 'minmax(18px, 44px)';
    case 'duration':
      return width < SHORT_TIME_BELOW ? '50px' : '58px';
    case 'size':
      return '56px';
    case 'outcome':
      return 'minmax(0, 1.15fr)';
  }
}

/** A width that a column can have. */
export function possibleWidth(pixels: number): number {
  return Math.round(Math.min(Math.max(pixels, NARROWEST), WIDEST));
}

/** How many columns a message may fill from its own on; `ends` is the first one that the row needs. */
export function messageSpan(shown: readonly Column[], ends: Column | null): number {
  const from = shown.indexOf('message');
  const to =
    ends === null ? shown.length : shown.findIndex((name) => COLUMNS.indexOf(name) >= COLUMNS.indexOf(ends));
  return Math.max(1, (to < 0 ? shown.length : to) - from);
}

/** The share of a bar's width that a duration takes: a logarithm, from a millisecond to a minute. */
export function durationShare(milliseconds: number): number {
  if (milliseconds < 0) return 0;
  return Math.min(1, Math.max(0.04, Math.log10(1 + milliseconds) / Math.log10(60_001)));
}
