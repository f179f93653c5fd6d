import { useDeferredValue, useMemo, useState } from 'react';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { checkSchema } from '../../../app/base/schema/check-schema.ts';
import { Select } from '../../ui/controls/fields.tsx';
import { keysOf, type PathStep, pathKey, pathText } from '../../ui/json-tree/json-shape.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { kit, Segments } from '../../ui/kit.tsx';
import { type RecordList, RecordsTable } from './records-table.tsx';

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
