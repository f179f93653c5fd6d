import { ScrollBox } from '../content/scroll-box.tsx';
import { DialogShell } from '../controls/dialog-shell.tsx';
import { useActiveSession } from '../store/screen-store.ts';
import { MatrixTable } from './matrix-table.tsx';
import styles from './matrix-view.module.css';
import { useSpoken } from './use-spoken.ts';

/** What SDKs really do, in full width. */
export function MatrixDialog() {
  const here = useSpoken(useActiveSession());
  return (
    <DialogShell title="What SDKs really do" width={1400}>
      <ScrollBox className={styles.wide}>
        <MatrixTable here={here} />
      </ScrollBox>
    </DialogShell>
  );
}
