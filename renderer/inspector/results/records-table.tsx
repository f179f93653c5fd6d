import { memo, useMemo, useState } from 'react';
import { csvOf } from '../../../app/base/csv-text.ts';
import { isJsonObject, type JsonObject, parseJson, plainText } from '../../../app/base/json-value.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { shortened } from '../../ui/format/counted.ts';
import { type PathStep, pathKey, pathText } from '../../ui/json-tree/json-shape.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { useDrawnCount } from '../../ui/list/drawn-count.ts';
import { PageBar } from '../../ui/list/paged.tsx';
import styles from './records-table.module.css';
import type { RecordList } from './structured-part.tsx';

const PAGE_ROWS = 100;
const CELL_CHARS = 120;

type Props = {
  readonly list: RecordList;
  /** What does not fit the output schema, by the `pathKey` of its place. */
  readonly marks: ReadonlyMap<string, string>;
};

/** A list of records as a table of 100 rows at a time; a click on a head sorts all of them. */
export function RecordsTable({ list, marks }: Props) {
  const { records, steps } = list;
  const [order, setOrder] = useState<SortOrder>();
  const [page, setPage] = useState(0);
  const columns = useMemo(() => columnsOf(records), [records]);
  const places = useMemo(() => sortedPlaces(records, order), [records, order]);
  const shown = places.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
  const drawn = useDrawnCount(shown.length);
  const json = () =>
    JSON.stringify(
      places.map((place) => records[place] ?? {}),
      null,
      2,
    );
  return (
    <div className={styles.whole}>
      <div className={styles.bar}>
        <PageBar page={page} of={records.length} size={PAGE_ROWS} noun="row" onPage={setPage} />
        <CopyButton
          label="Copy as CSV"
          text={json}
          form={(text) => csvOf(recordsIn(text), columns.names)}
          done="Copied the table"
        />
        <CopyButton label="Copy as JSON" text={json} done="Copied the table" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={`Table of ${pathText(steps)}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.names.map((name) => (
                <Head
                  key={name}
                  name={name}
                  order={order}
                  onSort={() => {
                    setOrder(nextOrder(order, name));
                    setPage(0);
                  }}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, drawn).map((place) => (
              <RecordRow key={place} list={list} place={place} names={columns.names} marks={marks} />
            ))}
          </tbody>
        </table>
      </section>
      {columns.left > 0 && <p className={styles.note}>{columns.left} more columns are in the tree only.</p>}
    </div>
  );
}

type HeadProps = {
  readonly name: string;
  readonly order: SortOrder | undefined;
  readonly onSort: () => void;
};

function Head({ name, order, onSort }: HeadProps) {
  const mine = order?.column === name ? order : undefined;
  const sort = mine === undefined ? 'none' : mine.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={sort}>
      <Button look="bare" onClick={onSort} title="Sort by this column">
        {name === '' ? '(empty name)' : shortened(name, CELL_CHARS)}
        <span aria-hidden="true">{mine === undefined ? '' : mine.descending ? ' ↓' : ' ↑'}</span>
      </Button>
    </th>
  );
}

type RowProps = Props & { readonly place: number; readonly names: readonly string[] };

const RecordRow = memo(function RecordRow({ list, place, names, marks }: RowProps) {
  const record = list.records[place] ?? {};
  const own = marks.get(pathKey([...list.steps, place])) ?? '';
  return (
    <tr data-wrong={own !== ''}>
      <th scope="row" title={own}>
        {place}
        {own !== '' && <span className={styles.wrong}>✗ {own}</span>}
      </th>
      {names.map((name) => (
        <Cell
          key={name}
          value={Object.hasOwn(record, name) ? record[name] : undefined}
          mark={cellMark(marks, [...list.steps, place, name])}
        />
      ))}
    </tr>
  );
});

/** What is wrong with a cell, or with something inside it. */
function cellMark(marks: ReadonlyMap<string, string>, steps: readonly PathStep[]): string {
  if (marks.size === 0) return '';
  const key = pathKey(steps);
  const own = marks.get(key);
  if (own !== undefined) return own;
  for (const [place, message] of marks) if (place.startsWith(`${key}/`)) return message;
  return '';
}

function Cell({ value, mark }: { readonly value: unknown; readonly mark: string }) {
  return (
    <td data-wrong={mark !== ''} data-missing={value === undefined}>
      <CellValue value={value} />
      {mark !== '' && <span className={styles.wrong}>✗ {mark}</span>}
    </td>
  );
}

function CellValue({ value }: { readonly value: unknown }) {
  if (value === undefined) return <i className={styles.missing}>missing</i>;
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

/** More columns than that are no table to read; the rest is in the tree. */
const MAX_COLUMNS = 40;

type Columns = { readonly names: readonly string[]; readonly left: number };

/** Every key of the records, in the order of its first sight; `left` counts those beyond 40. */
export function columnsOf(records: readonly JsonObject[]): Columns {
  const names = new Set<string>();
  for (const record of records) for (const name of Object.keys(record)) names.add(name);
  const all = [...names];
  return { names: all.slice(0, MAX_COLUMNS), left: Math.max(0, all.length - MAX_COLUMNS) };
}

type SortOrder = { readonly column: string; readonly descending: boolean };

/** The order of a column after a click on its head: up, down, and as it came. */
export function nextOrder(order: SortOrder | undefined, column: string): SortOrder | undefined {
  if (order?.column !== column) return { column, descending: false };
  return order.descending ? undefined : { column, descending: true };
}

const collator = new Intl.Collator('en', { numeric: true });

/**
 * The places of the records in this order. Numbers go by value, texts as people sort them, other values by
 * their JSON; a record without the member is always last.
 */
export function sortedPlaces(records: readonly JsonObject[], order: SortOrder | undefined): number[] {
  const places = records.map((_, index) => index);
  if (order === undefined) return places;
  const { column, descending } = order;
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
