import { useMemo } from 'react';
import { FindingMark, highestSeverityFinding } from '../../shared/finding-mark.tsx';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { setFindingsOpen } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './findings-counter.module.css';

/** How many findings the rules have made, if any; opens the list of them. */
export function FindingsCounter({ session }: { readonly session: string }) {
  const open = useScreen((state) => state.findingsOpen);
  const { list: findings, revision } = useSessionLog(session).findings;
  const highest = useMemo(() => highestSeverityFinding(findings)?.severity ?? 'info', [findings, revision]);
  if (findings.length === 0 && !open) return null;
  const count = findings.length.toLocaleString('en');
  return (
    <Button
      size="small"
      className={styles.counter}
      aria-expanded={open}
      aria-label={`findings ${count}`}
      title="What the rules say of this session (F)"
      onClick={() => setFindingsOpen(!open)}
    >
      <FindingMark severity={highest} size={9} />
      findings <span>{count}</span>
    </Button>
  );
}
