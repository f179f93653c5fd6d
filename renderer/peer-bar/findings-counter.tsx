import type { SessionInfo } from '../../app/contract/session-info.ts';
import { FindingMark } from '../findings/finding-mark.tsx';
import { gravestFinding } from '../findings/finding-words.ts';
import { setFindingsOpen } from '../store/screen-actions.ts';
import { useScreen } from '../store/screen-store.ts';
import { useFindings } from '../store/use-findings.ts';
import styles from './tier-counter.module.css';

/** How many findings the rules have made; opens the list of them. */
export function FindingsCounter({ info }: { readonly info: SessionInfo }) {
  const open = useScreen((state) => state.findingsOpen);
  const findings = useFindings(info.session);
  const count = findings.length.toLocaleString('en');
  return (
    <button
      type="button"
      className={styles.counter}
      data-none={findings.length === 0}
      aria-pressed={open}
      aria-label={`findings ${count}`}
      title="What the rules say of this session"
      onClick={() => setFindingsOpen(!open)}
    >
      <FindingMark severity={gravestFinding(findings)?.severity ?? 'info'} size={9} />
      <span className={styles.word}>findings </span>
      <span className={styles.count}>{count}</span>
    </button>
  );
}
