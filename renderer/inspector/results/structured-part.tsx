import { useDeferredValue, useMemo, useState } from 'react';
import { csvOf } from '../../../app/base/csv-text.ts';
import { isJsonObject, type JsonObject, parseJson, plainText } from '../../../app/base/json-value.ts';
import { checkSchema } from '../../../app/base/schema/check-schema.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Select } from '../../ui/controls/fields.tsx';
import { shortened } from '../../ui/format/quantity-text.ts';
import { keysOf, type PathStep, pathKey, pathText } from '../../ui/json-tree/json-shape.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { kit, Segments } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { PageBar } from '../../ui/list/paged.tsx';
import styles from './records-table.module.css';

/** How many of the longest lists are offered; the others are in the tree. */
const MAX_LISTS = 200;

const VIEWS = [
  ['table', 'Table'],
  ['tree', 'Tree'],
] as const;

type Props = {
  readonly value: unknown;
  readonly schema: JsonObject | undefined;
};

/** `structuredContent` as a tree, or as a table if it contains a list of records, checked against its schema. */
export function StructuredPart({ value, schema }: Props) {
  // Paints the value first: checking megabytes takes longer.
  const later = useDeferredValue<JsonObject | undefined>(schema, undefined);
  const fit = useMemo(() => outputFit(later, value), [later, value]);
  const marks = useMemo(() => marksOf(fit), [fit]);
  const lists = useMemo(() => recordLists(value), [value]);
  const [table, setTable] = useState(true);
  const [chosen, setChosen] = useState(0);
  const list = lists[chosen];
  return (
    <section className={kit.group} aria-label="structuredContent">
      <div className={kit.wrap}>
        <code>structuredContent</code>
        {list !== undefined && (
          <>
            <Segments
              label="structuredContent as"
              options={VIEWS}
              value={table ? 'table' : 'tree'}
              onChange={(view) => setTable(view === 'table')}
            />
            {table && lists.length > 1 && (
              <Select
                aria-label="List that is shown as a table"
                value={chosen}
                onChange={setChosen}
                options={lists
                  .slice(0, MAX_LISTS)
                  .map(({ steps, records }, index) => [index, `${pathText(steps)} (${records.length})`])}
              />
            )}
          </>
        )}
      </div>
      {fit.kind !== 'no schema' && (
        <p className={`${kit.callout} ${kit.tier}`} data-tone={fit.kind} role="status">
          {fitText(fit, pathText)}
        </p>
      )}
      {table && list !== undefined ? (
        <RecordsTable key={chosen} list={list} marks={marks} />
      ) : (
        <JsonTree value={value} label="structuredContent" marks={marks} />
      )}
    </section>
  );
}

type Misfit = { readonly steps: readonly PathStep[]; readonly message: string };

type OutputFit =
  | { readonly kind: 'no schema' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'fits' }
  | { readonly kind: 'misfits'; readonly misfits: readonly Misfit[]; readonly total: number };

/** How many places are marked; the rest is only counted. */
const MAX_MARKED = 500;

/** Checks a value against a tool's output schema (MCP 2025-06-18, server/tools, "Output Schema"). */
export function outputFit(schema: JsonObject | undefined, value: unknown): OutputFit {
  if (schema === undefined) return { kind: 'no schema' };
  const checked = checkSchema(schema, value);
  if (checked.warnings.length === 0) {
    return checked.unread === '' ? { kind: 'fits' } : { kind: 'unreadable', reason: `${checked.unread}.` };
  }
  const misfits = checked.warnings.slice(0, MAX_MARKED).map(({ at, message }) => ({ steps: at, message }));
  return { kind: 'misfits', misfits, total: checked.warnings.length };
}

/** The mismatches by the key of their place, for the tree and the table. */
export function marksOf(fit: OutputFit): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  if (fit.kind !== 'misfits') return marks;
  for (const { steps, message } of fit.misfits) {
    const key = pathKey(steps);
    const known = marks.get(key);
    marks.set(key, known === undefined ? message : `${known}; ${message}`);
  }
  return marks;
}

/** The result of the check, in one sentence; empty if there was nothing to check. */
export function fitText(fit: OutputFit, first: (steps: readonly PathStep[]) => string): string {
  switch (fit.kind) {
    case 'no schema':
      return '';
    case 'unreadable':
      return `The tool's output schema cannot be checked in full: ${fit.reason}`;
    case 'fits':
      return "Fits the tool's output schema.";
    case 'misfits': {
      const [worst] = fit.misfits;
      const where = worst === undefined ? '' : ` ${first(worst.steps)}: ${worst.message}`;
      const places = fit.total === 1 ? 'one place' : `${fit.total.toLocaleString('en')} places`;
      const marked = fit.total > fit.misfits.length ? ` The first ${fit.misfits.length} are marked.` : '';
      return `Does not fit the tool's output schema in ${places}.${where}.${marked} Clients that check it reject the result.`;
    }
  }
}

const DEEPEST = 3;

/** The limit of members to inspect: an object of half a million is not an envelope around a list. */
const MAX_MEMBERS = 20_000;

/** The nonempty lists of only objects, longest first; lists inside a list's records do not count. */
export function recordLists(value: unknown): RecordList[] {
  const found: RecordList[] = [];
  collect(found, value, [], { left: MAX_MEMBERS });
  return found.sort((a, b) => b.records.length - a.records.length);
}

function collect(
  found: RecordList[],
  value: unknown,
  steps: readonly PathStep[],
  members: { left: number },
): void {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isJsonObject)) found.push({ steps, records: value });
    return;
  }
  if (!isJsonObject(value) || steps.length >= DEEPEST) return;
  for (const key of keysOf(value)) {
    if (members.left === 0) return;
    members.left -= 1;
    const child = value[key];
    if (typeof child === 'object') collect(found, child, [...steps, key], members);
  }
}

type RecordList = { readonly steps: readonly PathStep[]; readonly records: readonly JsonObject[] };

const PAGE_ROWS = 100;
const CELL_CHARS = 120;

type RecordsTableProps = {
  readonly list: RecordList;
  /** Violations of the output schema, by the `pathKey` of their place. */
  readonly marks: ReadonlyMap<string, string>;
};

/** A list of records as a table of 100 rows per page; a click on a column header sorts all of them. */
function RecordsTable({ list, marks }: RecordsTableProps) {
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
