import { Button } from '../controls/button.tsx';
import { clearPicked, usePicked } from './picked-rows.ts';
import styles from './send-again.module.css';
import { openSendAgain } from './send-again-store.ts';

/** What can be done with the rows that are picked in a log. */
export function PickedPill({ session }: { readonly session: string }) {
  const { size } = usePicked(session);
  if (size < 2) return null;
  return (
    <div role="toolbar" aria-label="Picked rows" className={styles.pill}>
      <span role="status">{size.toLocaleString('en')} rows picked</span>
      <Button onClick={() => openSendAgain('picked')}>Send again…</Button>
      <Button look="quiet" onClick={clearPicked}>
        Pick none
      </Button>
    </div>
  );
}
