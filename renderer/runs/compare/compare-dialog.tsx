import { compareAgain, useCompare } from '../../state/compare/compare-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DialogShell } from '../../ui/controls/dialog-shell.tsx';
import { ClassToggles } from './class-toggles.tsx';
import styles from './compare.module.css';
import { ComparedList } from './compared-list.tsx';
import { NoisePanel } from './noise-panel.tsx';
import { SidesPicker } from './sides-picker.tsx';

/** Two runs side by side: what changed tier first, then everything else that changed. */
export function CompareDialog() {
  const { left, right, busy, fault, summary } = useCompare();
  const chosen = left !== null && right !== null;
  return (
    <DialogShell title="Compare two runs" width={1360}>
      <div className={styles.body} aria-busy={busy}>
        <SidesPicker />
        <NoisePanel />
        {fault === '' ? null : (
          <p role="alert" className={styles.fault}>
            {fault} <Button onClick={() => void compareAgain()}>Compare again</Button>
          </p>
        )}
        {!chosen ? <p>Choose two sessions: live ones, recordings, or parts of one.</p> : null}
        {busy && summary === null ? <p role="status">Reading both sides…</p> : null}
        {summary === null ? null : (
          <>
            <ClassToggles summary={summary} />
            <ComparedList summary={summary} />
          </>
        )}
      </div>
    </DialogShell>
  );
}
