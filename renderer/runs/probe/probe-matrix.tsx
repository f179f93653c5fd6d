import { Fragment, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { ToolCell, ToolMatrix } from '../../../app/checks/probe/matrix.ts';
import { kit, TierMark } from '../../ui/kit.tsx';
import list from '../../ui/list/list.module.css';
import { OutcomeMark } from './case-row.tsx';
import styles from './probe-matrix.module.css';

export type ChosenCell = { readonly target: string; readonly kind: string; readonly cell: ToolCell };

type Props = {
  readonly matrix: ToolMatrix;
  readonly onChoose: (chosen: ChosenCell) => void;
};

type Place = { readonly row: number; readonly column: number };

/** The row height in pixels, as in the style sheet; invisible rows are not rendered. */
const ROW = 26;
const SPARE_ROWS = 6;
const SEEN_ROWS = 16;
const PAGE_ROWS = 10;

/** Tool × case. One Tab stop; arrow keys move between cells, Enter or a click selects one. */
export function ProbeMatrix({ matrix, onChoose }: Props) {
  const { kinds, rows } = matrix;
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [byKeys, setByKeys] = useState(0);
  const [top, setTop] = useState(0);
  useEffect(() => {
    if (byKeys === 0) return;
    const cell = box.current?.querySelector<HTMLElement>('td[tabindex="0"]');
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [byKeys]);
  const choose = ({ row, column }: Place) => {
    const [one, kind] = [rows[row], kinds[column]];
    const cell = one?.cells[column];
    if (one !== undefined && kind !== undefined && cell !== undefined) {
      onChoose({ target: one.target, kind, cell });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      choose(active);
    } else {
      const next = moved(event, active, { row: rows.length - 1, column: kinds.length - 1 });
      if (next === undefined) return;
      setActive(next);
      setByKeys(byKeys + 1);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (place === undefined) return;
    setActive(place);
    choose(place);
  };
  return (
    <div
      ref={box}
      className={`${kit.well} ${kit.tall}`}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys walk its cells
        role="grid"
        tabIndex={-1}
        aria-label="Tools and cases"
        aria-rowcount={rows.length + 1}
        className={`${list.table} ${list.grid} ${styles.grid}`}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <Rows matrix={matrix} active={active} drawn={drawnRows(rows.length, top, active.row)} />
      </table>
    </div>
  );
}

/** The visible rows and a few around them, ascending, always including the focused row. */
function drawnRows(count: number, top: number, active: number): readonly number[] {
  const first = Math.max(0, Math.floor(top / ROW) - SPARE_ROWS);
  const last = Math.min(count, first + SEEN_ROWS + 2 * SPARE_ROWS);
  const drawn = new Set(Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at));
  if (active < count) drawn.add(active);
  return [...drawn].sort((a, b) => a - b);
}

type RowsProps = {
  readonly matrix: ToolMatrix;
  readonly active: Place;
  readonly drawn: readonly number[];
};

function Rows({ matrix: { kinds, rows }, active, drawn }: RowsProps) {
  const below = rows.length - 1 - (drawn.at(-1) ?? -1);
  return (
    <>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">tool</th>
          {kinds.map((kind) => (
            <th key={kind} scope="col">
              {kind}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {drawn.map((row, at) => (
          <Fragment key={row}>
            <Gap rows={row - 1 - (drawn[at - 1] ?? -1)} />
            <tr aria-rowindex={row + 2}>
              <th scope="row" title={rows[row]?.target}>
                {rows[row]?.target}
              </th>
              {kinds.map((kind, column) => (
                <Cell
                  key={kind}
                  cell={rows[row]?.cells[column]}
                  place={{ row, column }}
                  name={`${rows[row]?.target}, ${kind}`}
                  active={active.row === row && active.column === column}
                />
              ))}
            </tr>
          </Fragment>
        ))}
        <Gap rows={below} />
      </tbody>
    </>
  );
}

function Gap({ rows }: { readonly rows: number }) {
  return rows > 0 ? <tr style={{ height: rows * ROW }} /> : null;
}

type CellProps = {
  readonly cell: ToolCell | undefined;
  readonly place: Place;
  readonly name: string;
  readonly active: boolean;
};

function Cell({ cell, place, name, active }: CellProps) {
  const worst = worstOf(cell);
  const tier = worst?.seen?.tier;
  return (
    <td
      tabIndex={active ? 0 : -1}
      className={styles.cell}
      data-place={`${place.row} ${place.column}`}
      data-outcome={cell?.outcome}
      data-tier={tier}
      aria-label={cellName(name, cell)}
      title={cellName(name, cell)}
    >
      {cell === undefined ? null : (
        <>
          <OutcomeMark outcome={cell.outcome} />
          {tier === undefined || tier === 'silence' ? null : <TierMark tier={tier} size={11} />}
          {cell.total > 1 && cell.outcome !== 'not-applicable' ? (
            <small className={kit.number}>
              {cell.count === cell.total ? cell.total : `${cell.count}/${cell.total}`}
            </small>
          ) : null}
        </>
      )}
    </td>
  );
}

/** The first case of a cell with the cell's outcome. */
export function worstOf(cell: ToolCell | undefined) {
  return cell?.cases.find(({ outcome }) => outcome === cell.outcome);
}

function cellName(name: string, cell: ToolCell | undefined): string {
  if (cell === undefined) return `${name}: not asked`;
  const { outcome, count, total } = cell;
  if (outcome === 'not-applicable') return `${name}: not applicable`;
  const worst = worstOf(cell);
  const seen = worst?.seen === undefined || worst.seen === null ? '' : `; seen ${worst.seen.tier}`;
  const asked = worst?.asked === undefined || worst.asked === null ? '' : `, asked ${worst.asked.tier}`;
  return `${name}: ${outcome} ${count} of ${total}${seen}${asked}`;
}

function placeOf(target: EventTarget): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  const [row, column] = (cell?.dataset.place ?? '').split(' ').map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** The target cell of a key; undefined for any other key. */
function moved(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: Place,
  last: Place,
): Place | undefined {
  const far = ctrlKey || metaKey;
  const within = (wanted: Place): Place => ({
    row: Math.min(Math.max(wanted.row, 0), last.row),
    column: Math.min(Math.max(wanted.column, 0), last.column),
  });
  switch (key) {
    case 'ArrowDown':
      return within({ row: row + 1, column });
    case 'ArrowUp':
      return within({ row: row - 1, column });
    case 'ArrowRight':
      return within({ row, column: column + 1 });
    case 'ArrowLeft':
      return within({ row, column: column - 1 });
    case 'PageDown':
      return within({ row: row + PAGE_ROWS, column });
    case 'PageUp':
      return within({ row: row - PAGE_ROWS, column });
    case 'Home':
      return { row: far ? 0 : row, column: 0 };
    case 'End':
      return { row: far ? last.row : row, column: last.column };
    default:
      return undefined;
  }
}
