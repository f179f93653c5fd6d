import { clearFilter } from '../../state/screen/screen-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './frame-log.module.css';

type Props = {
  /** Rows that are there and not shown. */
  readonly held: number;
  /** True while the filter still judges rows. */
  readonly filtering: boolean;
  /** True where rows may come. */
  readonly waiting: boolean;
};

/** Why the log shows no row. */
export function EmptyLog({ held, filtering, waiting }: Props) {
  if (held > 0) {
    if (filtering) return <div className={styles.empty}>Filtering…</div>;
    return (
      <div className={styles.empty}>
        <p>The filter hides all {held.toLocaleString('en')} rows.</p>
        <Button onClick={clearFilter}>Clear the filter</Button>
      </div>
    );
  }
  return <div className={styles.empty}>{waiting ? 'No frame yet.' : 'This log is empty.'}</div>;
}
