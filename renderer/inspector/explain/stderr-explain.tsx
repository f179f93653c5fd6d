import type { Inspected } from '../../state/inspected/inspected.ts';
import { Card } from '../../ui/controls/card.tsx';
import styles from './explain.module.css';
import { SelectionFindings } from './selection-findings.tsx';
import { StderrText } from './stderr-text.tsx';

/** A line of stderr by itself. */
export function StderrExplain({ inspected }: { readonly inspected: Inspected }) {
  const { record } = inspected;
  if (record.type !== 'stderr') return null;
  return (
    <div className={styles.page}>
      <SelectionFindings inspected={inspected} />
      <Card title="A line on stderr">
        <StderrText lines={[record.text]} />
        <p className={styles.act}>
          stderr is the place for the logs of a stdio server. It is not part of the protocol: neither the
          model nor most hosts see it, and a line there is no error by itself.
        </p>
        <p className={styles.note}>Select a call to see the lines that were written while it was open.</p>
      </Card>
    </div>
  );
}
