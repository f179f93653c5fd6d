import { visibleText } from '../../../app/base/hidden-characters.ts';
import { AS_EXPECTED } from '../../../app/findings/expected-ends.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import type { Row } from '../../../app/frame/row.ts';
import { FindingMark, findingsLine, highestSeverityFinding } from '../../shared/finding-mark.tsx';
import type { CodeNamer } from '../../state/log/code-namer.ts';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import styles from './row-outcome.module.css';
import { rowOutcome } from './row-text.ts';

type Props = {
  readonly row: Row;
  readonly nameOf: CodeNamer;
  readonly findings: readonly Finding[];
};

/**
 * How a row ended: the mark of its tier, a label, the mark of its findings; then, as far as there is room, the rule
 * that it breaks and what was said.
 */
export function RowOutcome({ row, nameOf, findings }: Props) {
  const outcome = rowOutcome(row, nameOf);
  const detail = outcome?.detail ?? (row.shape === 'notification' ? row.text : '');
  return (
    <span className={styles.outcome} title={outcome && titleOf(outcome)}>
      <TierMark tier={row.tier} />
      {outcome === undefined ? null : <span className={styles.label}>{drawnText(outcome.label)}</span>}
      {row.flag === '' ? null : (
        <span className={styles.finding} data-flag={row.flag} title={findingsLine(findings)}>
          <FindingMark severity={row.flag} />
        </span>
      )}
      {row.flag === '' && detail === '' ? null : (
        <span className={styles.rest}>
          {row.flag === '' ? null : <RowRule row={row} findings={findings} />}
          {detail === '' ? null : <span className={styles.detail}>{drawnText(detail)}</span>}
        </span>
      )}
    </span>
  );
}

function titleOf({ label, detail }: { readonly label: string; readonly detail: string }): string {
  return visibleText(detail === '' ? label : `${label}: ${detail}`);
}

/** The rule of a finding on this row; the inspector explains it. The flag arrives before the findings. */
function RowRule({ row, findings }: Pick<Props, 'row' | 'findings'>) {
  const isExpected = findings.some(({ rule }) => rule === AS_EXPECTED);
  const others = findings.filter(({ rule }) => rule !== AS_EXPECTED);
  const first = highestSeverityFinding(others);
  const more = others.length > 1 ? ` +${others.length - 1}` : '';
  const rules = [isExpected ? 'expected' : '', first?.rule ?? ''].filter((part) => part !== '').join(' · ');
  return (
    <>
      <span className={styles.rule} data-flag={row.flag}>
        {rules + more}
      </span>
      {row.tier === 'ok' && first !== undefined ? (
        <span className={styles.detail}>{drawnText(first.title)}</span>
      ) : null}
    </>
  );
}
