import { Button } from '../../ui/controls/button.tsx';
import styles from './records-table.module.css';

type Props = {
  /** From 0. */
  readonly page: number;
  /** How many rows there are, and how many a page has. */
  readonly of: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
};

/** Which rows are shown, and the way to the others. */
export function TablePages({ page, of, size, onPage }: Props) {
  const last = Math.max(0, Math.ceil(of / size) - 1);
  const first = page * size + 1;
  const to = Math.min(of, first + size - 1);
  const number = (value: number) => value.toLocaleString('en');
  if (last === 0) return <span className={styles.count}>{of === 1 ? '1 row' : `${number(of)} rows`}</span>;
  return (
    <nav className={styles.pages} aria-label="Pages of the table">
      <Button size="small" disabled={page === 0} onClick={() => onPage(0)}>
        First
      </Button>
      <Button size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className={styles.count} role="status">
        rows {number(first)} to {number(to)} of {number(of)}
      </span>
      <Button size="small" disabled={page === last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
      <Button size="small" disabled={page === last} onClick={() => onPage(last)}>
        Last
      </Button>
    </nav>
  );
}
