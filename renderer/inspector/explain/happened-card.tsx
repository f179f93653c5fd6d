import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { Card } from '../../ui/controls/card.tsx';
import styles from './explain.module.css';
import { nextStep } from './next-step.ts';
import type { OutcomeWords } from './outcome-words.ts';

type Props = { readonly words: OutcomeWords; readonly row: Row; readonly info: SessionInfo };

/** What happened, who must act, and what to look at next. */
export function HappenedCard({ words, row, info }: Props) {
  const { code, method, target } = row;
  const next = nextStep({ code, method, target, serverCapabilities: info.serverCapabilities });
  if (words.happened === '' && next === '') return null;
  return (
    <Card title="What happened">
      <p>{words.happened}</p>
      {words.act !== '' && <p className={styles.act}>{words.act}</p>}
      {next !== '' && <p className={styles.act}>{next}</p>}
    </Card>
  );
}
