import type { SessionInfo } from '../../app/contract/session-info.ts';
import { Button } from '../controls/button.tsx';
import { clearFilter } from '../store/screen-actions.ts';
import type { SessionLog } from '../store/session-log.ts';
import styles from './frame-log.module.css';

/** Why the log shows no row. */
export function EmptyLog({ info, log }: { readonly info: SessionInfo; readonly log: SessionLog }) {
  if (log.mirror.length > 0) {
    if (!log.visible.level) return <div className={styles.empty}>Filtering…</div>;
    return (
      <div className={styles.empty}>
        <p>The filter hides all {log.mirror.length.toLocaleString('en')} rows.</p>
        <Button onClick={clearFilter}>Clear the filter</Button>
      </div>
    );
  }
  const waiting = info.state === 'starting' || info.state === 'ready';
  return <div className={styles.empty}>{waiting ? 'No frame yet.' : 'This log is empty.'}</div>;
}
