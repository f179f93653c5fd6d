import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type RowSort, SORTS } from '../../../app/frame/view/sorted-rows.ts';
import {
  COLUMNS,
  isText,
  type LogColumn,
  type LogViewChoice,
  nextTime,
  setColumnWidth,
  setLogView,
  sortBy,
  TIMES,
  toggleColumn,
  useLogView,
} from '../../state/log/log-view.ts';
import { ContextMenuOf, MenuItem, MenuLine, TickItem } from '../../ui/controls/menus.tsx';
import { Button } from '../../ui/kit.tsx';
import styles from './log-header.module.css';

export const HEADER_ID = 'log-header';

const TIME_LABELS: Record<LogViewChoice['time'], readonly [label: string, title: string]> = {
  clock: ['time', 'Clock time'],
  start: ['since start', 'Since the start of the session'],
  before: ['since before', 'Since the row before'],
  selected: ['since selected', 'Since the selected row'],
};

type Props = { readonly columns: readonly LogColumn[]; readonly template: string; readonly merged: boolean };

/** The column headers: one Tab stop; arrow keys move, Enter acts, and Shift with arrow keys resizes. */
export function LogHeader({ columns, template, merged }: Props) {
  const [current, setCurrent] = useState<LogColumn>('message');
  const row = useRef<HTMLDivElement>(null);
  const entry = columns.includes(current) ? current : 'message';
  const move = (event: KeyboardEvent, column: LogColumn) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const cell = event.currentTarget.closest('[role="columnheader"]');
    if (event.shiftKey) return resizeBy(cell, column, 10 * step);
    const next = columns[columns.indexOf(column) + step];
    if (next === undefined) return;
    setCurrent(next);
    row.current?.querySelector<HTMLElement>(`[data-column="${next}"] button`)?.focus();
  };
  const cells = columns.map((column) => (
    <HeaderCell key={column} column={column} isEntry={column === entry} move={move} enter={setCurrent} />
  ));
  cells.splice(
    columns.indexOf('message'),
    0,
    ...(merged ? [<PlainCell key="session" name="session" shown />] : []),
    <PlainCell key="origin" name="origin" shown={false} />,
  );
  return (
    <ContextMenuOf
      trigger={
        // biome-ignore lint/a11y/useSemanticElements: it belongs to the grid, which is no table
        // biome-ignore lint/a11y/useFocusableInteractive: its cells are
        <div
          ref={row}
          id={HEADER_ID}
          role="row"
          className={styles.header}
          style={{ gridTemplateColumns: template }}
        >
          {cells}
        </div>
      }
    >
      <ColumnItems columns={columns} />
    </ContextMenuOf>
  );
}

function PlainCell({ name, shown }: { readonly name: string; readonly shown: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: nothing is done with it
    <span role="columnheader">{shown ? name : <span className={styles.unseen}>{name}</span>}</span>
  );
}

type CellProps = {
  readonly column: LogColumn;
  readonly isEntry: boolean;
  readonly move: (event: KeyboardEvent, column: LogColumn) => void;
  readonly enter: (column: LogColumn) => void;
};

function HeaderCell({ column, isEntry, move, enter }: CellProps) {
  const sort = useLogView((state) => state.sort);
  const time = useLogView((state) => state.time);
  const sorted = sort?.by === column ? (sort.falls ? 'descending' : 'ascending') : undefined;
  const [label, title] =
    column === 'time' ? TIME_LABELS[time] : [column === 'number' ? '#' : column, titleOf(column)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <span role="columnheader" aria-sort={sorted} data-column={column} className={styles.cell}>
      <Button
        look="bare"
        tabIndex={isEntry ? 0 : -1}
        className={NUMBERS.includes(column) ? styles.number : styles.name}
        title={`${title}. Shift and arrows: width. Menu key: columns.`}
        onFocus={() => enter(column)}
        onKeyDown={(event) => move(event, column)}
        onClick={() => act(column)}
      >
        {label}
        {sorted === undefined ? null : (
          <span aria-hidden="true">{sorted === 'descending' ? ' ↓' : ' ↑'}</span>
        )}
      </Button>
      <Resizer column={column} />
    </span>
  );
}

/** Sorts by a column; for the time column, which is the default order, switches the time origin. */
function act(column: LogColumn): void {
  if (column === 'time') nextTime();
  else if (column === 'number') sortBy(null);
  else if (isSortable(column)) sortBy(column);
}

const NUMBERS: readonly LogColumn[] = ['number', 'id', 'duration', 'size'];

function isSortable(column: LogColumn): column is RowSort['by'] {
  return SORTS.some((by) => by === column);
}

function titleOf(column: LogColumn): string {
  if (!isSortable(column)) return 'The number of the row, which links and reports name. Click: time order';
  const scale = column === 'duration' ? '; the bar is a logarithm, from 1 ms to 60 s' : '';
  return `Click to sort by ${column}${isText(column) ? '' : ', the largest first'}${scale}`;
}

