import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { GroupRow } from './group-row.tsx';
import type { ShownGroup, SortKey } from './shown-groups.ts';
import styles from './statistics.module.css';

type Props = {
  readonly groups: readonly ShownGroup[];
  readonly sort: SortKey;
  readonly onSort: (sort: SortKey) => void;
};

/** What is drawn at first: the most important ones; so many more at a time. */
const FIRST = 40;
const MORE = 100;

/** One row of small charts for each tool or method, all on the same axes. */
export function GroupTable({ groups, sort, onSort }: Props) {
  const [most, setMost] = useState(FIRST);
  const mostBytes = Math.max(1, ...groups.map(({ group }) => group.size.total));
  const rest = groups.length - most;
  return (
    <>
      <table className={styles.table} aria-label="Calls by tool and method">
        <thead>
          <tr>
            <Head
              sort={sort}
              onSort={onSort}
              className={styles.name}
              keys={[
                ['name', 'Tool or method'],
                ['calls', 'calls'],
              ]}
            />
            <Head
              sort={sort}
              onSort={onSort}
              className={styles.ended}
              keys={[['failed', 'How they ended']]}
            />
            <th scope="col" className={styles.time}>
              Over time
            </th>
            <Head
              sort={sort}
              onSort={onSort}
              className={styles.duration}
              keys={[['p95', 'Duration: p50, p95, p99']]}
            >
              <Axis />
            </Head>
            <Head sort={sort} onSort={onSort} className={styles.bytes} keys={[['bytes', 'Results']]} />
            <Head sort={sort} onSort={onSort} className={styles.retries} keys={[['retries', 'Retries']]} />
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, most).map((shown) => (
            <GroupRow
              key={`${shown.tab} ${shown.group.method} ${shown.group.target}`}
              shown={shown}
              mostBytes={mostBytes}
            />
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <Button size="small" className={styles.more} onClick={() => setMost(most + MORE)}>
          Show {Math.min(MORE, rest)} more of {groups.length.toLocaleString('en')}
        </Button>
      )}
    </>
  );
}

type HeadProps = Omit<Props, 'groups'> & {
  readonly className: string | undefined;
  readonly keys: readonly (readonly [SortKey, string])[];
  readonly children?: React.ReactNode;
};

function Head({ sort, onSort, className, keys, children }: HeadProps) {
  const isSorted = keys.some(([key]) => key === sort);
  const direction = sort === 'name' ? 'ascending' : 'descending';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
      {keys.map(([key, text]) => (
        <Button
          key={key}
          look="bare"
          className={styles.sort}
          data-sorted={key === sort}
          title={`Sort by ${text.toLowerCase()}`}
          onClick={() => onSort(key)}
        >
          {text}
        </Button>
      ))}
      {children}
    </th>
  );
}

/** The marks of the axis that all strips of durations share. */
function Axis() {
  return (
    <span className={styles.axis} aria-hidden="true">
      {['0.1 ms', '10 ms', '1 s', '100 s'].map((mark) => (
        <span key={mark}>{mark}</span>
      ))}
    </span>
  );
}
