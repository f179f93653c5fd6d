import type { JsonObject } from '../../../app/base/json-value.ts';

/** More columns than that are no table to read; the rest is in the tree. */
const MOST_COLUMNS = 40;

export type Columns = { readonly names: readonly string[]; readonly left: number };

/** Every key of the records, in the order of its first sight; `left` counts those beyond 40. */
export function columnsOf(records: readonly JsonObject[]): Columns {
  const names = new Set<string>();
  for (const record of records) for (const name of Object.keys(record)) names.add(name);
  const all = [...names];
  return { names: all.slice(0, MOST_COLUMNS), left: Math.max(0, all.length - MOST_COLUMNS) };
}

export type SortOrder = { readonly column: string; readonly descending: boolean };

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

/** Records as RFC 4180 text. A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvOf(records: readonly JsonObject[], names: readonly string[]): string {
  const lines = records.map((record) => names.map((name) => csvCell(record[name])).join(','));
  return [names.map(csvCell).join(','), ...lines].join('\r\n');
}

function csvCell(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value.replace(/^(?=[=+\-@\t\r])/, "'") : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
