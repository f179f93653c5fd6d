import { useActiveSession } from '../state/screen/screen-store.ts';
import { ScrollBox } from '../ui/content/scroll-box.tsx';
import { DialogShell } from '../ui/controls/dialog-shell.tsx';
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