/** The draggable edge of a column; a double click restores the default width. */
function Resizer({ column }: { readonly column: LogColumn }) {
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    const cell = event.currentTarget.parentElement;
    if (cell === null || event.button !== 0) return;
    event.preventDefault();
    const edge = event.currentTarget;
    edge.setPointerCapture(event.pointerId);
    const start = { x: event.clientX, width: cell.getBoundingClientRect().width };
    const moved = (to: globalThis.PointerEvent) =>
      setColumnWidth(column, possibleWidth(start.width + to.clientX - start.x));
    edge.addEventListener('pointermove', moved);
    const end = () => edge.removeEventListener('pointermove', moved);
    edge.addEventListener('pointerup', end, { once: true });
    edge.addEventListener('pointercancel', end, { once: true });
  };
  if (column === 'outcome') return null;
  return (
    <span
      aria-hidden="true"
      className={styles.resizer}
      onPointerDown={drag}
      onDoubleClick={() => setColumnWidth(column, undefined)}
    />
  );
}

function resizeBy(cell: Element | null, column: LogColumn, pixels: number): void {
  if (cell === null || column === 'outcome') return;
  setColumnWidth(column, possibleWidth(cell.getBoundingClientRect().width + pixels));
}

function ColumnItems({ columns }: Pick<Props, 'columns'>) {
  const { rows, hidden, time, sort } = useLogView();
  const isHidden = (column: LogColumn) => hidden[rows].includes(column);
  return (
    <>
      {COLUMNS.filter((column) => !FIXED_COLUMNS.includes(column)).map((column) => (
        <TickItem key={column} ticked={!isHidden(column)} run={() => toggleColumn(column)}>
          {`Show ${column}${columns.includes(column) || isHidden(column) ? '' : ' (no room)'}`}
        </TickItem>
      ))}
      <MenuLine />
      {TIMES.map((one) => (
        <TickItem key={one} ticked={one === time} run={() => setLogView({ time: one })}>
          {TIME_LABELS[one][1]}
        </TickItem>
      ))}
      <MenuLine />
      {SORTS.map((by) => (
        <TickItem key={by} ticked={sort?.by === by} run={() => sortBy(by)}>
          {`Sort by ${by}`}
        </TickItem>
      ))}
      <TickItem ticked={sort === null} run={() => sortBy(null)}>
        Sort by time
      </TickItem>
      <MenuLine />
      <MenuItem run={() => setLogView({ widths: {} })}>Reset column widths</MenuItem>
    </>
  );
}

/** Columns that identify the rows are always visible. */
const FIXED_COLUMNS: readonly LogColumn[] = ['message', 'outcome'];

/** In pixels; columns without a width share the remaining room. */
type ColumnWidths = { readonly [Name in LogColumn]?: number | undefined };

const NARROWEST = 40;
const WIDEST = 900;
/** A log narrower than this, in pixels, has no room for the column. */
const NEEDS: { readonly [Name in LogColumn]?: number } = {
  ...{ size: 700, id: 600, duration: 440, number: 480, time: 380 },
};
const SHORT_TIME_BELOW = 520;

/** The columns for a log of this width in pixels, without those that the user has hidden. */
export function shownColumns(hidden: readonly LogColumn[], width: number): LogColumn[] {
  return COLUMNS.filter((name) => {
    if (FIXED_COLUMNS.includes(name)) return true;
    return !hidden.includes(name) && width >= (NEEDS[name] ?? 0);
  });
}

/** The columns as a CSS template; `merged` adds the column with a row's session. */
export function columnTemplate(
  shown: readonly LogColumn[],
  widths: ColumnWidths,
  width: number,
  merged: boolean,
): string {
  const own = (name: LogColumn) => {
    const chosen = widths[name];
    if (chosen !== undefined) return name === 'message' ? `minmax(60px, ${chosen}px)` : `${chosen}px`;
    return defaultWidth(name, width);
  };
  const parts = shown.map(own);
  parts.splice(shown.indexOf('message'), 0, ...(merged ? ['min(112px, 18%)', '14px'] : ['14px']));
  return parts.join(' ');
}

function defaultWidth(name: LogColumn, width: number): string {
  switch (name) {
    case 'time':
      return width < SHORT_TIME_BELOW ? '66px' : '86px';
    case 'message':
      return width < SHORT_TIME_BELOW ? 'minmax(80px, 1.15fr)' : 'minmax(90px, 1.25fr)';
    case 'number':
    case 'id':
      return 'minmax(18px, 44px)';
    case 'duration':
      return width < SHORT_TIME_BELOW ? '50px' : '66px';
    case 'size':
      return '56px';
    case 'outcome':
      return 'minmax(0, 1.15fr)';
  }
}

/** Limits a column's width. */
export function possibleWidth(pixels: number): number {
  return Math.round(Math.min(Math.max(pixels, NARROWEST), WIDEST));
}

/** How many columns a message may span; `ends` is the next column that the row needs. */
export function messageSpan(shown: readonly LogColumn[], ends: LogColumn | null): number {
  const from = shown.indexOf('message');
  const to =
    ends === null ? shown.length : shown.findIndex((name) => COLUMNS.indexOf(name) >= COLUMNS.indexOf(ends));
  return Math.max(1, (to < 0 ? shown.length : to) - from);
}

/** A duration's share of the bar width: logarithmic, from a millisecond to a minute. */
export function durationShare(milliseconds: number): number {
  if (milliseconds < 0) return 0;
  return Math.min(1, Math.max(0.04, Math.log10(1 + milliseconds) / Math.log10(60_001)));
}
