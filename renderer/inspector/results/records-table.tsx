import { useMemo, useState } from 'react';
import { csvOf } from '../../../app/base/csv-text.ts';
import { isJsonObject, type JsonObject, parseJson, plainText } from '../../../app/base/json-value.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { shortened } from '../../ui/format/quantity-text.ts';
import { type PathStep, pathKey, pathText } from '../../ui/json-tree/json-shape.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { kit } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { PageBar } from '../../ui/list/paged.tsx';
import styles from './records-table.module.css';

export type RecordList = { readonly steps: readonly PathStep[]; readonly records: readonly JsonObject[] };

const PAGE_ROWS = 100;
const CELL_CHARS = 120;

type Props = {
  readonly list: RecordList;
  /** Violations of the output schema, by the `pathKey` of their place. */
  readonly marks: ReadonlyMap<string, string>;
};

/** A list of records as a table of 100 rows per page; a click on a column header sorts all of them. */
export function RecordsTable({ list, marks }: Props) {
  const { records, steps } = list;
  const [order, setOrder] = useState<SortOrder>();
  const [page, setPage] = useState(0);
  const known = useMemo(() => columnsOf(records), [records]);
  const columns = useMemo(() => tableColumns(list, known.names, marks), [list, known, marks]);
  const places = useMemo(() => sortedPlaces(records, order), [records, order]);
  const markOf = (place: number) => marks.get(pathKey([...steps, place])) ?? '';
  const json = () =>
    JSON.stringify(
      places.map((place) => records[place] ?? {}),
      null,
      2,
    );
  return (
    <div className={kit.group}>
      <div className={kit.wrap}>
        <PageBar page={page} of={records.length} size={PAGE_ROWS} noun="row" onPage={setPage} />
        <CopyButton
          label="Copy as CSV"
          text={json}
          form={(text) => csvOf(recordsIn(text), known.names)}
          done="Copied the table"
        />
        <CopyButton label="Copy as JSON" text={json} done="Copied the table" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={`${kit.well} ${kit.tall}`} tabIndex={0} aria-label={`Table of ${pathText(steps)}`}>
        <DataTable
          look="grid"
          className={styles.table}
          columns={columns}
          rows={places.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)}
          keyOf={(place) => place}
          row={(place) => ({ 'data-wrong': markOf(place) !== '' })}
          order={order}
          onSort={(name) => {
            setOrder(nextOrder(order, name));
            setPage(0);
          }}
        />
      </section>
      {known.left > 0 && <p className={kit.note}>{known.left} more columns are in the tree only.</p>}
    </div>
  );
}

function tableColumns(
  { records, steps }: RecordList,
  names: readonly string[],
  marks: ReadonlyMap<string, string>,
): readonly Column<number>[] {
  const memberOf = (place: number, name: string) => {
    const record = records[place] ?? {};
    return Object.hasOwn(record, name) ? record[name] : undefined;
  };
  const wrong = (mark: string) =>
    mark !== '' && <span className={`${kit.fault} ${kit.block}`}>✗ {mark}</span>;
  return [
    {
      head: '#',
      isName: true,
      of: (place) => ({ title: marks.get(pathKey([...steps, place])) }),
      cell: (place) => (
        <>
          {place}
          {wrong(marks.get(pathKey([...steps, place])) ?? '')}
        </>
      ),
    },
    ...names.map((name): Column<number> => {
      const markOf = (place: number) => cellMark(marks, [...steps, place, name]);
      return {
        head: `column ${name}`,
        sorts: [[name, name === '' ? '(empty name)' : shortened(name, CELL_CHARS)]],
        of: (place) => ({
          'data-wrong': markOf(place) !== '',
          'data-missing': memberOf(place, name) === undefined,
        }),
        cell: (place) => (
          <>
            <CellValue value={memberOf(place, name)} />
            {wrong(markOf(place))}
          </>
        ),
      };
    }),
  ];
}

function cellMark(marks: ReadonlyMap<string, string>, steps: readonly PathStep[]): string {
  if (marks.size === 0) return '';
  const key = pathKey(steps);
  const own = marks.get(key);
  if (own !== undefined) return own;
  for (const [place, message] of marks) if (place.startsWith(`${key}/`)) return message;
  return '';
}

function CellValue({ value }: { readonly value: unknown }) {
  if (value === undefined) return <i className={kit.mute}>missing</i>;
  if (typeof value !== 'object' || value === null) return <Scalar text={plainText(value)} />;
  return (
    <details className={styles.nested}>
      <summary>{shortened(JSON.stringify(value), CELL_CHARS)}</summary>
      <JsonTree value={value} label="Cell" />
    </details>
  );
}

function Scalar({ text }: { readonly text: string }) {
  return (
    <span title={text.length > CELL_CHARS ? text.slice(0, 2000) : undefined}>
      {shortened(text, CELL_CHARS)}
    </span>
  );
}

/** A table with more columns is unreadable; the tree shows the rest. */
const MAX_COLUMNS = 40;

type KnownColumns = { readonly names: readonly string[]; readonly left: number };

/** Every key of the records, in order of first appearance; `left` counts those beyond 40. */
export function columnsOf(records: readonly JsonObject[]): KnownColumns {
  const names = new Set<string>();
  for (const record of records) for (const name of Object.keys(record)) names.add(name);
  const all = [...names];
  return { names: all.slice(0, MAX_COLUMNS), left: Math.max(0, all.length - MAX_COLUMNS) };
}

type SortOrder = { readonly key: string; readonly descending: boolean };

/** The sort order after a click on a column header: ascending, descending, original. */
export function nextOrder(order: SortOrder | undefined, column: string): SortOrder | undefined {
  if (order?.key !== column) return { key: column, descending: false };
  return order.descending ? undefined : { key: column, descending: true };
}

const collator = new Intl.Collator('en', { numeric: true });

/** The positions of the records in this order; records without the member come last. */
export function sortedPlaces(records: readonly JsonObject[], order: SortOrder | undefined): number[] {
  const places = records.map((_, index) => index);
  if (order === undefined) return places;
  const { key: column, descending } = order;
  const has = (place: number) => Object.hasOwn(records[place] ?? {}, column);
  return places.sort((a, b) => {
    if (!has(a) || !has(b)) return Number(has(b)) - Number(has(a)) || a - b;
    const by = compared(records[a]?.[column], records[b]?.[column]);
    return (descending ? -by : by) || a - b;
  });
}

function compared(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  const kinds = kindOrder(a) - kindOrder(b);
  return kinds === 0 ? collator.compare(JSON.stringify(a), JSON.stringify(b)) : kinds;
}

function kindOrder(value: unknown): number {
  return ['number', 'string', 'boolean', 'object'].indexOf(typeof value);
}

function recordsIn(json: string): readonly JsonObject[] {
  const records = parseJson(json);
  return Array.isArray(records) ? records.filter(isJsonObject) : [];
}
