import { memo, type ReactNode, useState } from 'react';
import { Button } from '../kit.tsx';
import styles from './list.module.css';
import type { RowAttributes } from './list-view.tsx';
import { Paged, type Pages, useDrawnCount } from './paged.tsx';

export type Column<Row, Key extends string = string> = {
  /** The header text, which identifies the column. */
  readonly head: string;
  readonly under?: ReactNode;
  /** The sort orders that the header offers instead of its text; several, or none. */
  readonly sorts?: readonly (readonly [key: Key, label: string])[];
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly isName?: boolean;
  /** Numbers are right-aligned, in the code font. */
  readonly isNumber?: boolean;
  readonly className?: string | undefined;
  /** Other attributes of a cell: a tooltip, `data-…`. */
  readonly of?: (row: Row, index: number) => RowAttributes;
};

type Order<Key extends string> = { readonly key: Key; readonly descending: boolean };

type DataTableProps<Row, Key extends string> = {
  /** The accessible name; a caption names the table too. */
  readonly label?: string;
  readonly caption?: ReactNode;
  /** The same objects until the columns change, so that unchanged rows do not render again. */
  readonly columns: readonly Column<Row, Key>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string | number;
  readonly row?: (row: Row, index: number) => RowAttributes & { readonly 'aria-current'?: boolean };
  /** `lines` between rows, or a `grid` of cells with a sticky header and first column. */
  readonly look?: 'lines' | 'grid';
  readonly className?: string | undefined;
  readonly order?: Order<Key> | undefined;
  readonly onSort?: (key: Key) => void;
  readonly pages?: Pages;
  readonly grows?: Grows;
};

/** The only table component of the screen: its columns are data. */
export function DataTable<Row, Key extends string = string>(props: DataTableProps<Row, Key>) {
  const { rows, pages, grows } = props;
  if (grows !== undefined)
    return (
      <Growing items={rows} grows={grows}>
        {(shown) => <Table {...props} rows={shown} from={0} />}
      </Growing>
    );
  if (pages === undefined) return <Table {...props} from={0} />;
  return (
    <Paged items={rows} {...pages}>
      {(shown, from) => <Table {...props} rows={shown} from={from} />}
    </Paged>
  );
}

function Table<Row, Key extends string>(props: DataTableProps<Row, Key> & { readonly from: number }) {
  const { label, caption, columns, rows, keyOf, row, look = 'lines', className = '', from } = props;
  const drawn = useDrawnCount(rows.length);
  return (
    <table aria-label={label} className={`${styles.table} ${styles[look]} ${className}`}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.head} column={column} order={props.order} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, drawn).map((one, at) => (
          <TableRow
            key={keyOf(one, from + at)}
            columns={columns}
            row={one}
            index={from + at}
            attributes={row}
          />
        ))}
      </tbody>
    </table>
  );
}

type HeadProps<Row, Key extends string> = Pick<DataTableProps<Row, Key>, 'order' | 'onSort'> & {
  readonly column: Column<Row, Key>;
};

function Head<Row, Key extends string>({ column, order, onSort }: HeadProps<Row, Key>) {
  const { head, under, sorts, className } = column;
  if (sorts === undefined)
    return (
      <th scope="col" className={className}>
        {head}
        {under}
      </th>
    );
  const isSorted = sorts.some(([key]) => key === order?.key);
  const direction = order?.descending === true ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : 'none'}>
      {sorts.map(([key, label]) => (
        <Button
          key={key}
          look="bare"
          className={styles.sort}
          data-sorted={key === order?.key}
          title={`Sort by ${label.toLowerCase()}`}
          onClick={() => onSort?.(key)}
        >
          {label}
          <span aria-hidden="true">{key !== order?.key ? '' : order.descending ? ' ↓' : ' ↑'}</span>
        </Button>
      ))}
      {under}
    </th>
  );
}

type TableRowProps<Row, Key extends string> = {
  readonly columns: readonly Column<Row, Key>[];
  readonly row: Row;
  readonly index: number;
  readonly attributes: DataTableProps<Row, Key>['row'];
};

const TableRow = memo(function TableRow({ columns, row, index, attributes }) {
  return (
    <tr {...attributes?.(row, index)}>
      {columns.map(({ head, cell, isName, isNumber, className, of }) => {
        const own = of?.(row, index);
        const names = [isNumber && styles.number, className, own?.className].filter(Boolean).join(' ');
        const Cell = isName === true ? 'th' : 'td';
        return (
          <Cell key={head} {...own} className={names} scope={isName === true ? 'row' : undefined}>
            {cell(row, index)}
          </Cell>
        );
      })}
    </tr>
  );
}) as <Row, Key extends string>(props: TableRowProps<Row, Key>) => ReactNode;

/** How many items are rendered at first, and how many more per press of the button below. */
type Grows = { readonly first: number; readonly step: number };

type GrowingProps<Item> = {
  readonly items: readonly Item[];
  readonly grows: Grows;
  readonly children: (shown: readonly Item[]) => ReactNode;
};

function Growing<Item>({ items, grows: { first, step }, children }: GrowingProps<Item>) {
  const [drawn, setDrawn] = useState(first);
  const left = items.length - drawn;
  return (
    <>
      {children(left > 0 ? items.slice(0, drawn) : items)}
      {left > 0 && (
        <Button size="small" className={styles.more} onClick={() => setDrawn(drawn + step)}>
          Show {Math.min(left, step).toLocaleString('en')} more of {items.length.toLocaleString('en')}
        </Button>
      )}
    </>
  );
}
