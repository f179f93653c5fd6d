import { useMemo } from 'react';
import type { Finding, Severity } from '../../../app/findings/finding.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FindingMark } from '../../ui/findings/finding-mark.tsx';
import { SEVERITIES } from '../../ui/findings/finding-words.ts';
import { severityCounts } from './finding-groups.ts';
import styles from './findings-panel.module.css';

const PLURALS: Record<Severity, string> = { violation: 'violations', advice: 'advice', info: 'to know' };

type Props = {
  readonly findings: readonly Finding[];
  readonly chosen: readonly Severity[];
  readonly choose: (severities: readonly Severity[]) => void;
};

/** How many findings of each severity there are; a click shows only those. */
export function SeverityToggles({ findings, chosen, choose }: Props) {
  const counts = useMemo(() => severityCounts(findings), [findings]);
  return (
    <div className={styles.toggles}>
      {SEVERITIES.map((severity) => {
        const pressed = chosen.includes(severity);
        const others = chosen.filter((one) => one !== severity);
        return (
          <Button
            look="pill"
            size="small"
            key={severity}
            aria-pressed={pressed}
            disabled={counts[severity] === 0 && !pressed}
            onClick={() => choose(pressed ? others : [...others, severity])}
          >
            <FindingMark severity={severity} /> {PLURALS[severity]} {counts[severity].toLocaleString('en')}
          </Button>
        );
      })}
    </div>
  );
}
