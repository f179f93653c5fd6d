import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { showDialog } from '../../state/screen/screen-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import chip from '../../ui/controls/chip.module.css';
import styles from './era-chip.module.css';

/** Says that a change of files restarts the server; a click opens the settings. */
export function WatchChip({ info }: { readonly info: SessionInfo }) {
  const { watch = [], repeatLastCall = false } = liveInfo(info)?.settings ?? {};
  if (watch.length === 0) return null;
  const again = repeatLastCall ? ' and the last call is repeated' : '';
  const what = watch.length === 1 ? watch[0] : `${watch.length} paths`;
  return (
    <Button
      look="bare"
      className={`${chip.chip} ${styles.chip}`}
      aria-label={`watching ${what}`}
      title={`A change of ${watch.join(', ')} restarts the server${again}`}
      onClick={() => showDialog('session-settings')}
    >
      <svg aria-hidden="true" width="14" height="9" viewBox="0 0 14 9" fill="none" stroke="currentColor">
        <path d="M1 4.5C3 1.6 5 .8 7 .8s4 .8 6 3.7c-2 2.9-4 3.7-6 3.7s-4-.8-6-3.7z" strokeWidth="1.2" />
        <circle cx="7" cy="4.5" r="1.8" fill="currentColor" stroke="none" />
      </svg>
      <span>{what}</span>
    </Button>
  );
}
