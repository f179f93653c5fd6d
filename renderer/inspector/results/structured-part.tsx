import { useDeferredValue, useMemo, useState } from 'react';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { Segments } from '../../ui/controls/segments.tsx';
import { pathText } from '../../ui/json-tree/json-path.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { recordLists } from './find-records.ts';
import { fitWords, marksOf, outputFit } from './output-fit.ts';
import { RecordsTable } from './records-table.tsx';
import styles from './results.module.css';

const VIEWS = [
  ['table', 'Table'],
  ['tree', 'Tree'],
] as const;

type Props = {
  readonly value: unknown;
  /** The output schema of the tool; undefined where it has none, or none was listed. */
  readonly schema: JsonObject | undefined;
};

/** `structuredContent` as a tree, or as a table where it holds a list of records, against its schema. */
export function StructuredPart({ value, schema }: Props) {
  // The value is painted first: checking megabytes comes after it.
  const later = useDeferredValue<JsonObject | undefined>(schema, undefined);
  const fit = useMemo(() => outputFit(later, value), [later, value]);
  const marks = useMemo(() => marksOf(fit), [fit]);
  const lists = useMemo(() => recordLists(value), [value]);
  const [table, setTable] = useState(true);
  const [chosen, setChosen] = useState(0);
  const list = lists[chosen];
  return (
    <section className={styles.structured} aria-label="structuredContent">
      <div className={styles.structuredHead}>
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
              <select
                aria-label="List that is shown as a table"
                value={chosen}
                onChange={(event) => setChosen(Number(event.target.value))}
              >
                {lists.map(({ steps, records }, index) => (
                  <option key={pathText(steps)} value={index}>
                    {pathText(steps)} ({records.length})
                  </option>
                ))}
              </select>
            )}
          </>
        )}
      </div>
      {fit.kind !== 'no schema' && (
        <p className={styles.fit} data-fit={fit.kind} role="status">
          {fitWords(fit, pathText)}
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
