import { memo, useState } from 'react';
import type { Finding } from '../../../app/findings/finding.ts';
import { selectRow } from '../../state/screen/screen-actions.ts';
import { useSessionView } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FindingMark } from '../../ui/findings/finding-mark.tsx';
import { SEVERITY_WORDS } from '../../ui/findings/severity-words.ts';
import type { FindingGroup } from './finding-groups.ts';
import styles from './findings-panel.module.css';

/** Findings of one rule that are listed at once: a burst may bring thousands. */
const FIRST = 20;
const STEP = 200;

type Props = {
  readonly session: string;
  readonly group: FindingGroup;
  readonly subjectOf: (session: string, finding: Finding) => string;
};

/** One rule with its findings; it folds. */
export const FindingGroupView = memo(function FindingGroupView({ session, group, subjectOf }: Props) {
  const [open, setOpen] = useState(true);
  const [shown, setShown] = useState(FIRST);
  const { selected } = useSessionView(session);
  const { rule, title, severity, findings } = group;
  return (
    <section aria-label={`${rule} ${title}`} data-rule={rule} className={styles.group}>
      <Button
        look="row"
        data-stop
        className={styles.rule}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true" data-open={open}>
          <path d="M2 1l4 3-4 3z" fill="currentColor" />
        </svg>
        <FindingMark severity={severity} size={9} />
        <code>{rule}</code> <span className={styles.title}>{title}</span>
        <span className={styles.severity}>{SEVERITY_WORDS[severity].toLowerCase()}</span>
        <span className={styles.number}>{findings.length.toLocaleString('en')}</span>
      </Button>
      {open && (
        <ul>
          {findings.slice(0, shown).map((finding) => (
            <li key={finding.seq}>
              <Button
                look="row"
                data-stop
                className={styles.finding}
                aria-current={finding.seq === selected}
                title={finding.explanation}
                onClick={() => selectRow(session, finding.seq)}
              >
                <span className={styles.seq}>#{finding.seq}</span>
                <code>{subjectOf(session, finding)}</code>
                <span className={styles.why}>{finding.explanation}</span>
              </Button>
            </li>
          ))}
          {findings.length > shown && (
            <li>
              <Button look="link" data-stop className={styles.more} onClick={() => setShown(shown + STEP)}>
                show {Math.min(STEP, findings.length - shown)} more of {findings.length.toLocaleString('en')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
});
