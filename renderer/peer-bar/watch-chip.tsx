import type { SessionInfo } from '../../app/contract/session-info.ts';
import { showDialog } from '../store/screen-actions.ts';
import styles from './era-chip.module.css';

/** Says that a change of files restarts the server; a click opens the settings. */
export function WatchChip({ info }: { readonly info: SessionInfo }) {
  const { watch = [], repeatLastCall = false } = info.settings ?? {};
  if (watch.length === 0) return null;
  const again = repeatLastCall ? ' and the last call is repeated' : '';
  return (
    <button
      type="button"
      className={styles.chip}
      title={`A change of ${watch.join(', ')} restarts the server${again}`}
      onClick={() => showDialog('session-settings')}
    >
      watching {watch.length === 1 ? watch[0] : `${watch.length} paths`}
    </button>
  );
}
